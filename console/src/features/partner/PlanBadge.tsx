import type { Partner } from '@mandap/domain/partner/partner.ts'
import { GUEST, planBadge } from '@mandap/domain/partner/plan.ts'
import { Badge } from '../../ui/Badge.tsx'
import { planMeaning } from './plan-text.ts'

/** Renders a partner's plan code with its plan and price, or 'Guest', if there is one to show (§2.8). */
export function PlanBadge({ partner }: { partner: Partner }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <PlanCode partner={partner} /> <PlanMeaning partner={partner} />
    </span>
  )
}

/** Renders a partner's plan code, or 'Guest'. */
export function PlanCode({ partner }: { partner: Partner }) {
  const badge = planBadge(partner)
  return badge && <Badge tone={badge === GUEST ? 'info' : 'neutral'}>{badge}</Badge>
}

/** Renders the plan of a partner's plan code, and its price. */
export function PlanMeaning({ partner }: { partner: Partner }) {
  const meaning = planMeaning(planBadge(partner) ?? '')
  return (
    meaning && (
      <span className="shrink-0 text-xs whitespace-nowrap text-ink-muted tabular-nums">
        {meaning}
      </span>
    )
  )
}
