import { Icon, type IconName } from '../../ui/Icon.tsx'

/** Renders a kind of second factor that a person can choose. */
export function FactorChoice({
  icon,
  title,
  text,
  onChoose,
}: {
  icon: IconName
  title: string
  text: string
  onChoose: () => void
}) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex items-start gap-3 rounded-md border border-line bg-surface p-4 text-left shadow-card hover:border-line-strong hover:bg-hover"
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-neutral-soft text-ink-muted">
        <Icon name={icon} className="size-4.5" />
      </span>
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-ink-muted">{text}</span>
      </span>
    </button>
  )
}
