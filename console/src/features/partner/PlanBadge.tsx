import type { Partner } from '@mandap/domain/partner/partner.ts'
import { GUEST, planBadge } from '@mandap/domain/partner/plan.ts'
import { Badge } from '../../ui/Badge.tsx'

/** Renders a partner's plan or 'Guest', if there is one to show (§2.8). */
export function PlanBadge({ partner }: { partner: Partner }) {
  const badge = planBadge(partner)
  return badge && <Badge tone={badge === GUEST ? 'info' : 'neutral'}>{badge}</Badge>
}
