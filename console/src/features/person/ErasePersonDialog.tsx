import { isNotFound } from '@mandap/client/api-error.ts'
import { erasurePhrase, erasureProblem } from '@mandap/domain/person/erased.ts'
import { MAX_PERSON_REASON } from '@mandap/domain/person/person.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { type FormEvent, useId, useState } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { CheckedField, useTried } from '../../ui/CheckedField.tsx'
import { UNCORRECTED } from '../../ui/Field.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { useClient } from '../client/client-context.ts'
import { ChangedBesideForm } from '../live/ChangedNotice.tsx'
import { DraftOffer } from '../draft/DraftOffer.tsx'
import { useDraft } from '../draft/use-draft.ts'
import { withElevation } from '../session/current-elevation.ts'
import { personErasure } from './mutations.ts'
import { REASON_DRAFT, REASON_WAS_KEPT } from './reason-draft.ts'
import { reasonHint } from './reason-hint.ts'
import type { Person } from './subject.ts'

const LOOK_FIRST = 'Close this and look at the change before you erase the person.'

/** Asks for the reason and a confirmation that is typed, and erases a person. */
export function ErasePersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const formId = useId()
  const draft = useDraft(`erasure/${person.subject}/${person.id}`, REASON_DRAFT)
  const reason = draft.value
  const [typed, setTyped] = useState('')
  const erasure = useMutation(personErasure(useClient(), useQueryClient()))
  const isOpen = useIsOpen()
  const phrase = erasurePhrase(person)
  const { isTried, handlers } = useTried()
  const noReason = reason.trim() === '' ? 'Enter the reason for the erasure.' : null
  const unconfirmed = erasureProblem(phrase, typed)
  const problem = noReason ?? unconfirmed

  function cancel() {
    draft.cancel()
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (problem !== null || erasure.isPending) return
    try {
      await withElevation((grant) => erasure.mutateAsync({ person, reason, grant }))
      showToast('success', 'Person erased.')
      // not the text of a dialog that was opened after this one was closed
      if (isOpen.current || draft.isStill(reason)) draft.clear()
      if (isOpen.current) onClose()
    } catch (error) {
      if (!isOpen.current) showToast('error', problemText(error as Error))
    }
  }

  return (
    <Dialog
      title={`Erase ${isolated(person.title)}`}
      description="This cannot be undone. Name, contact details, numbers and addresses are removed from the record, from its bookings, from records of the same person that were entered by hand, and from the audit log, and the documents are destroyed. Dates and amounts of bookings stay, so that they are still counted."
      keepOnBackdrop={reason !== '' || typed !== ''}
      onClose={cancel}
      footer={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button
            look="danger"
            type="submit"
            form={formId}
            busy={erasure.isPending}
            disabledReason={problem ?? undefined}
          >
            {erasure.isPending ? 'Erasing…' : 'Erase'}
          </Button>
        </>
      }
    >
      {person.subject === 'partner' && (
        <ChangedBesideForm
          subject="partner"
          id={person.id}
          hint={LOOK_FIRST}
          deletedHint={LOOK_FIRST}
        />
      )}
      {draft.offered !== null && (
        <DraftOffer text={REASON_WAS_KEPT} onDiscard={draft.discard} onRestore={draft.restore} />
      )}
      <form
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
        {...handlers}
        className="grid gap-3"
      >
        <CheckedField
          label="Reason"
          dir="auto"
          hint={reasonHint}
          problem={noReason}
          isTried={isTried}
          maxLength={MAX_PERSON_REASON}
          autoComplete="off"
          ref={initialFocus}
          value={reason}
          onText={draft.change}
        />
        <CheckedField
          label="Confirmation"
          dir="auto"
          problem={unconfirmed}
          isTried={isTried}
          hint={
            <>
              Type{' '}
              <b className="font-semibold wrap-anywhere">
                <EmailText address={phrase} />
              </b>
            </>
          }
          autoComplete="off"
          {...UNCORRECTED}
          value={typed}
          onText={setTyped}
        />
        <p role="alert" className="text-negative-text empty:hidden">
          {erasure.error && problemText(erasure.error)}
        </p>
      </form>
    </Dialog>
  )
}

function problemText(error: Error): string {
  return `The person could not be erased. ${isNotFound(error) ? 'The record no longer exists.' : error.message}`
}
