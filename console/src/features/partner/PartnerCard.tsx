import type { Partner } from '@mandap/domain/partner/partner.ts'
import type { ReactNode } from 'preact/compat'
import type { To } from '../../router/location.ts'
import { Link, type LinkState } from '../../router/Link.tsx'
import { PhoneLink } from '../../ui/contact.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import {
  LinkCard,
  LinkCardSkeleton,
  type SkeletonLine,
  STRETCHED_LINK,
} from '../../ui/LinkCard.tsx'
import type { CardSize } from '../../ui/VirtualGrid.tsx'
import { DeletePartnerButton } from './DeletePartnerButton.tsx'
import type { DeletedFrom } from './DeletePartnerDialog.tsx'
import { NO_TEXT } from '../../ui/no-text.ts'

/** The size of a partner's card with a company and three details. */
export const PARTNER_CARD: CardSize = { minWidth: 19.5, height: 14.25 }

/** Renders a partner in a list. The whole card is a link, unless the partner has no id. */
export function PartnerCard({
  partner,
  to,
  state,
  opens,
  badge,
  deletedFrom,
  footer,
  children,
}: {
  partner: Partner
  to: To
  state?: LinkState
  /** The text of the link: 'View KYC'. */
  opens: string
  badge?: ReactNode
  /** Adds the delete button of a Super Admin (§6). */
  deletedFrom?: DeletedFrom
  footer: ReactNode
  children: ReactNode
}) {
  const name = partner.name || NO_TEXT
  // some hosts send a record without one
  const hasId = partner.id !== ''
  return (
    <LinkCard>
      <div data-wraps className="flex items-start justify-between gap-x-3">
        <h2
          dir="auto"
          title={partner.name}
          className="min-w-0 truncate text-left text-lg font-semibold tracking-tight group-hover:text-accent-text"
        >
          {name}
        </h2>
        <div className="-my-1.5 flex min-h-9 shrink-0 items-center gap-1">
          {badge}
          {/* above the link, which covers the whole card */}
          {deletedFrom && hasId && (
            <DeletePartnerButton
              partner={partner}
              from={deletedFrom}
              className="relative z-1 -mr-1.5"
            />
          )}
        </div>
      </div>
      {children}
      <div className="mt-auto flex min-w-0 flex-wrap items-center justify-between gap-x-3 border-t border-line pt-2.5">
        <div className="w-16 min-w-0 grow">{footer}</div>
        {hasId ? (
          <Link
            to={to}
            state={state}
            className={`inline-flex min-h-8 shrink-0 items-center gap-1 font-medium text-accent-text ${STRETCHED_LINK}`}
          >
            {opens}
            <span className="sr-only"> of {name}</span>
            <Icon name="chevronRight" className="size-4" />
          </Link>
        ) : (
          <p className="min-h-8 content-center text-ink-muted">No ID to open it</p>
        )}
      </div>
    </LinkCard>
  )
}

/** Renders the company, and beside it what the card's badge means. */
export function CompanyLine({
  partner: { companyName },
  badgeMeaning,
}: {
  partner: Partner
  badgeMeaning?: ReactNode
}) {
  return (
    <div data-wraps className="flex items-baseline justify-between gap-x-3">
      <p dir="auto" className="min-w-0 truncate text-left text-ink-muted" title={companyName}>
        {companyName || NO_TEXT}
      </p>
      {badgeMeaning}
    </div>
  )
}

/** Renders the details of a card as rows. */
export function DetailLines({ children }: { children: ReactNode }) {
  return <dl className="mt-3 grid gap-1.5 text-sm">{children}</dl>
}

export function DetailLine({ icon, term, text }: { icon: IconName; term: string; text: string }) {
  return (
    <FactRow icon={icon} term={term} title={text}>
      {text || <span className="text-ink-muted">{NO_TEXT}</span>}
    </FactRow>
  )
}

/** Renders a partner's location and contact details. */
export function ContactLines({ partner }: { partner: Partner }) {
  return (
    <>
      <DetailLine icon="location" term="Location" text={partner.companyLocation} />
      <DetailLine icon="mail" term="E-mail" text={partner.personalEmail} />
      <PhoneLine term="Mobile" number={partner.mobileNo} />
    </>
  )
}

/** Renders a phone number as a link that calls it, above the card's own link. */
export function PhoneLine({ term, number }: { term: string; number: string }) {
  if (number === '') return <DetailLine icon="phone" term={term} text="" />
  return (
    <FactRow icon="phone" term={term} title={number}>
      <PhoneLink number={number} className="relative z-1" />
    </FactRow>
  )
}

function FactRow({
  icon,
  term,
  title,
  children,
}: {
  icon: IconName
  term: string
  title: string
  children: ReactNode
}) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <dt className="text-ink-muted">
        <Icon name={icon} className="size-4" />
        <span className="sr-only">{term}</span>
      </dt>
      <dd dir="auto" className="truncate text-left" title={title}>
        {children}
      </dd>
    </div>
  )
}

/** Renders the card of a partner who is loading. */
export function PartnerCardSkeleton() {
  return <LinkCardSkeleton lines={SKELETON_LINES} />
}

const SKELETON_LINES: readonly SkeletonLine[] = [
  { x: 'left', y: 'top 0.125rem', width: '9rem' },
  { x: 'left', y: 'top 1.75rem', width: '7rem' },
  { x: 'left', y: 'top 3.75rem', width: '6rem' },
  { x: 'left', y: 'top 5.5rem', width: '11rem' },
  { x: 'left', y: 'top 7.25rem', width: '7rem' },
  { x: 'left', y: 'bottom 0px', width: '6rem' },
  { x: 'right', y: 'bottom 0px', width: '5rem' },
]
