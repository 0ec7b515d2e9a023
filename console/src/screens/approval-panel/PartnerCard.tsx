import { APPROVAL_TABS } from '@mandap/domain/partner/list.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { planBadge } from '@mandap/domain/partner/plan.ts'
import { partnerStatusLabel, partnerStatusTone } from '@mandap/domain/partner/status.ts'
import { createPath, Link, useLocation } from 'react-router'
import { paths } from '../../app/paths.ts'
import { DeletePartnerButton } from '../../partner/DeletePartnerButton.tsx'
import { reviewState } from '../../partner/review.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import type { CardSize } from '../../ui/LongList.tsx'

/** The measures of a partner's card in the panel. */
export const PARTNER_CARD: CardSize = { leastWidth: 19.5, height: 14.25 }

const NO_TEXT = 'Not Available'

/** A partner at a glance (§2.8); all of the card opens the hub. */
export function PartnerCard({ item: partner, index }: { item: Partner; index: number }) {
  const { name, companyName, companyLocation, personalEmail, mobileNo, status } = partner
  const badge = planBadge(partner)
  const from = createPath(useLocation())
  return (
    <article className="group relative flex h-full flex-col rounded-lg border border-line bg-surface px-4 py-3.5 shadow-card transition-[border-color,box-shadow] duration-120 hover:border-line-strong hover:shadow-lifted has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <div className="flex items-start justify-between gap-3">
        <h2
          dir="auto"
          className="min-w-0 truncate text-left text-lg font-semibold tracking-tight group-hover:text-accent-text"
        >
          {name || NO_TEXT}
        </h2>
        <div className="-my-1.5 -mr-1.5 flex min-h-9 shrink-0 items-center gap-1">
          {badge && <Badge tone={badge === 'Guest' ? 'info' : 'neutral'}>{badge}</Badge>}
          {/* above the link, which lies over the whole card */}
          <DeletePartnerButton partner={partner} from="approvalPanel" className="relative z-1" />
        </div>
      </div>
      <p dir="auto" className="truncate text-left text-ink-muted">
        {companyName || NO_TEXT}
      </p>
      <dl className="mt-3 grid gap-1.5 text-sm">
        <Fact icon="location" term="Location" text={companyLocation} />
        <Fact icon="mail" term="Personal e-mail" text={personalEmail} />
        <Fact icon="phone" term="Phone" text={mobileNo} />
      </dl>
      <div className="mt-auto flex items-center justify-between gap-3 border-t border-line pt-2.5">
        <Badge tone={partnerStatusTone(status)} dot>
          <span className="block truncate">{partnerStatusLabel(status)}</span>
        </Badge>
        <Link
          to={paths.kycHub(partner.id)}
          state={reviewState({ from, at: index, depth: 1 })}
          className="inline-flex min-h-8 shrink-0 items-center gap-1 font-medium text-accent-text outline-none scroll-mt-24 scroll-mb-52 after:absolute after:inset-0 after:rounded-lg"
        >
          {isVerified(partner) ? 'View Verification' : 'View KYC'}
          <span className="sr-only"> of {name || NO_TEXT}</span>
          <Icon name="chevronRight" className="size-4" />
        </Link>
      </div>
    </article>
  )
}

/** Whether company verification, and not KYC, is what the partner's status tells of. */
function isVerified({ status }: Partner): boolean {
  return (APPROVAL_TABS.companyVerification.statuses as readonly string[]).includes(status)
}

function Fact({ icon, term, text }: { icon: IconName; term: string; text: string }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <dt className="text-ink-muted">
        <Icon name={icon} className="size-4" />
        <span className="sr-only">{term}</span>
      </dt>
      <dd className="truncate" title={text}>
        {text || <span className="text-ink-muted">{NO_TEXT}</span>}
      </dd>
    </div>
  )
}

/** The card of a partner who is on the way. */
export function PartnerCardSkeleton() {
  return (
    <div className="flex h-full flex-col rounded-lg border border-line bg-surface px-4 py-4 shadow-card">
      <Skeleton className="h-5 w-36" />
      <Skeleton className="mt-2 h-4 w-28" />
      <div className="mt-4 grid gap-3">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-4 w-44" />
        <Skeleton className="h-4 w-28" />
      </div>
      <div className="mt-auto flex justify-between">
        <Skeleton className="h-4 w-24 rounded-full" />
        <Skeleton className="h-4 w-20" />
      </div>
    </div>
  )
}
