import { type FormEvent, useId, useState } from 'preact/compat'
import { type Passkey, renamePasskey } from '../../features/second-factor/calls.ts'
import {
  FACTOR_FAILURES,
  type FactorFailure,
  failureOf,
} from '../../features/second-factor/failure.ts'
import { PasskeyNameField } from '../../features/second-factor/PasskeyNameField.tsx'
import { currentToken } from '../../features/second-factor/queries.ts'
import { usePasskeyName } from '../../features/second-factor/use-passkey-name.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'

/** Asks for another name of a passkey. */
export function RenamePasskeyDialog({
  passkey,
  onRenamed,
  onClose,
}: {
  passkey: Passkey
  onRenamed: () => void
  onClose: () => void
}) {
  const formId = useId()
  const { name, check, field } = usePasskeyName(passkey.name)
  const [failure, setFailure] = useState<FactorFailure | null>(null)
  const [isPending, setIsPending] = useState(false)
  const isOpen = useIsOpen()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending || !check()) return
    setFailure(null)
    setIsPending(true)
    try {
      await renamePasskey(await currentToken(), passkey.id, name)
      onRenamed()
    } catch (refused) {
      const why = failureOf(refused)
      if (!isOpen.current) showToast('error', RENAME_FAILURES[why])
      setFailure(why)
      setIsPending(false)
    }
  }

  return (
    <Dialog
      title="Rename passkey"
      keepOnBackdrop={name !== passkey.name}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} busy={isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <PasskeyNameField
          {...field}
          onText={(text) => {
            field.onText(text)
            setFailure(null)
          }}
        />
        <p role="alert" className="mt-4 text-negative-text empty:hidden">
          {failure && RENAME_FAILURES[failure]}
        </p>
      </form>
    </Dialog>
  )
}

/** A passkey that was removed in another tab cannot be renamed. */
const RENAME_FAILURES: Readonly<Record<FactorFailure, string>> = {
  ...FACTOR_FAILURES,
  ended: 'This passkey was removed. Reload this page.',
}
