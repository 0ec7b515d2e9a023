import type { BookingQuery } from '@mandap/contract/booking.ts'
import { type BookingCount, countOf } from '@mandap/domain/booking/count.ts'
import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import {
  type BookingSort,
  bookingsNumbered,
  type ListFilter,
} from '@mandap/domain/booking/filter.ts'
import {
  type BOOKING_LISTS,
  type BookingListing,
  bookingsOf,
} from '@mandap/domain/booking/listing.ts'
import { all, type Condition, everything, within } from '@mandap/domain/rule/condition.ts'
import { daysFrom, isLocalDate } from '@mandap/domain/time/days.ts'
import { readInstant } from '@mandap/domain/wire/read.ts'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import type { Order } from '../records/page.ts'
import { readToday } from '../http/today.ts'
import { MAX_COUNTED } from './found.ts'
import { countBookings } from './total.ts'

/** The list of bookings that a query selects. */
export interface BookingList {
  condition: Condition<BookingIndex>
  order: Order
  count: (db: Database) => Promise<number>
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

/** The parameters that filter a tab or the ended events. */
const FILTERS = ['eventDate', 'bookedDate', 'service', 'partnerName'] as const

/** The parameters that belong to one of the other lists. */
const PARTICULARS = {
  search: 'found',
  now: 'expired',
  partnerId: 'ofPartner',
  userId: 'ofUser',
  group: 'ofUser',
} as const

type ListName = (typeof BOOKING_LISTS)[number]

/** Returns whether the query asks for a page. Otherwise it is the plain list of §7. */
export function asksForPage(query: BookingQuery): boolean {
  const { tab, list, numberPrefix, limit, after, skip } = query
  return [tab, list, numberPrefix, limit, after, skip].some((part) => part !== undefined)
}

/** Returns the list that a query selects. Throws an `HttpError` for an invalid query. */
export function bookingList(query: BookingQuery): BookingList {
  if (query.after !== undefined && query.skip !== undefined)
    throw invalid('skip', 'Send skip or after, not both.')
  const order = BY_TIME[query.sort ?? 'newest']
  const { tab, list } = query
  if (tab !== undefined && list !== undefined) throw invalid('list', 'Send tab or list, not both.')
  const strange = (Object.keys(PARTICULARS) as (keyof typeof PARTICULARS)[]).find(
    (name) => query[name] !== undefined && list !== PARTICULARS[name],
  )
  if (strange) throw invalid(strange, `${strange} goes with list=${PARTICULARS[strange]}.`)
  if (tab !== undefined) {
    const today = readToday(query, 'A tab')
    return filteredList({ list: 'details', filter: { ...filterOf(query), tab }, today }, order)
  }
  if (list === 'ended') {
    const today = readToday(query, 'list=ended')
    return filteredList({ list, filter: filterOf(query), today }, order)
  }
  const needsTab = FILTERS.find((name) => query[name] !== undefined)
  if (needsTab) throw invalid(needsTab, `${needsTab} goes with a tab or with list=ended.`)
  if (list !== undefined) {
    const listing = listingOf(list, query)
    return listOf(bookingsOf(listing), order, countOf(listing))
  }
  if (query.numberPrefix === undefined) return listOf(everything(), order, { by: 'all' })
  return listOf(bookingsNumbered(query.numberPrefix), BY_NUMBER, { by: 'rows' })
}

function listOf(
  condition: Condition<BookingIndex>,
  order: Order,
  count: BookingCount,
): BookingList {
  return { condition, order, count: (db) => countBookings(db, condition, count) }
}

/** Returns the filters of a query. Throws an `HttpError` for an invalid one. */
function filterOf(query: BookingQuery): ListFilter {
  const { numberPrefix, eventDate, bookedDate, service, partnerName } = query
  if (bookedDate !== undefined && !isLocalDate(bookedDate))
    throw invalid('bookedDate', 'bookedDate is not a day, such as 2026-11-01.')
  return { numberId: numberPrefix, eventDate, bookedDate, service, partnerName }
}

function filteredList(
  listing: Extract<BookingListing, { filter: ListFilter }>,
  order: Order,
): BookingList {
  const listed = bookingsOf(listing)
  const { bookedDate } = listing.filter
  if (bookedDate === undefined) return listOf(listed, order, countOf(listing))
  // bookedAt is createdAt where there is one, and the index of the order contains it
  const days = daysFrom(bookedDate, 1, listing.today.timeZone)
  return listOf(all(listed, within<BookingIndex>('bookedAt', days)), order, countOf(listing))
}

function listingOf(list: Exclude<ListName, 'ended'>, query: BookingQuery): BookingListing {
  const { numberPrefix, search, skip = 0, partnerId, userId, group } = query
  if (numberPrefix !== undefined && list !== 'expired')
    throw invalid('numberPrefix', `numberPrefix does not go with list=${list}.`)
  switch (list) {
    case 'found':
      if (search === undefined) throw invalid('search', 'list=found needs a search.')
      if (skip > MAX_COUNTED)
        throw invalid('skip', `list=found skips at most ${MAX_COUNTED}; use after to continue.`)
      return { list, search }
    case 'expired': {
      const now = readInstant(query.now)
      if (now === null)
        throw invalid('now', 'list=expired needs now, such as 2026-11-21T06:30:00.000Z.')
      return { list, now, numberId: numberPrefix }
    }
    case 'ofPartner':
      if (partnerId === undefined) throw invalid('partnerId', 'list=ofPartner needs a partnerId.')
      return { list, partnerId }
    case 'ofUser':
      if (userId === undefined) throw invalid('userId', 'list=ofUser needs a userId.')
      if (group === undefined) return { list, userId }
      return { list, userId, group, today: readToday(query, 'A group') }
  }
}

function invalid(field: string, message: string): HttpError {
  return new HttpError(400, 'INVALID', message, field)
}
