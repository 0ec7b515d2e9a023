import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { otherSessionsEnding } from '../../features/account/mutations.ts'
import { useClient } from '../../features/client/client-context.ts'
import { Button } from '../../ui/Button.tsx'
import { counted } from '../../ui/counted.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/Toast.tsx'

const NOUNS = ['session', 'sessions'] as const

/** Asks before it ends all sessions but this one. */
export function EndOthersDialog({
  count,
  onClose,
}: {
  count: number
  onClose: (isEnded: boolean) => void
}) {
  const ending = useMutation(otherSessionsEnding(useClient(), useQueryClient()))

  async function end() {
    try {
      const ended = await ending.mutateAsync()
      showToast('success', `${counted(ended, NOUNS)} ended.`)
      onClose(true)
    } catch {
      // shown in the dialog
    }
  }

  return (
    <Dialog
      title="End all other sessions?"
      description={`You are signed out in ${count === 1 ? 'the other session' : `all ${count} other sessions`} at once. This session continues.`}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button look="danger" busy={ending.isPending} onClick={() => void end()}>
            End sessions
          </Button>
        </>
      }
    >
      {ending.isError && (
        <p role="alert" className="text-negative-text">
          The sessions could not be ended. {ending.error.message}
        </p>
      )}
    </Dialog>
  )
}
