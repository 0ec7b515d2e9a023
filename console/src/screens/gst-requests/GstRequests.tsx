import type { Partner } from '@mandap/domain/partner/partner.ts'
import { gstTotal } from '@mandap/domain/partner/plan.ts'
import { gstRequestTone, partnerStatusLabel } from '@mandap/domain/partner/status.ts'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { rupees } from '../../ui/rupees.ts'
import {
  CompanyLine,
  ContactLines,
  DetailLine,
  DetailLines,
  PartnerCard,
} from '../../features/partner/PartnerCard.tsx'
import { PartnerList } from '../../features/partner/PartnerList.tsx'
import { reviewAt } from '../../features/partner/review.ts'
import { Badge } from '../../ui/Badge.tsx'
import type { CardSize } from '../../ui/VirtualGrid.tsx'

const CARD: CardSize = { minWidth: 19.5, height: 15.75 }

/** Renders the list of GST requests (§2.13). */
export default function GstRequests() {
  return (
    <PartnerList
      list="gst"
      heading={HEADINGS.gstRequests}
      Item={GstCard}
      size={CARD}
      emptyText={() => 'No GST requests found.'}
      nouns={['GST request', 'GST requests']}
    />
  )
}

function GstCard({ item: partner, index }: { item: Partner; index: number }) {
  return (
    <PartnerCard
      partner={partner}
      to={paths.gstRequest(partner.id)}
      state={reviewAt(index)}
      opens="View request"
      footer={
        <Badge tone={gstRequestTone(partner.status)} dot>
          <span className="block truncate">{partnerStatusLabel(partner.status)}</span>
        </Badge>
      }
    >
      <CompanyLine partner={partner} />
      <DetailLines>
        <ContactLines partner={partner} />
        <DetailLine icon="rupee" term="Price" text={rupees(gstTotal(partner))} />
      </DetailLines>
    </PartnerCard>
  )
}
