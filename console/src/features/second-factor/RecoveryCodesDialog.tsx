import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Shows new recovery codes once. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[]
  onClose: () => void
}) {
  return (
    <Dialog
      title="Keep your recovery codes"
      keepOnBackdrop
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  )
}
