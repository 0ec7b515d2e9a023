import { ApiError } from '@mandap/client/api-error.ts'
import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import type { ManualField, ManualProblems } from '@mandap/domain/booking/manual-partner.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/compat'
import { type PartnerSwap, partnerSwap } from '../../features/booking/mutations.ts'
import { useClient } from '../../features/client/client-context.ts'
import { NOT_UPDATED, UPDATED } from '../../features/partner/messages.ts'
import { type Conflict, conflictOf } from '../../features/record/conflict.ts'
import { saverOf } from '../../features/record/saver.ts'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { BLANK_MANUAL } from './planner-draft.ts'

const NOT_SAVED = 'Error saving details. Please try again.'
const GONE = 'was deleted or no longer exists. Choose another partner.'
const CHANGED = 'saved this booking after you opened it. Your choice was not saved.'

/** Why the planner was not saved: a text for the whole form, and one for each wrong field of a manual partner. */
export interface PlannerProblems {
  form: string | null
  fields: ManualProblems
}

export const NO_PROBLEMS: PlannerProblems = { form: null, fields: {} }

/** A booking before and after its planner was replaced. */
export interface SavedSwap {
  before: Booking
  after: Booking
}

/**
 * Saves another partner as the planner of a booking. A toast reports the result, but a conflict only if it is not shown.
 * `conflict` is what others saved first. `problems` are the errors that the form found or the host returned.
 */
export function usePlannerSave({
  conflict: opened = null,
  onCurrent,
  onConflict = () => true,
  onGone,
  onSaved,
}: {
  /** A conflict from before. */
  conflict?: Conflict<Booking> | null
  /** Called with the host's booking if it differs from the one on the screen. */
  onCurrent: (current: Booking) => void
  /** Called unless the dialog was closed or the screen was left. Returns whether the conflict is shown. */
  onConflict?: (conflict: Conflict<Booking>) => boolean
  /** Called when the partner that should replace the planner of a conflict does not exist. It ends the conflict. */
  onGone?: (current: Booking) => void
  onSaved: (swap: SavedSwap) => void
}) {
  const swap = useMutation(partnerSwap(useClient(), useQueryClient()))
  const [conflict, setConflict] = useState(opened)
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const isOpen = useIsOpen()

  async function save(booking: Booking, to: PartnerSwap['to']) {
    setProblems(NO_PROBLEMS)
    let after: Booking
    try {
      // callbacks of `mutate` would not run after the dialog was closed
      after = await swap.mutateAsync({ booking, to })
    } catch (error) {
      return failed(error, to)
    }
    showToast('success', UPDATED)
    onSaved({ before: booking, after })
  }

  function failed(error: unknown, to: PartnerSwap['to']) {
    if (!(error instanceof ApiError)) return showToast('error', NOT_SAVED)
    const stale = conflictOf(error, bookingFrom)
    if (stale) {
      setConflict(stale)
      onCurrent(stale.current)
      const isShown = isOpen.current && onConflict(stale)
      if (!isShown) showToast('error', `${saverOf(stale.changes)} ${CHANGED}`)
      return
    }
    const isCreated = to.kind === 'manual' && error.details.call !== 'POST /temp-partner'
    showToast('error', isCreated ? NOT_UPDATED : NOT_SAVED)
    const isField = error.field !== null && error.field in BLANK_MANUAL
    if (isField && !conflict)
      setProblems({ form: null, fields: { [error.field as ManualField]: error.message } })
    else if (to.kind === 'existing' && error.field === 'partnerId') {
      setProblems({ form: `${isolated(to.partner.name)} ${GONE}`, fields: {} })
      if (!onGone || !conflict || !isOpen.current) return
      setConflict(null)
      onGone(conflict.current)
    } else setProblems({ form: error.message, fields: {} })
  }

  return { save, isSaving: swap.isPending, conflict, problems, setProblems }
}
