import { isolated } from '@mandap/domain/text/text.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { type Action, actionsOf, STEPS, type Step } from '@mandap/domain/verification/step.ts'
import { flushSync, useRef } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ACTIONS } from './action.ts'

/**
 * Renders the actions of a step, at the bottom edge of the window. On a decided step the bar is closed: it stays at
 * the end of the page, and says who can change the decision.
 */
export function DecisionBar({
  partner,
  step,
  disabled,
  onReopen,
  onAction,
}: {
  partner: Partner
  step: Step
  /** Why the actions are disabled, or null. */
  disabled: string | null
  /** Opens the bar after a decision that this person may change, or null. */
  onReopen: (() => void) | null
  onAction: (action: Action) => void
}) {
  const bar = useRef<HTMLElement>(null)
  const isClosed = disabled !== null || onReopen !== null
  const text =
    disabled ??
    (onReopen
      ? `${STEPS[step].label} is decided.`
      : partner.reason
        ? `Last reason: ${isolated(partner.reason)}`
        : 'Your decision')
  return (
    <section
      ref={bar}
      aria-label="Decision"
      className={`-mx-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line px-4 sm:mx-0 ${
        isClosed
          ? 'border-y bg-sunken py-2 sm:rounded-lg sm:border-x'
          : 'decision-bar sticky bottom-0 z-10 border-t bg-surface pt-3 pb-[max(--spacing(3),env(safe-area-inset-bottom))] sm:rounded-t-lg sm:border-x'
      }`}
    >
      <p className="flex min-w-0 items-center gap-2 text-ink-muted">
        {isClosed && <Icon name="lock" className="size-4" />}
        {/* above the documents there is no room for a long reason */}
        <span
          className={`min-w-0 wrap-anywhere ${isClosed ? '' : 'line-clamp-2'}`}
          title={partner.reason}
        >
          {text}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {onReopen ? (
          <Button
            onClick={() => {
              // the actions take the place of this button, and its focus
              flushSync(onReopen)
              bar.current?.querySelector('button')?.focus()
            }}
          >
            Change the decision
          </Button>
        ) : (
          actionsOf(step).map((action) => (
            <Button
              key={action}
              look={isClosed ? 'secondary' : ACTIONS[action].look}
              disabledReason={disabled ?? undefined}
              onClick={() => onAction(action)}
            >
              {ACTIONS[action].label}
            </Button>
          ))
        )}
      </div>
    </section>
  )
}
