import type { Partner } from '@mandap/domain/partner/partner.ts'
import type { ReactNode } from 'preact/compat'
import { useParams } from '../../router/params.ts'
import { useLocation, useNavigate } from '../../router/Router.tsx'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { useBackLink } from '../../features/navigation/back-link.ts'
import {
  DoubleBookedCard,
  WithDoubleBookings,
} from '../../features/booking/PartnerDoubleBookings.tsx'
import { BookingCount, BookingList, NoBookings } from '../../features/booking/BookingList.tsx'
import {
  bookingsOfPartnerListing,
  useBookingsOfPartner,
} from '../../features/booking/of-partner.ts'
import { bookingsPageQuery } from '../../features/booking/queries.ts'
import type { Prefetch } from '../../features/client/prefetch.ts'
import { partnerById } from '../../features/partner/queries.ts'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import { exportedTotal } from '../../features/list/paged-list.ts'
import { PartnerScreen } from '../../features/partner/PartnerScreen.tsx'
import { partnerSubtitle, partnerTabTitle, partnerTitle } from '../../features/partner/title.ts'
import { PartnerStatusBadge } from '../../features/partner/PartnerStatusBadge.tsx'
import { PlanBadge } from '../../features/partner/PlanBadge.tsx'
import { ErasedNotice } from '../../features/record/ErasedNotice.tsx'
import { PersonMenu } from '../../features/person/PersonMenu.tsx'
import { personOfPartner } from '../../features/person/subject.ts'
import { LIST_NOUNS } from '../../features/summary/list-nouns.ts'
import { EmailLink, PhoneLink } from '../../ui/contact.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

const LIST = {
  to: paths.partnerDetails(),
  label: HEADINGS.partnerBookings.back,
  name: 'Partners Details',
}

/** Fetches the partner and the bookings. */
export const prefetch: Prefetch = async ({ client, queryClient, params: { id = '' }, search }) => {
  const all = bookingsPageQuery(client, bookingsOfPartnerListing(id), 0)
  await Promise.all([
    queryClient.prefetchQuery(partnerById(client, id)),
    isUpcoming(search) || queryClient.prefetchQuery(all),
  ])
}

function isUpcoming(search: string): boolean {
  return new URLSearchParams(search).get('events') === 'upcoming'
}

/** Renders an approved partner and their bookings (§2.12). */
export default function PartnerBookings() {
  const { id = '' } = useParams()
  const { search } = useLocation()
  const upcoming = isUpcoming(search)
  // requested with the partner, not after it
  const found = useBookingsOfPartner(id, upcoming)
  return (
    <PartnerScreen
      showsErased
      title={HEADINGS.partnerBookings.title}
      back={LIST}
      notFound={{ title: 'Partner Not Found', text: 'Partner not found.' }}
    >
      {(partner) => <Bookings partner={partner} upcoming={upcoming} {...found} />}
    </PartnerScreen>
  )
}

function Bookings({
  partner,
  upcoming,
  bookings,
  listing,
}: { partner: Partner; upcoming: boolean } & ReturnType<typeof useBookingsOfPartner>) {
  const navigate = useNavigate()
  const { state } = useLocation()
  return (
    <>
      <PageHeader
        title={partnerTitle(partner)}
        tabTitle={partnerTabTitle(HEADINGS.partnerBookings.title, partner)}
        subtitle={partnerSubtitle(partner)}
        aside={
          <>
            <PartnerStatusBadge partner={partner} />
            <PlanBadge partner={partner} />
          </>
        }
        back={useBackLink(LIST)}
        actions={
          <>
            <PersonMenu person={personOfPartner(partner)} />
            {!bookings.failure && (
              <ExportButton
                list={{ of: 'bookings', listing }}
                total={exportedTotal(bookings)}
                nouns={LIST_NOUNS.bookings}
              />
            )}
          </>
        }
      />
      {partner.erasedAt === null ? (
        <ContactLine partner={partner} />
      ) : (
        <ErasedNotice at={partner.erasedAt} />
      )}
      <WithDoubleBookings partnerId={partner.id}>
        <div className="mt-4 sm:max-w-64">
          <SegmentedControl
            label="Events"
            options={[
              { value: 'all', label: 'All' },
              { value: 'upcoming', label: 'Upcoming' },
            ]}
            value={upcoming ? 'upcoming' : 'all'}
            onValue={(events) =>
              navigate(
                { search: events === 'upcoming' ? '?events=upcoming' : '' },
                { replace: true, state },
              )
            }
          />
        </div>
        <BookingCount bookings={bookings} />
        <BookingList
          bookings={bookings}
          Item={DoubleBookedCard}
          empty={
            <NoBookings
              bookings={bookings}
              text={
                upcoming && !bookings.failure
                  ? 'No upcoming events of this partner.'
                  : 'No bookings found for this partner.'
              }
            />
          }
        />
      </WithDoubleBookings>
    </>
  )
}

/** Renders the partner's known contact details in one line. */
function ContactLine({ partner }: { partner: Partner }) {
  const { mobileNo, companyLocation } = partner
  const email = partner.personalEmail || partner.companyEmailId
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1.5">
      {companyLocation && (
        <Way icon="location">
          <span className="min-w-0 break-words">{companyLocation}</span>
        </Way>
      )}
      {mobileNo && (
        <Way icon="phone">
          <PhoneLink number={mobileNo} />
        </Way>
      )}
      {email && (
        <Way icon="mail">
          <EmailLink address={email} />
        </Way>
      )}
    </ul>
  )
}

function Way({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-2 wrap-anywhere">
      <Icon name={icon} className="size-4 shrink-0 text-ink-muted" />
      {children}
    </li>
  )
}
