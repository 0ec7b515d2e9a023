import type { Activity } from '@mandap/domain/activity/activity.ts'
import { isRestorable } from '@mandap/domain/partner/deletion.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { HostFailure } from '../../host/failure.ts'
import { useHost } from '../../host/host-context.ts'
import { partnerRestoring } from '../../host/queries/partner.ts'
import {
  isElevationRequired,
  useElevation,
  withElevation,
} from '../../session/current-elevation.ts'
import { Button } from '../../ui/Button.tsx'
import { showOverlay } from '../../ui/Overlay.tsx'

/** Brings back the partner of a deletion, for a Super Admin and as long as it can be done. */
export function RestorePartner({ act: { subjectId, subjectName, at } }: { act: Activity }) {
  const { elevated } = useElevation()
  const [now] = useState(() => Date.now())
  const restoring = useMutation(partnerRestoring(useHost(), useQueryClient()))
  if (!elevated || !isRestorable(at, now)) return null

  async function restore() {
    try {
      await withElevation((grant) => restoring.mutateAsync({ id: subjectId, grant }))
      showOverlay('success', 'Partner restored.')
    } catch (error) {
      if (!isElevationRequired(error)) showOverlay('error', problemText(error))
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
  if (error instanceof HostFailure && error.kind === 'notFound')
    return 'This partner is back already, or was deleted too long ago.'
  return error instanceof HostFailure ? error.message : 'The partner could not be restored.'
}
