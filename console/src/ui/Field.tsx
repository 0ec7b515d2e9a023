import type { FunctionComponent, LooseInputHTMLAttributes, LooseSelectHTMLAttributes } from 'preact'
import { type ReactNode, useId, useState } from 'preact/compat'
import { Icon } from './Icon.tsx'
import { typedText } from './typed-text.ts'

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
}

interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label above and a hint or error below the control that `children` renders. */
export function Field({
  label,
  hideLabel = false,
  hint,
  error,
  className = '',
  children,
}: FieldProps & {
  /** Shows the label to assistive technology only. */
  hideLabel?: boolean | undefined
  children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={`min-w-0 ${className}`}>
      <label
        htmlFor={id}
        className={hideLabel ? 'sr-only' : 'mb-1.5 block text-sm font-medium text-ink'}
      >
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {note && (
        <p
          id={`${id}-note`}
          className={`mt-1.5 flex gap-1.5 text-sm ${error ? 'text-negative-text' : 'text-ink-muted'}`}
        >
          {error && <Icon name="alert" className="mt-0.5 size-4" />}
          <span className="min-w-0">{note}</span>
        </p>
      )}
    </div>
  )
}

// Preact's types of `<input>` and `<select>` list the attributes of each kind, so that attributes that are passed on
// fit none of them.
type InputAttributes = LooseInputHTMLAttributes
type SelectAttributes = LooseSelectHTMLAttributes
export const Input = 'input' as unknown as FunctionComponent<InputAttributes>
const Select = 'select' as unknown as FunctionComponent<SelectAttributes>

export type InputProps = Omit<InputAttributes, 'id' | 'className'>

/** One line of text. `onText` gets what `clean` keeps of the typed text, and that text. */
export function TextField({
  label,
  hint,
  error,
  className,
  clean,
  onText,
  ...input
}: FieldProps &
  InputProps & {
    clean?: (text: string) => string
    onText?: (text: string, typed: string) => void
  }) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <Input
          type="text"
          {...input}
          {...control}
          className="field-box"
          onChange={(event) => {
            input.onChange?.(event)
            const typed = event.currentTarget.value
            onText?.(typedText(event.currentTarget, clean), typed)
          }}
        />
      )}
    </Field>
  )
}

/** For text that a browser must not change, such as a code. */
export const UNCORRECTED = {
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellcheck: false,
} as const satisfies InputProps

/** For an e-mail address. In a field of the type email, Chromium rewrites a Unicode domain. */
export const EMAIL_INPUT = { ...UNCORRECTED, inputMode: 'email' } as const satisfies InputProps

/** A password, with a button that shows it. */
export function PasswordField({
  label,
  hint,
  error,
  className,
  onText,
  ...input
}: FieldProps & InputProps & { onText?: (text: string) => void }) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="relative">
          <Input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            {...UNCORRECTED}
            className="field-box pr-11"
            onChange={(event) => onText?.(event.currentTarget.value)}
          />
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-sm text-ink-muted hover:text-ink focus-visible:-outline-offset-2"
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} className="size-4.5" />
          </button>
        </div>
      )}
    </Field>
  )
}

/** One of a short list, in the browser's own `<select>`. */
export function SelectField<Value extends string>({
  label,
  hideLabel,
  hint,
  className,
  options,
  value,
  onValue,
  ...select
}: Omit<FieldProps, 'error'> &
  Omit<SelectAttributes, 'id' | 'className' | 'value' | 'children'> & {
    hideLabel?: boolean
    options: readonly { value: Value; label: string }[]
    value: Value
    onValue: (value: Value) => void
  }) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} className={className}>
      {(control) => (
        <div className="relative">
          <Select
            {...select}
            {...control}
            value={value}
            onChange={(event) => onValue(event.currentTarget.value as Value)}
            className="field-box appearance-none truncate pr-8"
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} className="bg-raised text-ink">
                {option.label}
              </option>
            ))}
          </Select>
          <Icon
            name="chevronDown"
            className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-muted"
          />
        </div>
      )}
    </Field>
  )
}

/**
 * A calendar day as `YYYY-MM-DD`, or `''` for none. Days before `min` are not reported, because their year is still being
 * typed: the browser has the year 2 after the first digit of 2026.
 */
export function DateField({
  label,
  className,
  value,
  onValue,
  ...input
}: Pick<FieldProps, 'label' | 'className'> &
  Omit<InputProps, 'value' | 'onChange' | 'type' | 'min' | 'max'> & {
    min: string
    max: string
    value: string
    onValue: (day: string) => void
  }) {
  // an unfinished day, which the browser would drop if the value changed
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field label={label} className={className}>
      {(control) => (
        <Input
          {...input}
          {...control}
          type="date"
          value={typed ?? value}
          onChange={({ currentTarget: { value: day, validity } }) => {
            setTyped(validity.valid ? null : day)
            if (validity.valid) onValue(day)
          }}
          onBlur={({ currentTarget: day }) => {
            setTyped(null)
            // its value is already '', so that no render removes an unfinished day
            if (day.validity.badInput) day.value = ''
          }}
          className={`field-box ${(typed ?? value) ? '' : 'text-ink-faint'}`}
        />
      )}
    </Field>
  )
}
