import type { AuditEntry } from '@mandap/domain/audit/entry.ts'
import { RESTORABLE_DAYS } from '@mandap/domain/partner/deletion.ts'
import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { ApiError, isNotFound } from '@mandap/client/api-error.ts'
import { useClient } from '../../features/client/client-context.ts'
import { partnerRestoring } from '../../features/partner/mutations.ts'
import {
  isElevationRequired,
  useElevation,
  withElevation,
} from '../../features/session/current-elevation.ts'
import { Button } from '../../ui/Button.tsx'
import { FocusAfterRemoval } from '../../ui/states.tsx'
import { showToast } from '../../ui/Toast.tsx'

/** Renders a button that restores a deleted partner, for a Super Admin while that is possible. */
export function RestorePartner({
  entry: { subjectId, subjectName, isRestorable },
}: {
  entry: AuditEntry
}) {
  const { elevated } = useElevation()
  const restoring = useMutation(partnerRestoring(useClient(), useQueryClient()))
  if (!elevated || !isRestorable) return null

  async function restore() {
    try {
      await withElevation((grant) => restoring.mutateAsync({ id: subjectId, grant }))
      showToast('success', 'Partner restored.')
    } catch (error) {
      if (!isElevationRequired(error)) showToast('error', problemText(error))
    }
  }

  return (
    <FocusAfterRemoval>
      <Button
        size="small"
        icon="refresh"
        busy={restoring.isPending}
        aria-label={`Restore ${subjectName || 'this partner'}`}
        onClick={() => void restore()}
      >
        <span className="max-sm:sr-only">{restoring.isPending ? 'Restoring…' : 'Restore'}</span>
      </Button>
    </FocusAfterRemoval>
  )
}

function problemText(error: unknown): string {
  if (isNotFound(error))
    return `This partner has already been restored, or was deleted more than ${RESTORABLE_DAYS} days ago.`
  return error instanceof ApiError ? error.message : 'The partner could not be restored.'
}
