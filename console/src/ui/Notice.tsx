import type { Tone } from '@mandap/domain/status/tone.ts'
import type { ReactNode } from 'preact/compat'
import { TONE_COLOURS } from './Badge.tsx'
import { Icon, type IconName } from './Icon.tsx'

const ICONS: Partial<Record<Tone, IconName>> = {
  positive: 'check',
  warning: 'alert',
  negative: 'alert',
}

/** A message about the screen, the form or the record around it. */
export function Notice({
  tone,
  icon = ICONS[tone] ?? 'info',
  live = tone === 'negative' ? 'alert' : undefined,
  id,
  text,
  actions,
  className = '',
  children,
}: {
  tone: Tone
  icon?: IconName
  /** How screen readers announce it when it appears: `alert` at once, `status` after what they are saying. */
  live?: 'alert' | 'status' | undefined
  id?: string
  /** The first line. */
  text?: string
  /** At the end of the text, or below it if there is no room. */
  actions?: ReactNode
  className?: string
  /** Below the first line. */
  children?: ReactNode
}) {
  return (
    <div
      id={id}
      role={live}
      className={`flex gap-2.5 rounded-md py-1 pl-3 ${actions ? 'pr-1' : 'pr-3'} ${TONE_COLOURS[tone]} ${className}`}
    >
      <Icon name={icon} className="mt-2 size-4.5" />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3">
        <div className="min-w-0 grow basis-40 py-1.5 wrap-anywhere">
          {text && <p className="font-medium">{text}</p>}
          {children && <div className="not-first:mt-0.5">{children}</div>}
        </div>
        {actions}
      </div>
    </div>
  )
}
