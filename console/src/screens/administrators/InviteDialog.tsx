import { ApiError } from '@mandap/client/api-error.ts'
import { INVALID_EMAIL, isStorableEmail } from '@mandap/domain/session/email.ts'
import { MAX_INVITED_NAME } from '@mandap/domain/session/invitation.ts'
import { ROLE_NAMES, ROLES } from '@mandap/domain/session/role.ts'
import { shown } from '@mandap/domain/text/text.ts'
import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useId, useState } from 'preact/compat'
import { invitation } from '../../features/administrator/mutations.ts'
import { useClient } from '../../features/client/client-context.ts'
import { DraftOffer } from '../../features/draft/DraftOffer.tsx'
import { useDraft } from '../../features/draft/use-draft.ts'
import { withElevation } from '../../features/session/current-elevation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { EMAIL_INPUT, TextField } from '../../ui/Field.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { selectRefused } from '../../ui/select-refused.ts'
import { INVITATION_TEXT } from './invitation-text.ts'
import { INVITE_DRAFT } from './invite-draft.ts'

type InvitationForm = ReturnType<typeof useInvitation>

/** Invites a person by mail. Keeps the typed text after a failure. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const form = useInvitation(onClose)
  const { draft, isPending, submit, restore, cancel } = form
  const { email, name } = draft.value

  return (
    <Dialog
      title="Invite an administrator"
      description={INVITATION_TEXT}
      keepOnBackdrop={email !== '' || name !== ''}
      onClose={cancel}
      footer={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} busy={isPending}>
            Send invitation
          </Button>
        </>
      }
    >
      {draft.offered !== null && (
        <DraftOffer
          text="The entries of an earlier invitation were kept."
          onDiscard={draft.discard}
          onRestore={restore}
        />
      )}
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(event.currentTarget.querySelector('input'))
        }}
        className="grid gap-4"
      >
        <InvitationFields form={form} />
      </form>
    </Dialog>
  )
}

/** Holds the entries of an invitation and sends it. `problem` is about the address, `failure` about the call. */
function useInvitation(onClose: () => void) {
  const draft = useDraft('invitation', INVITE_DRAFT)
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isOpen = useIsOpen()
  const inviting = useMutation(invitation(useClient(), useQueryClient()))

  function clearProblems() {
    setProblem(null)
    setFailure(null)
  }

  /** Sends the invitation. `field` is that of the address. */
  async function submit(field: HTMLInputElement | null) {
    if (inviting.isPending) return
    clearProblems()
    const { value } = draft
    const [email, name] = [shown(value.email), shown(value.name)]
    const refuse = (why: string) => {
      setProblem(why)
      selectRefused(field, value.email)
    }
    if (!isStorableEmail(email)) return refuse(INVALID_EMAIL)
    try {
      await withElevation((grant) =>
        inviting.mutateAsync({ email, ...(name && { name }), role: value.role, grant }),
      )
      showToast('success', 'Invitation sent.')
      // not the text of a dialog that was opened after this one was closed
      if (isOpen.current || draft.isStill(value)) draft.clear()
      if (isOpen.current) onClose()
    } catch (error) {
      const why = `The invitation could not be sent. ${messageOf(error)}`
      const isRefused = error instanceof ApiError && error.field === 'email'
      if (!isOpen.current) showToast('error', why)
      else if (isRefused) refuse(error.message)
      else setFailure(why)
    }
  }

  return {
    draft,
    problem,
    failure,
    isPending: inviting.isPending,
    clearProblems,
    submit,
    restore: () => {
      clearProblems()
      draft.restore()
    },
    cancel: () => {
      draft.cancel()
      onClose()
    },
  }
}

function InvitationFields({
  form: { draft, problem, failure, clearProblems },
}: {
  form: InvitationForm
}) {
  const { email, name, role } = draft.value
  return (
    <>
      <TextField
        label="E-mail"
        {...EMAIL_INPUT}
        autoComplete="off"
        required
        ref={initialFocus}
        error={problem ?? undefined}
        value={email}
        onText={(text) => {
          draft.change({ ...draft.value, email: text })
          clearProblems()
        }}
      />
      <TextField
        label="Name (optional)"
        dir="auto"
        autoComplete="off"
        maxLength={MAX_INVITED_NAME}
        value={name}
        onText={(text) => draft.change({ ...draft.value, name: text })}
      />
      <div>
        <SegmentedControl
          label="Role"
          options={ROLE_NAMES.map((value) => ({ value, label: ROLES[value] }))}
          value={role}
          onValue={(value) => draft.change({ ...draft.value, role: value })}
        />
        {role === 'viewer' && (
          <p className="mt-1.5 text-sm text-ink-muted">
            Viewers see lists and records, and change nothing. They see no documents and no whole
            personal numbers.
          </p>
        )}
      </div>
      <p role="alert" className="text-negative-text empty:hidden">
        {failure}
      </p>
    </>
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Try again.'
}
