import type { Partner } from '@mandap/domain/partner/partner.ts'
import {
  missingItems,
  REGISTRATION_ITEMS,
  type RegistrationItem,
} from '@mandap/domain/partner/registration.ts'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { fromHere, useBackLink } from '../../features/navigation/back-link.ts'
import { CallPartner } from '../../features/partner/CallPartner.tsx'
import { PartnerStatusBadge } from '../../features/partner/PartnerStatusBadge.tsx'
import { PartnerScreen } from '../../features/partner/PartnerScreen.tsx'
import { partnerSubtitle, partnerTabTitle, partnerTitle } from '../../features/partner/title.ts'
import { PersonalNumber } from '../../features/partner/PersonalNumber.tsx'
import { ServiceChips } from '../../features/partner/ServiceChips.tsx'
import { PersonMenu } from '../../features/person/PersonMenu.tsx'
import { personOfPartner } from '../../features/person/subject.ts'
import { ReviewBar } from '../../features/verification/ReviewBar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmailLink, PhoneLink } from '../../ui/contact.tsx'
import { DescriptionList } from '../../ui/DescriptionList.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { NO_TEXT } from '../../ui/no-text.ts'

const { title: TITLE, back: BACK } = HEADINGS.inProgressPartner
const LIST = {
  to: paths.inProgressPartners(),
  label: BACK,
  name: 'In Progress Partners',
}

const detailOf = ({ id }: Partner) => paths.inProgressPartner(id)

/** Renders the progress of a partner's registration (§2.14). */
export default function InProgressPartner() {
  const back = useBackLink(LIST)
  return (
    <PartnerScreen
      title={TITLE}
      back={LIST}
      notFound={{
        text: 'Partner Not Found',
        hint: 'The requested partner details could not be found.',
      }}
      renderLoadingActions={(id) => <ReviewBar key={id} id={id} pathOf={detailOf} />}
      loading={
        <div className="grid min-h-96 place-items-center text-accent-text">
          <Spinner label="Loading partner details" className="size-9" />
        </div>
      }
    >
      {(partner) => (
        <>
          <PageHeader
            title={partnerTitle(partner)}
            tabTitle={partnerTabTitle(TITLE, partner)}
            kind={TITLE}
            subtitle={partnerSubtitle(partner)}
            aside={
              <>
                <Badge tone="warning" dot>
                  Registration In Progress
                </Badge>
                <PartnerStatusBadge partner={partner} />
              </>
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
          <div className="grid gap-4 lg:grid-cols-2">
            <PersonalInformation partner={partner} />
            <CompanyInformation partner={partner} />
            <ServicesInformation partner={partner} />
            <MissingInformation partner={partner} />
          </div>
        </>
      )}
    </PartnerScreen>
  )
}

function PersonalInformation({ partner }: { partner: Partner }) {
  return (
    <Card title="Personal Information">
      <DescriptionList
        items={[
          { term: 'Name', value: partner.name || NO_TEXT },
          { term: 'E-mail', value: <EmailLink address={partner.personalEmail} /> },
          { term: 'Aadhar', value: <PersonalNumber partner={partner} field="aadharNo" /> },
          { term: 'Mobile number', value: <PhoneLink number={partner.mobileNo} /> },
        ]}
      />
    </Card>
  )
}

function CompanyInformation({ partner }: { partner: Partner }) {
  const { companyName, companyLocation, companyNumber, companyEmailId } = partner
  return (
    <Card title="Company Information">
      <DescriptionList
        items={[
          { term: 'Company name', value: companyName || <NotSet /> },
          { term: 'Company location', value: companyLocation || <NotSet /> },
          ...(companyNumber === ''
            ? []
            : [{ term: 'Company phone', value: <PhoneLink number={companyNumber} /> }]),
          ...(companyEmailId === ''
            ? []
            : [{ term: 'Company e-mail', value: <EmailLink address={companyEmailId} /> }]),
          { term: 'Registration', value: 'Incomplete Registration' },
        ]}
      />
    </Card>
  )
}

function NotSet() {
  return <span className="text-negative-text">Not Set</span>
}

function ServicesInformation({ partner: { servicesSelected } }: { partner: Partner }) {
  return (
    <Card title="Services Information">
      {servicesSelected.length === 0 ? (
        <p className="text-ink-muted">No services selected</p>
      ) : (
        <>
          <ServiceChips services={servicesSelected} />
          <p className="mt-3 flex gap-2">
            <span className="text-ink-muted">Total Services</span>
            <span className="font-medium">{servicesSelected.length}</span>
          </p>
        </>
      )}
    </Card>
  )
}

/** The items that the three tiles show. Other missing items are listed below the tiles. */
const IN_TILES: readonly RegistrationItem[] = ['companyName', 'servicesSelected']

function MissingInformation({ partner }: { partner: Partner }) {
  const missing = missingItems(partner)
  const others = missing.filter((item) => !IN_TILES.includes(item))
  return (
    <Card title="Missing Information">
      <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(max(8rem,30%),1fr))]">
        <Tile label="Company Name" isProvided={partner.companyName !== ''} />
        <Tile label="Company Location" isProvided={partner.companyLocation !== ''} />
        <Tile label="Services Selected" isProvided={partner.servicesSelected.length > 0} />
      </ul>
      {others.length > 0 && (
        <p className="mt-3 text-ink-muted">
          Also missing: {others.map((item) => REGISTRATION_ITEMS[item]).join(', ')}
        </p>
      )}
      {missing.length === 0 && (
        <p className="mt-3 text-ink-muted">
          This partner is not in the list of partners in progress.
        </p>
      )}
    </Card>
  )
}

function Tile({ label, isProvided }: { label: string; isProvided: boolean }) {
  return (
    <li
      className={`rounded-md px-3.5 py-3 ${
        isProvided ? 'bg-positive-soft text-positive-text' : 'bg-negative-soft text-negative-text'
      }`}
    >
      <span className="block text-sm text-ink">{label}</span>
      <span className="mt-1 flex items-center gap-1.5 font-semibold">
        <Icon name={isProvided ? 'check' : 'alert'} className="size-4" />
        {isProvided ? 'Provided' : 'Missing'}
      </span>
    </li>
  )
}
