import { isolated } from '@mandap/domain/text/text.ts'
import {
  DELETED,
  DELETION_ERROR,
  deletionPhrase,
  deletionProblem,
  NOT_DELETED,
  RESTORABLE_DAYS,
} from '@mandap/domain/partner/deletion.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { type FormEvent, useId, useState } from 'preact/compat'
import { ApiError } from '@mandap/client/api-error.ts'
import { config } from '../client/config.ts'
import { useClient } from '../client/client-context.ts'
import { ChangedBesideForm } from '../live/ChangedNotice.tsx'
import { partnerDeletion } from './mutations.ts'
import {
  isElevationRequired,
  requireElevation,
  withElevation,
} from '../session/current-elevation.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckedField } from '../../ui/CheckedField.tsx'
import { EMAIL_INPUT } from '../../ui/Field.tsx'
import { Dialog, initialFocus, keepFocus } from '../../ui/Dialog.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'

/** The list from which a partner is deleted (§5.9). The guest list shows no message for a rejected deletion (§8). */
export type DeletedFrom = 'approvalPanel' | 'approved' | 'inProgress' | 'guest'

const HINT = 'Close this and look at the change before you delete the partner.'

const RESTORING = ` A Super Admin can restore them on the Activity page for ${RESTORABLE_DAYS} days.`

/** Deletes a partner after their e-mail was typed (§5.9). */
export function DeletePartnerDialog({
  partner,
  from,
  onClose,
}: {
  partner: Partner
  from: DeletedFrom
  onClose: () => void
}) {
  const formId = useId()
  const [typed, setTyped] = useState('')
  const { send, isDeleting, refusal, clearRefusal } = usePartnerDeletion(partner, from, onClose)
  const phrase = deletionPhrase(partner)
  const problem = deletionProblem(partner, typed)
  const name = partner.name || partner.companyName || 'This partner'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (problem === null && !isDeleting) void send()
  }

  return (
    <Dialog
      title="Delete Partner"
      description={`${isolated(name)} will be removed from every list. Bookings keep the partner's name.${config().capabilities.restore ? RESTORING : ''}`}
      keepOnBackdrop={typed !== ''}
      onClose={onClose}
      footer={
        <>
          <Button onMouseDown={keepFocus} onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="danger"
            type="submit"
            form={formId}
            busy={isDeleting}
            disabledReason={problem ?? undefined}
          >
            {isDeleting ? 'Deleting…' : 'Delete'}
          </Button>
        </>
      }
    >
      <ChangedBesideForm
        subject="partner"
        id={partner.id}
        hint={HINT}
        deletedHint="You can close this."
      />
      <form id={formId} noValidate onSubmit={submit} className="grid gap-3">
        {phrase === '' ? (
          <p className="text-warning-text">{problem}</p>
        ) : (
          <ConfirmationField
            phrase={phrase}
            typed={typed}
            problem={problem}
            onTyped={(text) => {
              clearRefusal()
              setTyped(text)
            }}
          />
        )}
        <p role="alert" className="text-negative-text empty:hidden">
          {refusal}
        </p>
      </form>
    </Dialog>
  )
}

/** Asks the person to type the phrase. */
function ConfirmationField({
  phrase,
  typed,
  problem,
  onTyped,
}: {
  phrase: string
  typed: string
  problem: string | null
  onTyped: (text: string) => void
}) {
  return (
    <>
      <p>
        To confirm, type{' '}
        <b className="font-semibold wrap-anywhere">
          <EmailText address={phrase} />
        </b>
      </p>
      <CheckedField
        label="Partner email"
        {...EMAIL_INPUT}
        autoComplete="off"
        ref={initialFocus}
        problem={problem}
        value={typed}
        onText={onTyped}
      />
    </>
  )
}

/**
 * Deletes a partner. A toast reports the result, even if the dialog is closed by then, with two exceptions: the guest list
 * reports no rejected deletion (§8), and the open dialog itself asks for Super Admin. `refusal` is the dialog's text about
 * a failed call.
 */
function usePartnerDeletion(partner: Partner, from: DeletedFrom, onClose: () => void) {
  const deletion = useMutation(partnerDeletion(useClient(), useQueryClient()))
  const [refusal, setRefusal] = useState<string | null>(null)
  const isOpen = useIsOpen()

  async function send() {
    setRefusal(null)
    try {
      await withElevation(async (grant) => {
        requireElevation()
        await deletion.mutateAsync({ partner, grant })
      })
      showToast('success', DELETED)
      if (isOpen.current) onClose()
    } catch (error) {
      failed(error)
    }
  }

  function failed(error: unknown) {
    const answered = error instanceof ApiError && error.details.status !== undefined
    if (answered && from === 'guest') return
    setRefusal(error instanceof ApiError ? refusalText(error) : null)
    if (!isOpen.current || !isElevationRequired(error))
      showToast('error', answered ? NOT_DELETED : DELETION_ERROR)
  }

  return { send, isDeleting: deletion.isPending, refusal, clearRefusal: () => setRefusal(null) }
}

/** Returns why the deletion was refused. The dialog deletes the partner as they were when it was opened. */
function refusalText({ kind, message }: ApiError): string {
  return kind === 'conflict' ? `The partner was changed after you opened this. ${HINT}` : message
}
