import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { VIEWER_CHANGES_NOTHING } from '@mandap/domain/session/role.ts'
import type { ReactNode } from 'preact/compat'
import { Link } from '../../router/Link.tsx'
import { useClient } from '../../features/client/client-context.ts'
import { useStartedQuery } from '../../features/client/start-query.ts'
import { fromHere } from '../../features/navigation/back-link.ts'
import { type Planner, plannerById } from '../../features/partner/queries.ts'
import { DoubleBookings } from '../../features/booking/DoubleBookings.tsx'
import { PersonMenu } from '../../features/person/PersonMenu.tsx'
import { personOfPartner } from '../../features/person/subject.ts'
import { ErasedNotice } from '../../features/record/ErasedNotice.tsx'
import { partnerScreen } from '../../features/navigation/partner-screen.ts'
import { useIsViewer } from '../../features/session/role.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DescriptionList, DescriptionListSkeleton } from '../../ui/DescriptionList.tsx'
import { EmailLink, PhoneLink, TEXT_LINK } from '../../ui/contact.tsx'
import { Key } from '../../ui/Key.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { useHotkeys } from '../../ui/use-hotkeys.ts'
import { PanelNote } from './panel.tsx'
import { NO_TEXT } from '../../ui/no-text.ts'

/** Renders the partner of the booking, or its manual partner. `children` are below the details. */
export function PlannerPanel({
  booking,
  onEdit,
  children,
}: {
  booking: Booking
  onEdit: () => void
  children?: ReactNode
}) {
  const { partnerId } = booking
  const isViewer = useIsViewer()
  useHotkeys([{ key: 'e', what: 'Edit planner', run: isViewer ? undefined : onEdit }])
  const planner = useStartedQuery(plannerById(useClient(), partnerId))
  return (
    <Card
      title="Event planner details"
      actions={
        <Button
          size="small"
          icon="edit"
          aria-keyshortcuts="e"
          disabledReason={isViewer ? VIEWER_CHANGES_NOTHING : undefined}
          onClick={onEdit}
        >
          Edit planner
          <Key name="e" />
        </Button>
      }
    >
      <div className="mb-4 empty:hidden">
        <DoubleBookings booking={booking} />
      </div>
      {partnerId === '' ? (
        <>
          <PanelNote text="No planner ID provided." />
          <OnTheBooking booking={booking} />
        </>
      ) : planner.data?.name === '' ? (
        <>
          <PanelNote text="No planner details found." />
          <OnTheBooking booking={booking} />
        </>
      ) : planner.data ? (
        <PlannerLines planner={planner.data} />
      ) : planner.isError ? (
        <>
          <FailureLine
            text="Failed to fetch planner details."
            retrying={planner.isFetching}
            onRetry={() => void planner.refetch()}
          />
          <OnTheBooking booking={booking} />
        </>
      ) : (
        <DescriptionListSkeleton
          label="Loading planner details"
          terms={['Name', 'Phone', 'E-mail', 'Company', 'Location']}
        />
      )}
      {children}
    </Card>
  )
}

function PlannerLines({ planner: partner }: { planner: Planner }) {
  const { name, companyName, companyLocation, companyNumber, mobileNo, erasedAt } = partner
  // companyEmail is a plan code, not an address (§3)
  const email = partner.personalEmail || partner.companyEmailId
  if (erasedAt !== null)
    return (
      <div className="grid gap-3">
        <p className="font-medium">{name}</p>
        <ErasedNotice at={erasedAt} />
      </div>
    )
  return (
    <>
      <DescriptionList
        items={[
          { term: 'Name', value: partner.isManual ? name : <PartnerLink partner={partner} /> },
          { term: 'Phone', value: <PhoneLink number={mobileNo} /> },
          { term: 'E-mail', value: <EmailLink address={email} /> },
          { term: 'Company', value: companyName || NO_TEXT },
          { term: 'Location', value: companyLocation || NO_TEXT },
          ...(companyNumber
            ? [{ term: 'Company phone', value: <PhoneLink number={companyNumber} /> }]
            : []),
        ]}
      />
      {/* a manual partner has no screen of its own */}
      {partner.isManual && (
        <div className="mt-4 empty:hidden">
          <PersonMenu person={personOfPartner(partner, 'tempPartner')} size="small" align="start" />
        </div>
      )}
    </>
  )
}

/** Renders the name of a partner as a link to their screen. A manual partner has none. */
function PartnerLink({ partner }: { partner: Partner }) {
  return (
    <Link to={partnerScreen(partner).to} state={fromHere} className={TEXT_LINK}>
      {partner.name}
    </Link>
  )
}

/** Renders the planner's details in the booking itself, if there are none in a record of the planner. */
function OnTheBooking({ booking: { partnerName, partnerMobile } }: { booking: Booking }) {
  if (partnerName === '') return null
  return (
    <div className="mt-4 border-t border-line pt-4">
      <DescriptionList
        items={[
          { term: 'On the booking', value: partnerName },
          { term: 'Phone', value: <PhoneLink number={partnerMobile} /> },
        ]}
      />
    </div>
  )
}
