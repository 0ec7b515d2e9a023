import type { Booking } from '@mandap/domain/booking/booking.ts'
import { plannerName } from '@mandap/domain/booking/planner-name.ts'
import { plannerFit } from '@mandap/domain/booking/planner-fit.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import { useQuery } from '@tanstack/preact-query'
import { useId } from 'preact/compat'
import type { PartnerSwap } from '../../features/booking/mutations.ts'
import { bookingsOnDaysQuery, daysOf } from '../../features/booking/on-days.ts'
import { useClient } from '../../features/client/client-context.ts'
import type { Conflict } from '../../features/record/conflict.ts'
import { saverOf } from '../../features/record/saver.ts'
import { timeZone } from '../../features/time/today.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { NO_TEXT } from '../../ui/no-text.ts'
import { Changes } from './Changes.tsx'
import type { PickedPartner } from './planner-draft.ts'
import { FitOfPicked } from './PlannerFit.tsx'

/** Says that someone else saved the booking first: their changes, the person's own choice, and what can be done. */
export function PlannerConflict({
  conflict,
  to,
  about,
  problem,
  busy,
  onKeep,
  onReplace,
  onClose,
}: {
  conflict: Conflict<Booking>
  to: PartnerSwap['to'] | null
  /** The selected partner; null for a manual one. */
  about: PickedPartner | null
  /** Why the last attempt to replace the planner failed. */
  problem: string | null
  busy: boolean
  onKeep: () => void
  onReplace: () => void
  onClose: () => void
}) {
  const { current, changes } = conflict
  const yours = isolated(nameIn(to)) || NO_TEXT
  const theirs = plannerName(current)
  const isSame = to?.kind === 'existing' && to.partner.id === current.partnerId
  return (
    <Dialog
      title="This booking has changed"
      description={`${saverOf(changes)} saved it after you opened it. Your choice has not been saved yet.`}
      size="medium"
      keepOnBackdrop
      onClose={onClose}
      footer={
        <>
          <Button ref={initialFocus} className="whitespace-normal!" onClick={onKeep}>
            {theirs === null ? 'Leave it without a planner' : `Keep ${theirs}`}
          </Button>
          {!isSame && (
            <Button look="primary" className="whitespace-normal!" busy={busy} onClick={onReplace}>
              {theirs === null ? `Make ${yours} the planner` : `Replace ${theirs} with ${yours}`}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <div role="alert">
          <Changes conflict={conflict} />
        </div>
        <div className="rounded-md bg-sunken px-4 py-3">
          <p className="text-sm text-ink-muted">Your choice</p>
          <p className="mt-1 font-medium wrap-anywhere">{yours}</p>
          {about && <p className="text-sm wrap-anywhere text-ink-muted">{about.about}</p>}
          {isSame && <p className="mt-1">They are the planner already.</p>}
        </div>
        {about && !isSame && <CurrentFit booking={current} picked={about} />}
        <p role="alert" className="text-negative-text empty:hidden">
          {problem}
        </p>
      </div>
    </Dialog>
  )
}

/** Renders the reasons against the selected partner, for the booking as it is now. */
function CurrentFit({ booking, picked }: { booking: Booking; picked: PickedPartner }) {
  const events = useQuery(bookingsOnDaysQuery(useClient(), daysOf(booking, [picked.id])))
  const fit = plannerFit(booking, picked, events.data ?? null, timeZone())
  return <FitOfPicked id={useId()} booking={booking} picked={picked} fit={fit} events={events} />
}

function nameIn(to: PartnerSwap['to'] | null): string {
  return to?.kind === 'manual' ? to.manual.PartnerName : (to?.partner.name ?? '')
}
