import { Icon } from './Icon.tsx'

const LOOKS = {
  info: { icon: 'info', colour: 'bg-info-soft text-info-text' },
  positive: { icon: 'check', colour: 'bg-positive-soft text-positive-text' },
  negative: { icon: 'alert', colour: 'bg-negative-soft text-negative-text' },
} as const

export function Notice({
  tone,
  text,
  advice,
  isAlert = tone === 'negative',
}: {
  tone: keyof typeof LOOKS
  /** Whether screen readers say it at once. */
  isAlert?: boolean
  text: string
  advice?: string | undefined
}) {
  const { icon, colour } = LOOKS[tone]
  return (
    <div
      role={isAlert ? 'alert' : 'status'}
      className={`mt-5 flex gap-2.5 rounded-md px-3 py-2.5 ${colour}`}
    >
      <Icon name={icon} className="mt-px" />
      <div className="min-w-0">
        <p className="font-medium">{text}</p>
        {advice && <p className="mt-0.5">{advice}</p>}
      </div>
    </div>
  )
}
