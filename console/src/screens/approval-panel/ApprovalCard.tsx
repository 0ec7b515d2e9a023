import { approvalTabOf } from '@mandap/domain/partner/tab.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { paths } from '../../features/navigation/paths.ts'
import {
  CompanyLine,
  DetailLine,
  DetailLines,
  PartnerCard,
  PhoneLine,
} from '../../features/partner/PartnerCard.tsx'
import { PartnerStatusBadge } from '../../features/partner/PartnerStatusBadge.tsx'
import { reviewAt } from '../../features/partner/review.ts'
import { PlanCode, PlanMeaning } from '../../features/partner/PlanBadge.tsx'

/** Renders a summary of a partner to approve (§2.8). The whole card links to the hub. */
export function ApprovalCard({ item: partner, index }: { item: Partner; index: number }) {
  const { companyLocation, personalEmail, mobileNo, status } = partner
  return (
    <PartnerCard
      partner={partner}
      to={paths.kycHub(partner.id)}
      state={reviewAt(index)}
      opens={approvalTabOf(status) === 'companyVerification' ? 'View Verification' : 'View KYC'}
      badge={<PlanCode partner={partner} />}
      deletedFrom="approvalPanel"
      footer={<PartnerStatusBadge partner={partner} />}
    >
      <CompanyLine partner={partner} badgeMeaning={<PlanMeaning partner={partner} />} />
      <DetailLines>
        <DetailLine icon="location" term="Location" text={companyLocation} />
        <DetailLine icon="mail" term="Personal e-mail" text={personalEmail} />
        <PhoneLine term="Phone" number={mobileNo} />
      </DetailLines>
    </PartnerCard>
  )
}
