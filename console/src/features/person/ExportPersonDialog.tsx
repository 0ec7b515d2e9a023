import { MAX_PERSON_REASON } from '@mandap/domain/person/person.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { type FormEvent, useId } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { CheckedField } from '../../ui/CheckedField.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { useClient } from '../client/client-context.ts'
import { DraftOffer } from '../draft/DraftOffer.tsx'
import { useDraft } from '../draft/use-draft.ts'
import { withElevation } from '../session/current-elevation.ts'
import { personExport } from './mutations.ts'
import { REASON_DRAFT, REASON_WAS_KEPT } from './reason-draft.ts'
import { reasonHint } from './reason-hint.ts'
import type { Person } from './subject.ts'

/** Asks for the reason, and downloads everything that is stored about a person. */
export function ExportPersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const formId = useId()
  const draft = useDraft(`person-export/${person.subject}/${person.id}`, REASON_DRAFT)
  const reason = draft.value
  const exporting = useMutation(personExport(useClient(), useQueryClient()))
  const isOpen = useIsOpen()
  const problem = reason.trim() === '' ? 'Enter the reason for the export.' : null

  function cancel() {
    draft.cancel()
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (problem !== null || exporting.isPending) return
    try {
      const name = await withElevation((grant) => exporting.mutateAsync({ person, reason, grant }))
      showToast('success', `Download started: ${name}`)
      // not the text of a dialog that was opened after this one was closed
      if (isOpen.current || draft.isStill(reason)) draft.clear()
      if (isOpen.current) onClose()
    } catch (error) {
      if (!isOpen.current) showToast('error', problemText(error as Error))
    }
  }

  return (
    <Dialog
      title={`Export all data of ${isolated(person.title)}`}
      description="You get a ZIP file with the record and its whole personal numbers, the bookings, the documents and the audit entries."
      keepOnBackdrop={reason !== ''}
      onClose={cancel}
      footer={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button
            look="primary"
            icon="download"
            type="submit"
            form={formId}
            busy={exporting.isPending}
            disabledReason={problem ?? undefined}
          >
            {exporting.isPending ? 'Preparing…' : 'Export'}
          </Button>
        </>
      }
    >
      {draft.offered !== null && (
        <DraftOffer text={REASON_WAS_KEPT} onDiscard={draft.discard} onRestore={draft.restore} />
      )}
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
        <CheckedField
          label="Reason"
          dir="auto"
          hint={reasonHint}
          problem={problem}
          maxLength={MAX_PERSON_REASON}
          autoComplete="off"
          ref={initialFocus}
          value={reason}
          onText={draft.change}
        />
        <p role="alert" className="text-negative-text empty:hidden">
          {exporting.error && problemText(exporting.error)}
        </p>
      </form>
    </Dialog>
  )
}

function problemText(error: Error): string {
  return `The data could not be exported. ${error.message}`
}
