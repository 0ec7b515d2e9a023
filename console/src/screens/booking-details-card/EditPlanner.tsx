import { isolated } from '@mandap/domain/text/text.ts'
import {
  isBlank,
  isEqual,
  type ManualPartner,
  type ManualProblems,
  manualProblems,
  trimmed,
} from '@mandap/domain/booking/manual-partner.ts'
import type { Booking } from '@mandap/domain/booking/booking.ts'
import { swapProblem } from '@mandap/domain/booking/swap.ts'
import { useQuery } from '@tanstack/preact-query'
import { flushSync, type FormEvent, useCallback, useId, useRef, useState } from 'preact/compat'
import { ChangedBesideForm } from '../../features/live/ChangedNotice.tsx'
import type { PartnerSwap } from '../../features/booking/mutations.ts'
import { useClient } from '../../features/client/client-context.ts'
import type { Conflict } from '../../features/record/conflict.ts'
import { plannerById } from '../../features/partner/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { ManualFields } from './ManualFields.tsx'
import { PartnerPicker } from './PartnerPicker.tsx'
import { PlannerConflict } from './PlannerConflict.tsx'
import {
  BLANK_MANUAL,
  EMPTY_DRAFT,
  isTouched,
  manualOf,
  type PlannerDraft,
} from './planner-draft.ts'
import {
  NO_PROBLEMS,
  type PlannerProblems,
  type SavedSwap,
  usePlannerSave,
} from './use-planner-save.ts'

const UNCHANGED = 'These are the details of the planner now. Change one to save.'

/** Swaps the partner of a booking for an existing one or a manual partner (§2.6). */
export function EditPlanner({
  booking: current,
  conflict: opened,
  draft,
  onDraft,
  onCurrent,
  onSaved,
  onClose,
}: {
  booking: Booking
  /** What others saved before the selected partner could be saved; null to begin with the form. */
  conflict: Conflict<Booking> | null
  draft: PlannerDraft
  onDraft: (draft: PlannerDraft) => void
  /** Called with the host's booking if it differs from the one on the screen. */
  onCurrent: (current: Booking) => void
  /** Called with the draft that was saved, also if the dialog was closed before. */
  onSaved: (swap: SavedSwap, saved: PlannerDraft) => void
  /** Without `isDone`, the draft stays for the next time that the dialog is opened. */
  onClose: (isDone: boolean) => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const fitId = useId()
  // not what others have saved since, so that their change is a conflict
  const [booking, setBooking] = useState(current)
  const [wasKept] = useState(() => opened === null && isTouched(draft))
  const { save, isSaving, conflict, problems, setProblems } = usePlannerSave({
    conflict: opened,
    onCurrent,
    onGone(newest) {
      setBooking(newest)
      onDraft({ ...draft, picked: null })
    },
    onSaved: (swap) => onSaved(swap, draft),
  })
  const saveButton = useRef<HTMLButtonElement>(null)
  const focusSave = useCallback(() => saveButton.current?.focus(), [])
  // already loaded by the panel
  const planner = useQuery({ ...plannerById(useClient(), booking.partnerId), enabled: false })
  const own = manualOf(planner.data)
  const manual = draft.manual ?? own ?? BLANK_MANUAL
  const to = chosen(draft, manual)
  const isUnchanged = to?.kind === 'manual' && own !== null && isEqual(to.manual, trimmed(own))
  const isPicked = to?.kind === 'existing'

  function change(part: Partial<PlannerDraft>) {
    setProblems(NO_PROBLEMS)
    onDraft({ ...draft, ...part })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSaving || isUnchanged) return
    const found = problemsOf(to)
    flushSync(() => setProblems(found))
    if (!to || found.form || Object.keys(found.fields).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
      // on a phone, the alert is below the fields and out of view
      if (found.form)
        form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
      return
    }
    void save(booking, to)
  }

  if (conflict)
    return (
      <PlannerConflict
        key="conflict"
        conflict={conflict}
        to={to}
        about={isPicked ? draft.picked : null}
        problem={problems.form}
        busy={isSaving}
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
              if (isPicked) initialFocus(button)
            }}
            look="primary"
            type="submit"
            form={formId}
            busy={isSaving}
            disabledReason={isUnchanged ? UNCHANGED : undefined}
            aria-describedby={isPicked ? fitId : undefined}
          >
            {isSaving ? 'Saving…' : 'Save'}
          </Button>
        </>
      }
    >
      <ChangedBesideForm subject="booking" id={booking.id} />
      <form id={formId} ref={form} noValidate onSubmit={submit} className="grid gap-4">
        {wasKept && <KeptEntries onDiscard={() => change(EMPTY_DRAFT)} />}
        <PlannerFields
          booking={booking}
          draft={draft}
          manual={manual}
          problems={problems.fields}
          fitId={fitId}
          onChange={change}
          onPicked={focusSave}
        />
        <p role="alert" className="text-negative-text empty:hidden">
          {problems.form}
        </p>
      </form>
    </Dialog>
  )
}

function KeptEntries({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Notice
      tone="info"
      actions={
        <Button look="quiet" size="small" onClick={onDiscard}>
          Start over
        </Button>
      }
    >
      Your earlier entries were kept.
    </Notice>
  )
}

/** Renders the choice between the two kinds of partner, and the control of the chosen kind. */
function PlannerFields({
  booking,
  draft,
  manual,
  problems,
  fitId,
  onChange,
  onPicked,
}: {
  booking: Booking
  draft: PlannerDraft
  /** The texts of the fields. */
  manual: ManualPartner
  problems: ManualProblems
  /** The id of the element that says how the selected partner fits. */
  fitId: string
  onChange: (part: Partial<PlannerDraft>) => void
  /** Called once the selected partner is on the screen, to move the focus. */
  onPicked: () => void
}) {
  const { way, search, picked } = draft
  return (
    <>
      <SegmentedControl
        label="Replace the planner with"
        options={[
          { value: 'existing', label: 'Existing partner' },
          { value: 'manual', label: 'Manual partner' },
        ]}
        value={way}
        onValue={(chosenWay) => onChange({ way: chosenWay })}
      />
      {way === 'existing' ? (
        <PartnerPicker
          booking={booking}
          fitId={fitId}
          onPicked={onPicked}
          search={search}
          picked={picked}
          onSearch={(text) => onChange({ search: text })}
          onPick={(partner) => onChange({ picked: partner })}
        />
      ) : (
        <ManualFields
          manual={manual}
          problems={problems}
          onField={(field, text) => onChange({ manual: { ...manual, [field]: text } })}
        />
      )}
    </>
  )
}

/** Returns the partner that the draft would save, or null if none is selected. */
function chosen({ way, picked }: PlannerDraft, manual: ManualPartner): PartnerSwap['to'] | null {
  if (way === 'manual') return { kind: 'manual', manual: trimmed(manual) }
  if (picked === null) return null
  const { id, name, mobile } = picked
  return { kind: 'existing', partner: { id, name, mobile } }
}

/** Returns why a partner cannot be saved, before it is sent. */
function problemsOf(to: PartnerSwap['to'] | null): PlannerProblems {
  const picked = to?.kind === 'existing' ? to.partner : null
  const manual = to?.kind === 'manual' ? to.manual : BLANK_MANUAL
  return {
    form: swapProblem(picked, manual),
    fields: isBlank(manual) ? {} : manualProblems(manual),
  }
}
