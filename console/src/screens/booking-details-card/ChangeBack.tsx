import type { Booking } from '@mandap/domain/booking/booking.ts'
import { plannerName } from '@mandap/domain/booking/planner-name.ts'
import type { AssignedPartner } from '@mandap/domain/booking/swap.ts'
import { VIEWER_CHANGES_NOTHING } from '@mandap/domain/session/role.ts'
import { useState } from 'preact/compat'
import { type Conflict, versionOf } from '../../features/record/conflict.ts'
import { useIsViewer } from '../../features/session/role.ts'
import { Button } from '../../ui/Button.tsx'
import { FocusAfterRemoval } from '../../ui/states.tsx'
import { type SavedSwap, usePlannerSave } from './use-planner-save.ts'

/**
 * Offers to restore the planner whom the last swap on this screen replaced, until the booking is changed. Stays mounted
 * without the offer, so that a conflict that removes it is still shown.
 */
export function ChangeBack({
  booking,
  swap,
  onCurrent,
  onConflict,
  onSaved,
}: {
  booking: Booking
  /** The last swap on this screen. */
  swap: SavedSwap | null
  /** Called with the host's booking if it differs from the one on the screen. */
  onCurrent: (current: Booking) => void
  /** Called with the planner that could not be restored. Returns whether the conflict is shown. */
  onConflict: (conflict: Conflict<Booking>, planner: AssignedPartner) => boolean
  onSaved: (swap: SavedSwap) => void
}) {
  const isViewer = useIsViewer()
  const [tried, setTried] = useState<SavedSwap | null>(null)
  const [saving, setSaving] = useState<SavedSwap | null>(null)
  // stays with its focus while it is saved, although that changes the booking
  const isOffered = swap !== null && (swap === saving || isStillSaved(swap, booking))
  const planner = isOffered ? replacedPlanner(swap) : null
  const { save, problems } = usePlannerSave({
    onCurrent,
    onConflict: (conflict) => planner !== null && onConflict(conflict, planner),
    onSaved,
  })
  if (swap === null || planner === null) return null

  async function changeBack(from: SavedSwap, to: AssignedPartner) {
    setTried(from)
    setSaving(from)
    await save(booking, { kind: 'existing', partner: to })
    setSaving(null)
  }

  return (
    <FocusAfterRemoval className="mt-4 flex flex-col items-start gap-2">
      <Button
        size="small"
        className="py-1 text-left whitespace-normal!"
        busy={swap === saving}
        disabledReason={isViewer ? VIEWER_CHANGES_NOTHING : undefined}
        onClick={() => void changeBack(swap, planner)}
      >
        Change back to {plannerName(swap.before)}
      </Button>
      <p role="alert" className="text-negative-text wrap-anywhere empty:hidden">
        {tried === swap && problems.form}
      </p>
    </FocusAfterRemoval>
  )
}

function isStillSaved({ after }: SavedSwap, booking: Booking): boolean {
  return booking.partnerId === after.partnerId && versionOf(booking) === versionOf(after)
}

/** Returns the planner that a swap has replaced, or null if there was none. */
function replacedPlanner({ before, after }: SavedSwap): AssignedPartner | null {
  const { partnerId, partnerName, partnerMobile } = before
  if (partnerId === '' || partnerId === after.partnerId) return null
  return { id: partnerId, name: partnerName, mobile: partnerMobile }
}
