import type { Booking } from '@mandap/domain/booking/booking.ts'
import { partnerIndex } from '@mandap/domain/partner/index-fields.ts'
import { guestPartners } from '@mandap/domain/partner/list.ts'
import { countText } from '@mandap/domain/text/counted.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { GUEST } from '@mandap/domain/partner/plan.ts'
import { partnerStatusLabel } from '@mandap/domain/partner/status.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { useParams } from '../../router/params.ts'
import type { PagedList } from '../../features/list/paged-list.ts'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { useBackLink } from '../../features/navigation/back-link.ts'
import { BookingList, NoBookings } from '../../features/booking/BookingList.tsx'
import { WithDoubleBookings } from '../../features/booking/PartnerDoubleBookings.tsx'
import {
  bookingsOfPartnerListing,
  useBookingsOfPartner,
} from '../../features/booking/of-partner.ts'
import { bookingsPageQuery } from '../../features/booking/queries.ts'
import type { Opening, Prefetch } from '../../features/client/prefetch.ts'
import { FIRST_ROWS } from '../../features/client/first-calls.ts'
import { partnerById } from '../../features/partner/queries.ts'
import { LIST_NOUNS } from '../../features/summary/list-nouns.ts'
import { NOTHING } from '../../ui/rupees.ts'
import { useClient } from '../../features/client/client-context.ts'
import { useStartedQuery } from '../../features/client/start-query.ts'
import { userById } from '../../features/user/queries.ts'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import { PartnerScreen } from '../../features/partner/PartnerScreen.tsx'
import { partnerSubtitle, partnerTabTitle, partnerTitle } from '../../features/partner/title.ts'
import { PersonMenu } from '../../features/person/PersonMenu.tsx'
import { personOfPartner } from '../../features/person/subject.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmailLink, PhoneLink } from '../../ui/contact.tsx'
import { DescriptionList, DescriptionListSkeleton } from '../../ui/DescriptionList.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import {
  GUEST_BOOKING_CARD,
  GuestBookingCard,
  GuestBookingCardSkeleton,
} from './GuestBookingCard.tsx'

const { title: TITLE, back: BACK } = HEADINGS.guestPartner
const LIST = {
  to: paths.guestPartners(),
  label: BACK,
  name: 'Guest Partners',
}
const SKELETON = <GuestBookingCardSkeleton />

/** Fetches the partner and the bookings. */
export const prefetch: Prefetch = (opening) =>
  Promise.all([prefetchGuest(opening), prefetchBookings(opening)])

/** Fetches the partner, and the customer account that is linked to them. */
async function prefetchGuest({ client, queryClient, params: { id = '' } }: Opening) {
  const { userId } = await queryClient.fetchQuery(partnerById(client, id))
  if (userId !== '') await queryClient.prefetchQuery(userById(client, userId))
}

/** Fetches the bookings of the partner, and the customers of those that a phone shows first. */
async function prefetchBookings({ client, queryClient, params: { id = '' } }: Opening) {
  const { rows } = await queryClient.fetchQuery(
    bookingsPageQuery(client, bookingsOfPartnerListing(id), 0),
  )
  const customers = rows.slice(0, FIRST_ROWS).filter(({ userId }) => userId !== '')
  await Promise.all(
    customers.map(({ userId }) => queryClient.prefetchQuery(userById(client, userId))),
  )
}

/** Renders a guest partner and their bookings (§2.15). Other partners are not found here (§4.6). */
export default function GuestPartner() {
  // requested with the partner, not after it
  const { bookings } = useBookingsOfPartner(useParams().id ?? '')
  return (
    <PartnerScreen
      title={TITLE}
      back={LIST}
      notFound={{ text: 'Guest partner not found.' }}
      belongs={(partner) => matches(guestPartners, partnerIndex(partner))}
    >
      {(partner) => <Guest partner={partner} bookings={bookings} />}
    </PartnerScreen>
  )
}

function Guest({ partner, bookings }: { partner: Partner; bookings: PagedList<Booking> }) {
  const { total, failure } = bookings
  return (
    <>
      <PageHeader
        title={partnerTitle(partner)}
        tabTitle={partnerTabTitle(TITLE, partner)}
        kind={TITLE}
        subtitle={partnerSubtitle(partner)}
        aside={<Badge tone="info">{GUEST}</Badge>}
        back={useBackLink(LIST)}
        actions={
          <>
            <PersonMenu person={personOfPartner(partner)} />
            {!failure && (
              <ExportButton
                list={{ of: 'bookings', listing: bookingsOfPartnerListing(partner.id) }}
                total={total}
                nouns={LIST_NOUNS.bookings}
              />
            )}
          </>
        }
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <PartnerInformation partner={partner} />
        {partner.userId !== '' && <LinkedUser partner={partner} />}
      </div>
      <WithDoubleBookings partnerId={partner.id}>
        <h2 className="mt-7 mb-3 text-lg font-semibold tracking-tight">
          Bookings{total !== null && !failure && ` (${countText(total)})`}
        </h2>
        <BookingList
          bookings={bookings}
          size={GUEST_BOOKING_CARD}
          Item={GuestBookingCard}
          skeleton={SKELETON}
          empty={
            <NoBookings bookings={bookings} text="No bookings found for this guest partner." />
          }
        />
      </WithDoubleBookings>
    </>
  )
}

function PartnerInformation({ partner }: { partner: Partner }) {
  const { name, companyName, companyLocation, mobileNo, status } = partner
  // companyEmail is `Guest`, not an address (§3)
  const email = partner.personalEmail || partner.companyEmailId
  return (
    <Card title="Partner Information">
      <DescriptionList
        items={[
          { term: 'Name', value: name || NOTHING },
          { term: 'Company', value: companyName || NOTHING },
          { term: 'Location', value: companyLocation || NOTHING },
          { term: 'Phone', value: <PhoneLink number={mobileNo} none={NOTHING} /> },
          { term: 'E-mail', value: <EmailLink address={email} none={NOTHING} /> },
          { term: 'Status', value: status ? partnerStatusLabel(status) : NOTHING },
          { term: 'Type', value: GUEST },
        ]}
      />
    </Card>
  )
}

/** Renders the customer account that is linked to the partner, or nothing if the lookup fails (§7). */
function LinkedUser({ partner }: { partner: Partner }) {
  const { data: user, isError } = useStartedQuery(userById(useClient(), partner.userId))
  if (isError && !user) return null
  return (
    <Card title="User Details">
      <p className="mb-3 text-sm text-ink-muted wrap-anywhere">
        {`Customer account linked to ${isolated(partnerTitle(partner))}`}
      </p>
      {user ? (
        <DescriptionList
          items={[
            { term: 'Name', value: user.name || NOTHING },
            { term: 'Phone', value: <PhoneLink number={user.phone} none={NOTHING} /> },
            { term: 'E-mail', value: <EmailLink address={user.email} none={NOTHING} /> },
          ]}
        />
      ) : (
        <DescriptionListSkeleton label="Loading user details" terms={['Name', 'Phone', 'E-mail']} />
      )}
    </Card>
  )
}
