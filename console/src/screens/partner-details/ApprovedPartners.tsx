import { isolated } from '@mandap/domain/text/text.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { fromHere } from '../../features/navigation/back-link.ts'
import {
  CompanyLine,
  ContactLines,
  DetailLines,
  PARTNER_CARD,
  PartnerCard,
} from '../../features/partner/PartnerCard.tsx'
import { PartnerList } from '../../features/partner/PartnerList.tsx'
import { PlanCode, PlanMeaning } from '../../features/partner/PlanBadge.tsx'

/** Renders the list of approved partners (§2.12). */
export default function ApprovedPartners() {
  return (
    <PartnerList
      list="approved"
      heading={HEADINGS.partnerDetails}
      Item={ApprovedCard}
      size={PARTNER_CARD}
      emptyText={() => 'No approved partners found.'}
    />
  )
}

function ApprovedCard({ item: partner }: { item: Partner }) {
  return (
    <PartnerCard
      partner={partner}
      to={paths.partnerBookings(partner.id)}
      state={fromHere}
      opens="View bookings"
      badge={<PlanCode partner={partner} />}
      deletedFrom="approved"
      footer={<Services names={partner.servicesSelected} />}
    >
      <CompanyLine partner={partner} badgeMeaning={<PlanMeaning partner={partner} />} />
      <DetailLines>
        <ContactLines partner={partner} />
      </DetailLines>
    </PartnerCard>
  )
}

function Services({ names }: { names: readonly string[] }) {
  const text = names.map(isolated).join(', ') || 'No services selected'
  return (
    <p className="truncate text-sm text-ink-muted" title={text}>
      {text}
    </p>
  )
}
