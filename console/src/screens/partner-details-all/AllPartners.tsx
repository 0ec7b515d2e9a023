import type { Partner } from '@mandap/domain/partner/partner.ts'
import { fromHere } from '../../features/navigation/back-link.ts'
import {
  CompanyLine,
  ContactLines,
  DetailLines,
  PARTNER_CARD,
  PartnerCard,
} from '../../features/partner/PartnerCard.tsx'
import { PartnerList } from '../../features/partner/PartnerList.tsx'
import { PartnerStatusBadge } from '../../features/partner/PartnerStatusBadge.tsx'
import { PlanCode, PlanMeaning } from '../../features/partner/PlanBadge.tsx'
import { partnerScreen } from '../../features/navigation/partner-screen.ts'
import { HEADINGS } from '../../features/navigation/headings.ts'

/** Renders the list of all partners, which the dashboard counts (§2.4). Each links to the screen that shows them. */
export default function AllPartners() {
  return (
    <PartnerList
      list="all"
      heading={HEADINGS.allPartners}
      Item={AnyCard}
      size={PARTNER_CARD}
      emptyText={() => 'No partners found.'}
    />
  )
}

function AnyCard({ item: partner }: { item: Partner }) {
  return (
    <PartnerCard
      partner={partner}
      to={partnerScreen(partner).to}
      state={fromHere}
      opens="View partner"
      badge={<PlanCode partner={partner} />}
      footer={<PartnerStatusBadge partner={partner} />}
    >
      <CompanyLine partner={partner} badgeMeaning={<PlanMeaning partner={partner} />} />
      <DetailLines>
        <ContactLines partner={partner} />
      </DetailLines>
    </PartnerCard>
  )
}
