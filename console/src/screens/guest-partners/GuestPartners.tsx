import { isolated } from '@mandap/domain/text/text.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { GUEST } from '@mandap/domain/partner/plan.ts'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { fromHere } from '../../features/navigation/back-link.ts'
import {
  DetailLine,
  DetailLines,
  PartnerCard,
  PhoneLine,
} from '../../features/partner/PartnerCard.tsx'
import { PartnerList } from '../../features/partner/PartnerList.tsx'
import { Badge } from '../../ui/Badge.tsx'
import type { CardSize } from '../../ui/VirtualGrid.tsx'
import { ThreeDots } from '../../ui/loading.tsx'

// four columns on the widest screen, one on a phone (§2.15)
const CARD: CardSize = { minWidth: 19.5, height: 14, maxColumns: 4 }

/** Renders the list of guest partners (§2.15). */
export default function GuestPartners() {
  return (
    <PartnerList
      list="guest"
      heading={HEADINGS.guestPartners}
      Item={GuestCard}
      size={CARD}
      emptyText={noGuests}
      nouns={['guest partner', 'guest partners']}
      foundText={(count, search) =>
        `Found ${count} guest partner(s) matching "${isolated(search)}"`
      }
      loader={<ThreeDots label="Loading guest partners" />}
    />
  )
}

function noGuests(search: string): string {
  return search === ''
    ? 'No guest partners found.'
    : `No guest partners found matching "${isolated(search)}".`
}

function GuestCard({ item: partner }: { item: Partner }) {
  return (
    <PartnerCard
      partner={partner}
      to={paths.guestPartner(partner.id)}
      state={fromHere}
      opens="View bookings"
      deletedFrom="guest"
      footer={<Badge tone="info">{GUEST}</Badge>}
    >
      <DetailLines>
        <PhoneLine term="Mobile" number={partner.mobileNo} />
        {partner.personalEmail && (
          <DetailLine icon="mail" term="Email" text={partner.personalEmail} />
        )}
        <DetailLine icon="company" term="Company" text={partner.companyName} />
        <DetailLine icon="location" term="Location" text={partner.companyLocation} />
      </DetailLines>
    </PartnerCard>
  )
}
