import { ApiError } from '@mandap/client/api-error.ts'
import { INVALID_EMAIL, isStorableEmail } from '@mandap/domain/session/email.ts'
import { MAX_INVITED_NAME } from '@mandap/domain/session/invitation.ts'
import { ROLE_NAMES, ROLES } from '@mandap/domain/session/role.ts'
import { shown } from '@mandap/domain/text/text.ts'
import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { type FormEvent, useId, useRef, useState } from 'preact/compat'
import { invitation } from '../../features/administrator/mutations.ts'
import { useClient } from '../../features/client/client-context.ts'
import { DraftOffer } from '../../features/draft/DraftOffer.tsx'
import { useDraft } from '../../features/draft/use-draft.ts'
import { withElevation } from '../../features/session/current-elevation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { selectRefused } from '../../ui/select-refused.ts'
import { INVITATION_TEXT } from './invitation-text.ts'
import { INVITE_DRAFT } from './invite-draft.ts'

/** Invites a person by mail. Keeps the typed text after a failure. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft('invitation', INVITE_DRAFT)
  const { email, name, role } = draft.value
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isOpen = useIsOpen()
  const inviting = useMutation(invitation(useClient(), useQueryClient()))

  function refuse(why: string) {
    setProblem(why)
    selectRefused(form.current?.querySelector('input'), email)
  }

  function cancel() {
    draft.cancel()
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (inviting.isPending) return
    setFailure(null)
    if (!isStorableEmail(shown(email))) return refuse(INVALID_EMAIL)
    try {
      await withElevation((grant) =>
        inviting.mutateAsync({
          email: shown(email),
          ...(shown(name) && { name: shown(name) }),
          role,
          grant,
        }),
      )
      showToast('success', 'Invitation sent.')
      // not the text of a dialog that was opened after this one was closed
      if (isOpen.current || draft.isStill(draft.value)) draft.clear()
      if (isOpen.current) onClose()
    } catch (error) {
      const why = `The invitation could not be sent. ${messageOf(error)}`
      const isRefused = error instanceof ApiError && error.field === 'email'
      if (!isOpen.current) showToast('error', why)
      else if (isRefused) refuse(error.message)
      else setFailure(why)
    }
  }

  return (
    <Dialog
      title="Invite an administrator"
      description={INVITATION_TEXT}
      keepOnBackdrop={email !== '' || name !== ''}
      onClose={cancel}
      footer={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} busy={inviting.isPending}>
            Send invitation
          </Button>
        </>
      }
    >
      {draft.offered !== null && (
        <DraftOffer
          text="The entries of an earlier invitation were kept."
          onDiscard={draft.discard}
          onRestore={draft.restore}
        />
      )}
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-4"
      >
        <TextField
          label="E-mail"
          // Chromium rewrites a Unicode domain in a field of the type email
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          required
          ref={initialFocus}
          error={problem ?? undefined}
          value={email}
          onText={(text) => {
            draft.change({ ...draft.value, email: text })
            setProblem(null)
            setFailure(null)
          }}
        />
        <TextField
          label="Name (optional)"
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
      </form>
    </Dialog>
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Try again.'
}
