import type { Partner } from '@mandap/domain/partner/partner.ts'
import { partnerStatusLabel, partnerStatusTone } from '@mandap/domain/partner/status.ts'
import { STEPS, type Step } from '@mandap/domain/verification/step.ts'
import { Badge } from '../../ui/Badge.tsx'

/** Renders a partner's status (§4.5) on one line. A host may send a text of any length. */
export function PartnerStatusBadge({ partner: { status } }: { partner: Partner }) {
  return <StatusBadge status={status} />
}

/** Renders the decision on a verification step (§4.5). */
export function StepStatusBadge({ partner, step }: { partner: Partner; step: Step }) {
  const status = partner[STEPS[step].field]
  return status ? (
    <StatusBadge status={status} />
  ) : (
    <Badge tone="neutral" dot>
      Not decided yet
    </Badge>
  )
}

function StatusBadge({ status }: { status: string }) {
  const label = partnerStatusLabel(status)
  return (
    <Badge tone={partnerStatusTone(status)} dot>
      <span className="block truncate" title={label}>
        {label}
      </span>
    </Badge>
  )
}
