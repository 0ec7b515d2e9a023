import { isolated } from '@mandap/domain/text/text.ts'
import {
  isBlank,
  type ManualField,
  type ManualProblems,
  manualProblems,
  trimmed,
} from '@mandap/domain/booking/manual-partner.ts'
import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import { swapProblem } from '@mandap/domain/booking/swap.ts'
import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { flushSync, type FormEvent, useCallback, useId, useRef, useState } from 'preact/compat'
import { ApiError } from '@mandap/client/api-error.ts'
import { type Conflict, conflictOf } from '../../features/record/conflict.ts'
import { saverOf } from '../../features/record/saver.ts'
import { useClient } from '../../features/client/client-context.ts'
import { ChangedBesideForm } from '../../features/live/ChangedNotice.tsx'
import { type PartnerSwap, partnerSwap } from '../../features/booking/mutations.ts'
import { NOT_UPDATED, UPDATED } from '../../features/partner/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { ManualFields } from './ManualFields.tsx'
import { PartnerPicker } from './PartnerPicker.tsx'
import { PlannerConflict } from './PlannerConflict.tsx'
import { EMPTY_DRAFT, isTouched, type PlannerDraft } from './planner-draft.ts'

const NOT_SAVED = 'Error saving details. Please try again.'
const GONE = 'was deleted or no longer exists. Choose another partner.'
const CHANGED = 'saved this booking after you opened it. Your choice was not saved.'

/** Swaps the partner of a booking for an existing one or a manual partner (§2.6). */
export function EditPlanner({
  booking: current,
  draft,
  onDraft,
  onCurrent,
  onSaved,
  onClose,
}: {
  booking: Booking
  draft: PlannerDraft
  onDraft: (draft: PlannerDraft) => void
  /** Called with the host's booking if it differs from the one on the screen. */
  onCurrent: (current: Booking) => void
  /** Called with the draft that was saved, also if the dialog was closed before. */
  onSaved: (saved: PlannerDraft) => void
  /** Without `isDone`, the draft stays for the next time that the dialog is opened. */
  onClose: (isDone: boolean) => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  // not what others have saved since, so that their change is a conflict
  const [booking] = useState(current)
  const [wasKept] = useState(() => isTouched(draft))
  const [problem, setProblem] = useState<string | null>(null)
  const [fieldProblems, setFieldProblems] = useState<ManualProblems>({})
  const swap = useMutation(partnerSwap(useClient(), useQueryClient()))
  const [conflict, setConflict] = useState<Conflict<Booking> | null>(null)
  const isOpen = useIsOpen()
  const saveButton = useRef<HTMLButtonElement>(null)
  const focusSave = useCallback(() => saveButton.current?.focus(), [])
  const fitId = useId()
  const to = chosen(draft)

  function change(part: Partial<PlannerDraft>) {
    setProblem(null)
    setFieldProblems({})
    onDraft({ ...draft, ...part })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (swap.isPending) return
    const picked = to?.kind === 'existing' ? to.partner : null
    const manual = to?.kind === 'manual' ? to.manual : EMPTY_DRAFT.manual
    const problems = isBlank(manual) ? {} : manualProblems(manual)
    const nothing = swapProblem(picked, manual)
    flushSync(() => {
      setProblem(nothing)
      setFieldProblems(problems)
    })
    if (!to || nothing || Object.keys(problems).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
      // on a phone, the alert is below the fields and out of view
      if (nothing) form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
      return
    }
    void save(booking, to)
  }

  async function save(on: Booking, by: PartnerSwap['to']) {
    setProblem(null)
    try {
      // callbacks of `mutate` would not run after the dialog was closed
      await swap.mutateAsync({ booking: on, to: by })
    } catch (error) {
      return failed(error, by)
    }
    showToast('success', UPDATED)
    onSaved(draft)
  }

  function failed(error: unknown, by: PartnerSwap['to']) {
    if (!(error instanceof ApiError)) return showToast('error', NOT_SAVED)
    const stale = conflictOf(error, bookingFrom)
    if (stale) {
      setConflict(stale)
      onCurrent(stale.current)
      if (!isOpen.current) showToast('error', `${saverOf(stale.changes)} ${CHANGED}`)
      return
    }
    const isCreated = by.kind === 'manual' && error.details.call !== 'POST /temp-partner'
    showToast('error', isCreated ? NOT_UPDATED : NOT_SAVED)
    const isField = error.field !== null && error.field in EMPTY_DRAFT.manual
    if (isField && !conflict) setFieldProblems({ [error.field as ManualField]: error.message })
    else if (by.kind === 'existing' && error.field === 'partnerId')
      setProblem(`${isolated(by.partner.name)} ${GONE}`)
    else setProblem(error.message)
  }

  if (conflict)
    return (
      <PlannerConflict
        key="conflict"
        conflict={conflict}
        to={to}
        about={to?.kind === 'existing' ? draft.picked : null}
        problem={problem}
        busy={swap.isPending}
        onKeep={() => onClose(true)}
        onReplace={() => to && void save(conflict.current, to)}
        onClose={() => onClose(false)}
      />
    )

  return (
    <Dialog
      key="edit"
      title="Edit planner"
      description={
        booking.partnerName
          ? `${isolated(booking.partnerName)} is the planner now.`
          : 'No partner details found.'
      }
      size="medium"
      keepOnBackdrop={isTouched(draft)}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(true)}>Cancel</Button>
          <Button
            ref={(button) => {
              saveButton.current = button
              // of a kept draft
              if (draft.way === 'existing' && draft.picked) initialFocus(button)
            }}
            look="primary"
            type="submit"
            form={formId}
            busy={swap.isPending}
            aria-describedby={draft.way === 'existing' && draft.picked ? fitId : undefined}
          >
            {swap.isPending ? 'Saving…' : 'Save'}
          </Button>
        </>
      }
    >
      <ChangedBesideForm subject="booking" id={booking.id} />
      <form id={formId} ref={form} noValidate onSubmit={submit} className="grid gap-4">
        {wasKept && (
          <p className="flex items-center justify-between gap-3 rounded-md bg-info-soft py-1 pr-1 pl-3 text-info-text">
            Your earlier entries were kept.
            <Button look="quiet" size="small" onClick={() => change(EMPTY_DRAFT)}>
              Start over
            </Button>
          </p>
        )}
        <SegmentedControl
          label="Replace the planner with"
          options={[
            { value: 'existing', label: 'Existing partner' },
            { value: 'manual', label: 'Manual partner' },
          ]}
          value={draft.way}
          onValue={(way) => change({ way })}
        />
        {draft.way === 'existing' ? (
          <PartnerPicker
            booking={booking}
            fitId={fitId}
            onPicked={focusSave}
            search={draft.search}
            picked={draft.picked}
            onSearch={(search) => change({ search })}
            onPick={(picked) => change({ picked })}
          />
        ) : (
          <ManualFields
            manual={draft.manual}
            problems={fieldProblems}
            onField={(field, text) => change({ manual: { ...draft.manual, [field]: text } })}
          />
        )}
        <p role="alert" className="text-negative-text empty:hidden">
          {problem}
        </p>
      </form>
    </Dialog>
  )
}

/** Returns the partner that the draft would save, or null if none is selected. */
function chosen({ way, picked, manual }: PlannerDraft): PartnerSwap['to'] | null {
  if (way === 'manual') return { kind: 'manual', manual: trimmed(manual) }
  if (picked === null) return null
  const { id, name, mobile } = picked
  return { kind: 'existing', partner: { id, name, mobile } }
}
