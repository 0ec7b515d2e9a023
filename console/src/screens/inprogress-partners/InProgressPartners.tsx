import type { Partner } from '@mandap/domain/partner/partner.ts'
import {
  missingItems,
  REGISTRATION_ITEMS,
  servicesShown,
} from '@mandap/domain/partner/registration.ts'
import { useId } from 'preact/compat'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import {
  CompanyLine,
  ContactLines,
  DetailLines,
  PartnerCard,
} from '../../features/partner/PartnerCard.tsx'
import { PartnerList } from '../../features/partner/PartnerList.tsx'
import { reviewAt } from '../../features/partner/review.ts'
import { PartnerStatusBadge } from '../../features/partner/PartnerStatusBadge.tsx'
import { Badge } from '../../ui/Badge.tsx'
import type { CardSize } from '../../ui/VirtualGrid.tsx'

// the chips of all items that can be missing take three lines
const CARD: CardSize = { minWidth: 20, height: 19 }

/** Renders the list of in-progress partners (§2.14). */
export default function InProgressPartners() {
  return (
    <PartnerList
      list="inProgress"
      heading={HEADINGS.inProgressPartners}
      Item={InProgressCard}
      size={CARD}
      emptyText={() => 'No partners in progress found.'}
    />
  )
}

function InProgressCard({ item: partner, index }: { item: Partner; index: number }) {
  const legend = useId()
  const missing = missingItems(partner)
  return (
    <PartnerCard
      partner={partner}
      to={paths.inProgressPartner(partner.id)}
      state={reviewAt(index)}
      opens="View registration"
      deletedFrom="inProgress"
      footer={<PartnerStatusBadge partner={partner} />}
    >
      <CompanyLine partner={partner} />
      <DetailLines>
        <ContactLines partner={partner} />
      </DetailLines>
      <Services partner={partner} />
      <div className="mt-2.5 flex flex-wrap items-center gap-1">
        <span id={legend} className="text-xs text-ink-muted">
          Missing:
        </span>
        <ul aria-labelledby={legend} className="contents">
          {missing.map((item) => (
            <li key={item}>
              <Badge tone="negative">
                <span className="sr-only">Missing: </span>
                {REGISTRATION_ITEMS[item]}
              </Badge>
            </li>
          ))}
        </ul>
      </div>
    </PartnerCard>
  )
}

/** Renders the first services, each cut off to fit, and the number of the others. */
function Services({ partner }: { partner: Partner }) {
  const { shown, more } = servicesShown(partner)
  return (
    <ul aria-label="Services" data-wraps className="mt-2.5 flex gap-1 empty:hidden">
      {shown.map((service, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a service may be there twice
        <li key={at} className="min-w-0" title={service}>
          <Badge>
            <span className="block truncate">{service}</span>
          </Badge>
        </li>
      ))}
      {more > 0 && (
        <li className="shrink-0">
          <Badge>+{more} more</Badge>
        </li>
      )}
    </ul>
  )
}
