import type { Partner } from '@mandap/domain/partner/partner.ts'
import { GUEST, planBadge } from '@mandap/domain/partner/plan.ts'
import { Badge } from '../../ui/Badge.tsx'
import { planMeaning } from './plan-text.ts'

/**
 * Renders a partner's plan code with its plan and price, or 'Guest', if there is one to show (§2.8). On a card, the
 * plan and its price are below the code.
 */
export function PlanBadge({ partner, onCard = false }: { partner: Partner; onCard?: boolean }) {
  const badge = planBadge(partner)
  if (badge === null) return null
  const meaning = planMeaning(badge)
  return (
    <span className={onCard ? 'grid justify-items-end leading-4' : 'flex items-center gap-2'}>
      <Badge tone={badge === GUEST ? 'info' : 'neutral'}>{badge}</Badge>
      {meaning && (
        <span className="text-xs whitespace-nowrap text-ink-muted tabular-nums"> {meaning}</span>
      )}
    </span>
  )
}
