import { useId } from 'preact/compat'
import { Icon, type IconName } from './Icon.tsx'

/** Radio buttons side by side. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onValue,
}: {
  label: string
  options: readonly { value: Value; label: string; icon?: IconName }[]
  value: Value
  onValue: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm text-ink-muted">{label}</legend>
      <div className="flex flex-wrap rounded-sm bg-sunken p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-8 grow cursor-pointer items-center justify-center gap-1.5 rounded-xs px-2.5 text-sm font-medium text-ink-muted hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-10"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValue(option.value)}
              className="sr-only"
            />
            {option.icon && <Icon name={option.icon} className="size-4" />}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
