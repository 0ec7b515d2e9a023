import { expect, test } from 'vitest'
import { all, type Condition, everything } from '../rule/condition.ts'
import { matches } from '../rule/matches.ts'
import { aBooking } from '../testing/builders.ts'
import { DAY } from '../time/days.ts'
import { type BookingCount, countOf } from './count.ts'
import { BOOKING_FIGURES, type BookingFigure } from './figure.ts'
import {
  bookingsNumbered,
  bookingsOfService,
  EVENT_DATE_RANGES,
  type EventDateRange,
} from './filter.ts'
import { type BookingIndex, bookingIndex } from './index-fields.ts'
import { type BookingListing, bookingsOf } from './listing.ts'
import { expiredBookings } from './expiry.ts'
import { SERVICE_CATEGORIES } from './service.ts'
import { BOOKING_STATUSES } from './status.ts'
import { BOOKING_TABS, type BookingTab } from './tab.ts'

const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const NOON = Date.parse('2026-11-21T06:30:00Z')

const STATUSES = Object.keys(BOOKING_STATUSES)

/** Bookings of every status whose events begin and end on every day around today, and without dates. */
const BOOKINGS: BookingIndex[] = STATUSES.flatMap((status, at) =>
  [...Array(80).keys()].map((n) =>
    bookingIndex(
      aBooking({
        status,
        numberId: `MB${n % 4}${n}`,
        createdAt: NOON - (at % 5) * 5 * DAY,
        dateFrom: n % 16 === 0 ? null : NOON + (n - 40) * DAY,
        // some events end before they begin
        dateTo: n % 3 === 0 ? null : NOON + (n % 8 === 0 ? n - 45 : n - 38) * DAY,
        photographyEvent: n % 2 === 0 ? 'e' : '',
        cateringEvent: n % 5 === 0 ? 'e' : '',
      }),
    ),
  ),
)

/** Counts in memory like the counters of a server. */
function counted(
  count: Exclude<BookingCount, { by: 'rows' }>,
  rule: Condition<BookingIndex>,
): number {
  if (count.by === 'all') return BOOKINGS.length
  if (count.by === 'expiry') {
    const expired = all(expiredBookings(count.now), bookingsNumbered(count.numberId ?? ''))
    return BOOKINGS.filter((one) => matches(expired, one)).length
  }
  // a server has one example of each status, and of each combination of services
  if (count.by === 'status') {
    const listed = STATUSES.filter((status) =>
      matches(rule, bookingIndex(aBooking({ status, dateFrom: null, eventId: 'x' }))),
    )
    return BOOKINGS.filter(({ status }) => listed.includes(status)).length
  }
  if (count.by === 'service') {
    const none = bookingIndex(aBooking({ status: '', dateFrom: null }))
    return BOOKINGS.filter(({ catering, photography, event }) =>
      matches(rule, { ...none, catering, photography, event }),
    ).length
  }
  const { phase, service, numberId, span } = count.counted
  const narrowing = all(
    service ? bookingsOfService(service) : everything<BookingIndex>(),
    bookingsNumbered(numberId ?? ''),
  )
  const narrowed = BOOKINGS.filter((one) => matches(narrowing, one))
  const inSpan = narrowed.filter(
    ({ dateFrom, ...one }) =>
      one.phase === phase && dateFrom !== null && dateFrom >= span.start && dateFrom < span.end,
  )
  const rows = (...conditions: (Condition<BookingIndex> | undefined)[]) =>
    conditions
      .map((condition) =>
        condition ? narrowed.filter((one) => matches(condition, one)).length : 0,
      )
      .reduce((sum, n) => sum + n, 0)
  const { plusStatus, plus = [], minus } = count
  return inSpan.length + rows(plusStatus, ...plus) - rows(minus)
}

const tabs = Object.keys(BOOKING_TABS) as BookingTab[]
const ranges = [undefined, ...(Object.keys(EVENT_DATE_RANGES) as EventDateRange[])]
const services = [undefined, ...SERVICE_CATEGORIES]
const figures = Object.keys(BOOKING_FIGURES) as BookingFigure[]
const LISTINGS: BookingListing[] = [
  ...tabs.flatMap((tab) =>
    ranges.flatMap((eventDate) =>
      services.map((service): BookingListing => {
        return { list: 'details', filter: { tab, eventDate, service }, today: TODAY }
      }),
    ),
  ),
  ...ranges.flatMap((eventDate) =>
    services.map((service): BookingListing => {
      return { list: 'ended', filter: { eventDate, service }, today: TODAY }
    }),
  ),
  ...figures.map((figure): BookingListing => {
    return { list: 'counted', figure, filter: { sort: 'oldest' }, today: TODAY }
  }),
  ...['MB1', ' mb-3 '].flatMap((numberId): BookingListing[] => [
    { list: 'details', filter: { tab: 'upcoming', numberId }, today: TODAY },
    { list: 'details', filter: { tab: 'inprogress', numberId }, today: TODAY },
    { list: 'details', filter: { tab: 'booked', eventDate: 'nextMonth', numberId }, today: TODAY },
    { list: 'ended', filter: { numberId }, today: TODAY },
    { list: 'ended', filter: { eventDate: 'thisMonth', numberId }, today: TODAY },
    { list: 'expired', now: NOON, numberId },
  ]),
  { list: 'expired', now: NOON },
]

test.each(LISTINGS)('a declared count equals the number of bookings in the list: %j', (listing) => {
  const count = countOf(listing)
  if (count.by === 'rows') throw new Error('The list is not counted by counters.')
  const rule = bookingsOf(listing)
  expect(counted(count, rule)).toBe(BOOKINGS.filter((one) => matches(rule, one)).length)
})

test.each<BookingListing>([
  {
    list: 'details',
    filter: { tab: 'booked', numberId: 'MB1', service: 'Event' },
    today: TODAY,
  },
  { list: 'details', filter: { tab: 'booked', bookedDate: '2026-11-01' }, today: TODAY },
  { list: 'ended', filter: { partnerName: 'Asha' }, today: TODAY },
  { list: 'counted', figure: 'all', filter: { numberId: 'MB1' }, today: TODAY },
  { list: 'counted', figure: 'all', filter: { service: 'Event' }, today: TODAY },
  { list: 'counted', figure: 'tile-pending', filter: { eventDate: 'thisWeek' }, today: TODAY },
  { list: 'ofPartner', partnerId: 'p' },
  { list: 'onDays', partnerIds: ['p'], firstDay: TODAY.date, timeZone: TODAY.timeZone },
  { list: 'ofUser', userId: 'u' },
])('a list that no counter knows is counted by rows: %j', (listing) => {
  expect(countOf(listing)).toEqual({ by: 'rows' })
})
