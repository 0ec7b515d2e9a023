import type { BookingQuery } from '@mandap/contract/booking.ts'
import { decodeBookingListing } from '@mandap/contract/codec/bookings.ts'
import { hasPageRequest } from '@mandap/contract/codec/page.ts'
import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import {
  type BookingSort,
  bookingsNumbered,
  type ListFilter,
} from '@mandap/domain/booking/filter.ts'
import { type BookingListing, bookingsOf } from '@mandap/domain/booking/listing.ts'
import { all, type Condition, everything, within } from '@mandap/domain/rule/condition.ts'
import { daysFrom } from '@mandap/domain/rule/days.ts'
import type { Database } from '../database/connection.ts'
import type { Order } from '../record/page.ts'
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

/** Whether a query asks for a page; otherwise it asks for the whole list of §7. */
export function asksForPage(query: BookingQuery): boolean {
  const { tab, list, numberPrefix } = query
  return [tab, list, numberPrefix].some((part) => part !== undefined) || hasPageRequest(query)
}

/** Returns the list that a query describes. Throws a `QueryError` that names what is wrong with it. */
export function bookingList(query: BookingQuery): BookingList {
  const listing = decodeBookingListing(query)
  const order = BY_TIME[query.sort ?? 'newest']
  switch (listing.list) {
    case 'all':
      return listOf(everything(), order)
    case 'numbered':
      return listOf(bookingsNumbered(listing.numberPrefix), BY_NUMBER)
    case 'details':
      return listOf(filtered(listing), order)
    case 'ended':
      return endedList(listing, order)
    default:
      return listOf(bookingsOf(listing), order)
  }
}

function listOf(condition: Condition<BookingIndex>, order: Order): BookingList {
  return { condition, order, count: (db) => countBookings(db, condition) }
}

function endedList(listing: Extract<BookingListing, { list: 'ended' }>, order: Order): BookingList {
  const list = listOf(filtered(listing), order)
  const { service, sort: _, ...others } = listing.filter
  const isCounted = Object.values(others).every((value) => value === undefined)
  return isCounted ? { ...list, count: (db) => countEnded(db, listing.today, service) } : list
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
