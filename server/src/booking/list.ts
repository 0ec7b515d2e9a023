import type { BookingQuery } from '@mandap/contract/booking.ts'
import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import {
  type BookingSort,
  bookingsNumbered,
  bookingsOfUser,
  type ListFilter,
} from '@mandap/domain/booking/filter.ts'
import {
  type BOOKING_LISTS,
  type BookingListing,
  bookingsOf,
} from '@mandap/domain/booking/listing.ts'
import { all, type Condition, everything, within } from '@mandap/domain/rule/condition.ts'
import { daysFrom, isLocalDate } from '@mandap/domain/rule/days.ts'
import { readInstant } from '@mandap/domain/wire/read.ts'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http-error.ts'
import type { Order } from '../record/page.ts'
import { readToday } from '../today.ts'
import { MAX_COUNTED } from './found.ts'
import { countBookings, countEnded } from './total.ts'

/** A list of bookings that a query describes. */
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

/** The parameters that narrow a tab, and the events that have ended. */
const FILTERS = ['eventDate', 'bookedDate', 'service', 'partnerName'] as const

/** The parameters that go with one of the other lists. */
const PARTICULARS = {
  search: 'found',
  now: 'expired',
  partnerId: 'ofPartner',
  userId: 'ofUser',
  group: 'ofUser',
} as const

type ListName = (typeof BOOKING_LISTS)[number]

/** Whether a page was asked for; else it is the plain list of §7. */
export function asksForPage(query: BookingQuery): boolean {
  const { tab, list, numberPrefix, limit, after, skip } = query
  return [tab, list, numberPrefix, limit, after, skip].some((part) => part !== undefined)
}

/** The list that a query describes. Throws a `Problem` that names what is wrong with it. */
export function bookingList(query: BookingQuery): BookingList {
  if (query.after !== undefined && query.skip !== undefined)
    throw invalid('skip', 'Send skip or after, not both.')
  const order = BY_TIME[query.sort ?? 'newest']
  const { tab, list } = query
  if (tab !== undefined && list !== undefined) throw invalid('list', 'Send tab or list, not both.')
  const strange = (Object.keys(PARTICULARS) as (keyof typeof PARTICULARS)[]).find(
    (name) => query[name] !== undefined && list !== PARTICULARS[name],
  )
  if (strange) throw invalid(strange, `${strange} needs list=${PARTICULARS[strange]}.`)
  if (tab !== undefined) return listOf(bookingsOfTab({ ...query, tab }), order)
  if (list === 'ended') return endedList(query, order)
  const needsTab = FILTERS.find((name) => query[name] !== undefined)
  if (needsTab) throw invalid(needsTab, `${needsTab} needs a tab or list=ended.`)
  if (list !== undefined) return listOf(bookingsOfList(list, query), order)
  if (query.numberPrefix === undefined) return listOf(everything(), order)
  return listOf(bookingsNumbered(query.numberPrefix), BY_NUMBER)
}

function listOf(condition: Condition<BookingIndex>, order: Order): BookingList {
  return { condition, order, count: (db) => countBookings(db, condition) }
}

function bookingsOfTab(
  query: BookingQuery & Required<Pick<BookingQuery, 'tab'>>,
): Condition<BookingIndex> {
  const today = readToday(query, 'A tab')
  return filtered({ list: 'details', filter: { ...filterOf(query), tab: query.tab }, today })
}

function endedList(query: BookingQuery, order: Order): BookingList {
  const today = readToday(query, 'list=ended')
  const filter = filterOf(query)
  const list = listOf(filtered({ list: 'ended', filter, today }), order)
  const { service, ...others } = filter
  const isCounted = Object.values(others).every((value) => value === undefined)
  return isCounted ? { ...list, count: (db) => countEnded(db, today, service) } : list
}

/** The filters of a query. Throws a `Problem` where one is wrong. */
function filterOf(query: BookingQuery): ListFilter {
  const { numberPrefix, eventDate, bookedDate, service, partnerName } = query
  if (bookedDate !== undefined && !isLocalDate(bookedDate))
    throw invalid('bookedDate', 'bookedDate must be a day such as 2026-11-01.')
  return { numberId: numberPrefix, eventDate, bookedDate, service, partnerName }
}

function filtered(
  listing: Extract<BookingListing, { filter: ListFilter }>,
): Condition<BookingIndex> {
  const listed = bookingsOf(listing)
  const { bookedDate } = listing.filter
  if (bookedDate === undefined) return listed
  // the same days of bookedAt, which is createdAt where there is one: the index that orders has it
  const days = daysFrom(bookedDate, 1, listing.today.timeZone)
  return all(listed, within<BookingIndex>('bookedAt', days))
}

function bookingsOfList(
  list: Exclude<ListName, 'ended'>,
  query: BookingQuery,
): Condition<BookingIndex> {
  const { numberPrefix, search, skip = 0, partnerId, userId, group } = query
  if (numberPrefix !== undefined && list !== 'expired')
    throw invalid('numberPrefix', `numberPrefix cannot be combined with list=${list}.`)
  switch (list) {
    case 'found':
      if (search === undefined) throw invalid('search', 'list=found needs a search.')
      if (skip > MAX_COUNTED)
        throw invalid(
          'skip',
          `With list=found, skip is at most ${MAX_COUNTED}. Use after to read further pages.`,
        )
      return bookingsOf({ list, search })
    case 'expired': {
      const now = readInstant(query.now)
      if (now === null)
        throw invalid('now', 'list=expired needs now, such as 2026-11-21T06:30:00.000Z.')
      return bookingsOf({ list, now, numberId: numberPrefix })
    }
    case 'ofPartner':
      if (partnerId === undefined) throw invalid('partnerId', 'list=ofPartner needs a partnerId.')
      return bookingsOf({ list, partnerId })
    case 'ofUser':
      if (userId === undefined) throw invalid('userId', 'list=ofUser needs a userId.')
      if (group === undefined) return bookingsOfUser(userId)
      return bookingsOf({ list, userId, group, today: readToday(query, 'A group') })
  }
}

function invalid(field: string, message: string): HttpError {
  return new HttpError(400, 'INVALID', message, field)
}
