import type { FactorKind } from '@mandap/domain/session/second-factor.ts'
import { type FormEvent, useId, useState } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { startPasskey } from './calls.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { FACTOR_FAILURES, type FactorFailure } from './failure.ts'
import type { PasskeyCreation } from './passkey.ts'
import { PasskeyNameField } from './PasskeyNameField.tsx'
import { currentToken } from './queries.ts'
import { suggestedPasskeyName, useNewPasskey } from './use-new-passkey.ts'
import { usePasskeyName } from './use-passkey-name.ts'

type State =
  | { at: 'confirming'; failure: FactorFailure | null }
  | { at: 'naming'; creation: PasskeyCreation }

const TITLE = 'Add a passkey'

/** Adds a passkey to the signed-in administrator's account: password, name, and the dialog of the browser. */
export function AddPasskeyDialog({
  email,
  kinds,
  onAdded,
  onClose,
}: {
  email: string
  kinds: readonly FactorKind[]
  /** Receives the recovery codes, which are there with the first second factor. */
  onAdded: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const [state, setState] = useState<State>({ at: 'confirming', failure: null })
  if (state.at === 'naming')
    return (
      <NameDialog
        creation={state.creation}
        onAdded={onAdded}
        onEnded={(failure) => setState({ at: 'confirming', failure })}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title={TITLE}
      description="After your password, signing in will ask for a passkey: the fingerprint, face or PIN of a device, or a security key."
      action="Continue"
      email={email}
      kinds={kinds}
      earlierFailure={state.failure}
      confirm={async (confirmation) => {
        const creation = await startPasskey(confirmation)
        setState({ at: 'naming', creation })
      }}
      onClose={onClose}
    />
  )
}

function NameDialog({
  creation,
  onAdded,
  onEnded,
  onClose,
}: {
  creation: PasskeyCreation
  onAdded: (codes: readonly string[]) => void
  onEnded: (why: FactorFailure) => void
  onClose: () => void
}) {
  const formId = useId()
  const { name, check, field } = usePasskeyName(suggestedPasskeyName)
  const { make, failure, isPending } = useNewPasskey({
    creation,
    token: currentToken,
    onAdded,
    onEnded,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (check()) void make(name)
  }

  return (
    <Dialog
      title={TITLE}
      description="Your browser asks where to keep the passkey, and checks that it is you."
      keepOnBackdrop
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} busy={isPending}>
            Create passkey
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <PasskeyNameField {...field} />
        <p role="alert" className="mt-4 text-negative-text empty:hidden">
          {failure && FACTOR_FAILURES[failure]}
        </p>
      </form>
    </Dialog>
  )
}
