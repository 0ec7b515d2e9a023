import type { Partner } from '@mandap/domain/partner/partner.ts'
import { gstTotal, planOf } from '@mandap/domain/partner/plan.ts'
import { gstRequestTone, partnerStatusLabel } from '@mandap/domain/partner/status.ts'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { fromHere, useBackLink } from '../../features/navigation/back-link.ts'
import { rupees } from '../../ui/rupees.ts'
import { CallPartner } from '../../features/partner/CallPartner.tsx'
import { gstText } from '../../features/partner/gst-text.ts'
import { planText } from '../../features/partner/plan-text.ts'
import { PartnerScreen } from '../../features/partner/PartnerScreen.tsx'
import { partnerSubtitle, partnerTabTitle, partnerTitle } from '../../features/partner/title.ts'
import { otherNumbers, PersonalNumber } from '../../features/partner/PersonalNumber.tsx'
import { ServiceChips } from '../../features/partner/ServiceChips.tsx'
import { PersonMenu } from '../../features/person/PersonMenu.tsx'
import { personOfPartner } from '../../features/person/subject.ts'
import { ReviewBar } from '../../features/verification/ReviewBar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmailLink, PhoneLink } from '../../ui/contact.tsx'
import { DescriptionList } from '../../ui/DescriptionList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { NO_TEXT } from '../../ui/no-text.ts'

const { title: TITLE, back: BACK } = HEADINGS.gstRequest
const LIST = { to: paths.gstRequests(), label: BACK, name: 'GST Requests' }

const detailOf = ({ id }: Partner) => paths.gstRequest(id)

/** Renders a partner without a GST number and the price of their selected services (§2.13). */
export default function GstRequest() {
  const back = useBackLink(LIST)
  return (
    <PartnerScreen
      title={TITLE}
      back={LIST}
      renderLoadingActions={(id) => <ReviewBar key={id} id={id} pathOf={detailOf} />}
    >
      {(partner) => (
        <>
          <PageHeader
            title={partnerTitle(partner)}
            tabTitle={partnerTabTitle(TITLE, partner)}
            kind={TITLE}
            subtitle={partnerSubtitle(partner)}
            aside={
              <Badge tone={gstRequestTone(partner.status)} dot>
                {partnerStatusLabel(partner.status)}
              </Badge>
            }
            back={back}
            actions={
              <>
                {/* in a line of its own on a phone, so that 'Call Partner' fits beside 'View KYC' */}
                <div className="max-sm:basis-full empty:hidden">
                  <ReviewBar id={partner.id} pathOf={detailOf} />
                </div>
                <PersonMenu person={personOfPartner(partner)} />
                <ButtonLink to={paths.kycHub(partner.id)} state={fromHere}>
                  View KYC
                </ButtonLink>
                <CallPartner partner={partner} />
              </>
            }
          />
          {!partner.noGst && (
            <Notice tone="info" className="mb-4">
              This partner is not in the list of GST requests.
            </Notice>
          )}
          <div className="grid items-start gap-4 lg:grid-cols-[1.5fr_1fr]">
            <PartnerDetails partner={partner} />
            <Price partner={partner} />
          </div>
        </>
      )}
    </PartnerScreen>
  )
}

function PartnerDetails({ partner }: { partner: Partner }) {
  return (
    <Card title="Partner details">
      <div className="grid items-start gap-x-8 gap-y-2.5 md:grid-cols-2">
        <DescriptionList
          items={[
            { term: 'Name', value: partner.name || NO_TEXT },
            { term: 'E-mail', value: <EmailLink address={partner.personalEmail} /> },
            { term: 'Mobile', value: <PhoneLink number={partner.mobileNo} /> },
            { term: 'Aadhar number', value: <PersonalNumber partner={partner} field="aadharNo" /> },
            ...otherNumbers(partner),
          ]}
        />
        <DescriptionList
          items={[
            { term: 'Company', value: partner.companyName || NO_TEXT },
            { term: 'Location', value: partner.companyLocation || NO_TEXT },
            { term: 'Company phone', value: <PhoneLink number={partner.companyNumber} /> },
            { term: 'Company e-mail', value: <EmailLink address={partner.companyEmailId} /> },
            { term: 'GST number', value: gstText(partner) },
          ]}
        />
      </div>
    </Card>
  )
}

/** Renders the plan's base price times the number of selected services, with the calculation. */
function Price({ partner }: { partner: Partner }) {
  const { servicesSelected, companyEmail } = partner
  const plan = planOf(partner)
  const count = servicesSelected.length
  const total = rupees(gstTotal(partner))
  return (
    <Card title="Price">
      <p className="text-3xl font-semibold tracking-tight tabular-nums">{total}</p>
      {plan ? (
        <p className="mt-1 text-ink-muted tabular-nums">
          {rupees(plan.price)} × {count} {count === 1 ? 'service' : 'services'} = {total}
        </p>
      ) : (
        <p className="mt-1 text-ink-muted">This partner has no plan with a price.</p>
      )}
      <div className="mt-4 border-t border-line pt-3.5">
        <DescriptionList
          items={[
            { term: 'Plan', value: planText(companyEmail) || NO_TEXT },
            {
              term: 'Services',
              value:
                count === 0 ? 'No services selected' : <ServiceChips services={servicesSelected} />,
            },
          ]}
        />
      </div>
    </Card>
  )
}
