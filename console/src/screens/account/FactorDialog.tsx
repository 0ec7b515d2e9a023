import type { FactorKind } from '@mandap/domain/session/second-factor.ts'
import { useQueryClient } from '@tanstack/preact-query'
import { AddAppDialog } from '../../features/second-factor/AddAppDialog.tsx'
import { AddPasskeyDialog } from '../../features/second-factor/AddPasskeyDialog.tsx'
import {
  type Confirmation,
  type Factors,
  kindsOf,
  type Passkey,
  removeFactor,
  renewRecoveryCodes,
} from '../../features/second-factor/calls.ts'
import { ConfirmDialog } from '../../features/second-factor/ConfirmDialog.tsx'
import { ownFactors } from '../../features/second-factor/queries.ts'
import { RecoveryCodesDialog } from '../../features/second-factor/RecoveryCodesDialog.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'
import { invalidate } from '../../features/client/query-keys.ts'

export type OpenDialog =
  | { is: 'addingApp' | 'addingPasskey' | 'removingApp' | 'renewing' }
  | { is: 'removingPasskey' | 'renaming'; passkey: Passkey }
  | { is: 'codes'; codes: readonly string[] }

/** Renders the open dialog, and makes the change that it confirms. */
export function FactorDialog({
  open,
  factors,
  email,
  onCodes,
  onChanged,
  onClose,
}: {
  open: OpenDialog
  factors: Factors
  email: string
  /** Opens the dialog that shows recovery codes. */
  onCodes: (codes: readonly string[]) => void
  /** Called after a change of what signs in. */
  onChanged: () => void
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const kinds: readonly FactorKind[] = kindsOf(factors)
  const dialog = { email, kinds, onClose }

  function refetch() {
    // the first second factor may have ended other sessions
    invalidate(queryClient, 'account', 'activity')
  }

  function changed() {
    refetch()
    onChanged()
  }

  /** Shows the recovery codes that came with the first second factor. */
  function added(codes: readonly string[], said: string) {
    changed()
    if (codes.length > 0) return onCodes(codes)
    onClose()
    showToast('success', said)
  }

  async function remove(id: string, confirmation: Confirmation, said: string) {
    await removeFactor(id, confirmation)
    queryClient.setQueryData(ownFactors().queryKey, without(factors, id))
    changed()
    onClose()
    showToast('success', said)
  }

  async function renew(confirmation: Confirmation) {
    const codes = await renewRecoveryCodes(confirmation)
    changed()
    onCodes(codes)
  }

  switch (open.is) {
    case 'addingApp':
      return (
        <AddAppDialog {...dialog} onAdded={(codes) => added(codes, 'Authenticator app added.')} />
      )
    case 'addingPasskey':
      return <AddPasskeyDialog {...dialog} onAdded={(codes) => added(codes, 'Passkey added.')} />
    case 'removingApp':
      return (
        <ConfirmDialog
          {...dialog}
          title="Remove the authenticator app?"
          description={effectOfRemoval(factors)}
          action="Remove"
          look="danger"
          confirm={(confirmation) =>
            remove(factors.app?.id ?? '', confirmation, 'Authenticator app removed.')
          }
        />
      )
    case 'removingPasskey':
      return (
        <ConfirmDialog
          {...dialog}
          title={`Remove the passkey ‘${open.passkey.name}’?`}
          description={`${effectOfRemoval(factors)} Delete it on the device too.`}
          action="Remove"
          look="danger"
          confirm={(confirmation) => remove(open.passkey.id, confirmation, 'Passkey removed.')}
        />
      )
    case 'renaming':
      return (
        <RenamePasskeyDialog
          passkey={open.passkey}
          onRenamed={() => {
            refetch()
            onClose()
          }}
          onClose={onClose}
        />
      )
    case 'renewing':
      return (
        <ConfirmDialog
          {...dialog}
          title="New recovery codes"
          description="The recovery codes that you have stop working."
          action="Make new codes"
          confirm={renew}
        />
      )
    case 'codes':
      return <RecoveryCodesDialog codes={open.codes} onClose={onClose} />
  }
}

function without(factors: Factors, id: string): Factors {
  const { app, passkeys } = factors
  return {
    ...factors,
    app: app?.id === id ? null : app,
    passkeys: passkeys.filter((passkey) => passkey.id !== id),
  }
}

function effectOfRemoval({ app, passkeys, isRequired }: Factors): string {
  if ((app ? 1 : 0) + passkeys.length > 1)
    return 'Signing in will still ask for another second factor.'
  return isRequired
    ? 'You are signed out, and your recovery codes stop working. The next sign-in asks you to set up a second factor.'
    : 'Signing in will ask for the password alone, and your recovery codes stop working.'
}
