import type { Tone } from '@mandap/domain/status/tone.ts'
import type { ReactNode } from 'preact/compat'

export const TONE_COLOURS: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-neutral-text',
  info: 'bg-info-soft text-info-text',
  progress: 'bg-progress-soft text-progress-text',
  positive: 'bg-positive-soft text-positive-text',
  warning: 'bg-warning-soft text-warning-text',
  negative: 'bg-negative-soft text-negative-text',
}

const DOTS: Record<Tone, string> = {
  neutral: 'bg-neutral-solid',
  info: 'bg-info-solid',
  progress: 'bg-progress-solid',
  positive: 'bg-positive-solid',
  warning: 'bg-warning-solid',
  negative: 'bg-negative-solid',
}

/** A status in a word or two. The tone repeats what the words say. */
export function Badge({
  tone = 'neutral',
  dot = false,
  children,
}: {
  tone?: Tone
  dot?: boolean
  children: ReactNode
}) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-medium ${TONE_COLOURS[tone]}`}
    >
      {dot && <ToneDot tone={tone} className="size-1.5" />}
      <span className="min-w-0">{children}</span>
    </span>
  )
}

/** A dot in the colour of a tone. `className` has its size. */
export function ToneDot({ tone, className }: { tone: Tone; className: string }) {
  return <span aria-hidden="true" className={`shrink-0 rounded-full ${DOTS[tone]} ${className}`} />
}
