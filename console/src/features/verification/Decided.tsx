import type { Partner } from '@mandap/domain/partner/partner.ts'
import { type Action, STEPS, type Step } from '@mandap/domain/verification/step.ts'
import { useEffect, useRef, useState } from 'preact/compat'
import { useLocation, useNavigate } from '../../router/Router.tsx'
import { Link } from '../../router/Link.tsx'
import { paths } from '../navigation/paths.ts'
import { UPDATED } from '../partner/messages.ts'
import { type Neighbour, NEXT_REVIEWED } from '../partner/neighbours.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Key } from '../../ui/Key.tsx'
import { NO_TEXT } from '../../ui/no-text.ts'
import { TOAST_MS } from '../../ui/Toast.tsx'
import { ACTIONS } from './action.ts'
import { stepPath } from './step-path.ts'

const LAST = 'That was the last partner in the list.'

/**
 * Renders a saved decision, with what to do next: the partner's next step (Enter) and the next partner (`j`). Shows
 * the message of §8 first, in the same place, so that it covers nothing.
 */
export function Decided({
  partner,
  step,
  action,
  nextStep,
  inReview,
  nextPartner,
  isNextReviewed,
  onNextPartner,
}: {
  partner: Partner
  step: Step
  action: Action
  nextStep: Step | null
  /** Whether the partner was opened from a list. */
  inReview: boolean
  nextPartner: Neighbour | null
  /** Whether others review the partners that come next in the list. */
  isNextReviewed: boolean
  onNextPartner: (next: Neighbour) => void
}) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  const [isFresh, setIsFresh] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setIsFresh(false), TOAST_MS.success)
    return () => clearTimeout(timer)
  }, [])
  // after the dialog has returned the focus to the control that opened it
  useEffect(() => box.current?.querySelector<HTMLElement>('button, a')?.focus(), [])
  return (
    <div
      ref={box}
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-positive-soft py-2 pr-2 pl-4 text-positive-text"
    >
      <output className="flex items-center gap-2 font-medium">
        <Icon name="check" className="size-4.5" />
        {isFresh ? UPDATED : `${STEPS[step].label}: ${ACTIONS[action].done}`}
      </output>
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        {nextStep && (
          <Button
            look="primary"
            onClick={() => navigate(stepPath(partner, nextStep), { replace: true, state })}
          >
            Next step: {STEPS[nextStep].label}
            <Key name="Enter" />
          </Button>
        )}
        {nextPartner ? (
          <Button
            look={nextStep ? 'secondary' : 'primary'}
            aria-keyshortcuts="j"
            className="max-w-full"
            onClick={() => onNextPartner(nextPartner)}
          >
            <span className="truncate">Next partner: {nextPartner.partner.name || NO_TEXT}</span>
            <Key name="j" />
          </Button>
        ) : (
          <Link
            to={paths.kycHub(partner.id)}
            replace
            state={state}
            className="rounded-xs px-2 py-1 font-medium underline"
          >
            {inReview && `${isNextReviewed ? NEXT_REVIEWED : LAST} `}
            Back to the partner
          </Link>
        )}
      </div>
    </div>
  )
}
