import type { AuditEntry } from '@mandap/domain/audit/entry.ts'
import { isRestorable } from '@mandap/domain/partner/deletion.ts'
import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/compat'
import { ApiError } from '@mandap/client/api-error.ts'
import { useClient } from '../../features/client/client-context.ts'
import { partnerRestoring } from '../../features/partner/mutations.ts'
import {
  isElevationRequired,
  useElevation,
  withElevation,
} from '../../features/session/current-elevation.ts'
import { Button } from '../../ui/Button.tsx'
import { showToast } from '../../ui/Toast.tsx'

/** Renders a button that restores a deleted partner, for a Super Admin while that is possible. */
export function RestorePartner({ entry: { subjectId, subjectName, at } }: { entry: AuditEntry }) {
  const { elevated } = useElevation()
  const [now] = useState(() => Date.now())
  const restoring = useMutation(partnerRestoring(useClient(), useQueryClient()))
  if (!elevated || !isRestorable(at, now)) return null

  async function restore() {
    try {
      await withElevation((grant) => restoring.mutateAsync({ id: subjectId, grant }))
      showToast('success', 'Partner restored.')
    } catch (error) {
      if (!isElevationRequired(error)) showToast('error', problemText(error))
    }
  }

  return (
    <Button
      size="small"
      icon="refresh"
      busy={restoring.isPending}
      aria-label={`Restore ${subjectName || 'this partner'}`}
      onClick={() => void restore()}
    >
      <span className="max-sm:sr-only">{restoring.isPending ? 'Restoring…' : 'Restore'}</span>
    </Button>
  )
}

function problemText(error: unknown): string {
  if (error instanceof ApiError && error.kind === 'notFound')
    return 'This partner has already been restored, or was deleted more than 30 days ago.'
  return error instanceof ApiError ? error.message : 'The partner could not be restored.'
}
