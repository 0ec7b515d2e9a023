import type { Partner } from '@mandap/domain/partner/partner.ts'
import { partnerStatusLabel, partnerStatusTone } from '@mandap/domain/partner/status.ts'
import { STEPS, type Step } from '@mandap/domain/verification/step.ts'
import { Badge } from '../ui/Badge.tsx'

/** The status of a partner (§4.5), on one line; a host may send one of any length. */
export function PartnerStatusBadge({ partner: { status } }: { partner: Partner }) {
  return <StatusBadge status={status} />
}

/** How a step of the verification was decided (§4.5). */
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
