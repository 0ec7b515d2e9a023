import type { BookingQuery } from '@mandap/contract/booking.ts'
import { type BookingCount, countOf, eventSpan } from '@mandap/domain/booking/count.ts'
import { expiredBookedBefore } from '@mandap/domain/booking/expiry.ts'
import { BOOKING_FIGURES } from '@mandap/domain/booking/figure.ts'
import type { PagedBookings } from '@mandap/contract/codec/bookings.ts'
import { decodeBookingListing } from '@mandap/contract/codec/decode-bookings.ts'
import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import {
  type BookingSort,
  bookingsFiltered,
  bookingsNumbered,
  type ListFilter,
} from '@mandap/domain/booking/filter.ts'
import { type BookingListing, bookingsOf, sortOf } from '@mandap/domain/booking/listing.ts'
import { all, before, type Condition, everything, within } from '@mandap/domain/rule/condition.ts'
import { daysFrom, type Span } from '@mandap/domain/time/days.ts'
import type { Database } from '../database/connection.ts'
import type { OneRow } from '../database/one-row.ts'
import type { Order } from '../records/page.ts'
import type { Spans } from '../records/spans.ts'
import { bookedSpans } from './booked-spans.ts'
import { disjointParts } from './parts.ts'
import { countBookings } from './total.ts'

/** The list of bookings that a query selects. */
export interface BookingList {
  condition: Condition<BookingIndex>
  /** Disjoint conditions that together select the list, each read in order by an index. */
  parts: readonly Condition<BookingIndex>[]
  order: Order
  /** Whether few bookings match, so that finding and sorting them is faster than reading all in order. */
  few?: boolean
  count: (db: Database) => OneRow<number>
  spans: Spans
}

export const BY_TIME: Record<BookingSort, Order> = {
  newest: { name: 'newest', column: 'booked_at', type: 'number', descending: true },
  oldest: { name: 'oldest', column: 'booked_at', type: 'number', descending: false },
}
export const BY_NUMBER: Order = {
  name: 'number',
  column: 'number_id',
  type: 'string',
  descending: false,
}

/** The parts of a query that choose a list, its order and the page, for which one plan is best whatever their values. */
const UNFILTERED = new Set([
  'tab',
  'list',
  'today',
  'timeZone',
  'now',
  'sort',
  'limit',
  'after',
  'skip',
])

/** Returns whether a query narrows its list, so that the best plan depends on what it names. */
export function isFiltered(query: BookingQuery): boolean {
  return Object.keys(query).some((name) => !UNFILTERED.has(name))
}

/** Returns the list that a query describes. Throws a `QueryError` that names what is wrong with it. */
export function bookingList(query: BookingQuery): BookingList {
  return bookingListOf(decodeBookingListing(query), query.after)
}

/** Returns the rows of a list, of which a page after the cursor `after` is read. */
export function bookingListOf(listing: PagedBookings, after?: string): BookingList {
  const order = BY_TIME[sortOf(listing)]
  switch (listing.list) {
    case 'all':
      return listOf(everything(), order, { by: 'all' })
    case 'numbered':
      return listOf(bookingsNumbered(listing.numberPrefix), BY_NUMBER, { by: 'rows' })
    case 'details':
    case 'ended':
      return filteredList(listing, order)
    case 'counted':
      return {
        ...filteredList(listing, order),
        parts: disjointParts(BOOKING_FIGURES[listing.figure].bookings(listing.today)).map((part) =>
          bookedWhen(listing, all(part, bookingsFiltered(listing.filter, listing.today))),
        ),
      }
    case 'expired': {
      const expired = bookingsOf(listing)
      // PostgreSQL would read the index from this bound on, and not from the cursor
      if (after !== undefined) return listOf(expired, order, countOf(listing))
      // implied by the lead days, and lets the index of the order skip what was booked later
      const latest = expiredBookedBefore(listing.now)
      const booked = all(expired, before<BookingIndex>('bookedAt', latest))
      return listOf(booked, order, countOf(listing))
    }
    case 'onDays':
      return { ...listOf(bookingsOf(listing), order, countOf(listing)), few: true }
    default:
      return listOf(bookingsOf(listing), order, countOf(listing))
  }
}

function listOf(
  condition: Condition<BookingIndex>,
  order: Order,
  count: BookingCount,
  days?: Span,
): BookingList {
  return {
    condition,
    parts: [condition],
    order,
    count: (db) => countBookings(db, condition, count),
    spans: bookedSpans(condition, count, days),
  }
}

function filteredList(
  listing: Extract<BookingListing, { filter: ListFilter }>,
  order: Order,
): BookingList {
  return listOf(bookedWhen(listing, bookingsOf(listing)), order, countOf(listing), daysOf(listing))
}

/** The days on which all events of a list begin, if they are few. */
function daysOf(listing: Extract<BookingListing, { filter: ListFilter }>): Span | undefined {
  if (listing.list === 'counted') return undefined
  const isInProgress = listing.list === 'details' && listing.filter.tab === 'inprogress'
  return listing.filter.eventDate || isInProgress ? eventSpan(listing) : undefined
}

/** Adds the day of booking in the form that the index of the order contains. */
function bookedWhen(
  { filter: { bookedDate }, today }: Extract<BookingListing, { filter: ListFilter }>,
  listed: Condition<BookingIndex>,
): Condition<BookingIndex> {
  if (bookedDate === undefined) return listed
  // bookedAt is createdAt where there is one
  return all(listed, within<BookingIndex>('bookedAt', daysFrom(bookedDate, 1, today.timeZone)))
}
