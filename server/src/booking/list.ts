import type { BookingQuery } from '@mandap/contract/booking.ts'
import type { BookingFacts } from '@mandap/domain/booking/facts.ts'
import {
  type BookingSort,
  bookingsNumbered,
  bookingsOfUser,
} from '@mandap/domain/booking/filter.ts'
import { type BOOKING_LISTS, bookingsOf } from '@mandap/domain/booking/listing.ts'
import { all, type Condition, everything, within } from '@mandap/domain/rule/condition.ts'
import { daysFrom, isLocalDate } from '@mandap/domain/rule/days.ts'
import { readInstant } from '@mandap/domain/wire/read.ts'
import { Problem } from '../problem.ts'
import type { Order } from '../record/page.ts'
import { readToday } from '../today.ts'

/** A list of bookings as it was asked for: which, and in what order. */
export interface BookingList {
  condition: Condition<BookingFacts>
  order: Order
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

/** The parameters that narrow a tab. */
const FILTERS = ['eventDate', 'bookedDate', 'service', 'partnerName'] as const

/** The parameters that go with one of the other lists. */
const PARTICULARS = {
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
  if (strange) throw invalid(strange, `${strange} goes with list=${PARTICULARS[strange]}.`)
  if (tab !== undefined) return { condition: bookingsOfTab({ ...query, tab }), order }
  const needsTab = FILTERS.find((name) => query[name] !== undefined)
  if (needsTab) throw invalid(needsTab, `${needsTab} goes with a tab.`)
  if (list !== undefined) return { condition: bookingsOfList(list, query), order }
  if (query.numberPrefix === undefined) return { condition: everything(), order }
  return { condition: bookingsNumbered(query.numberPrefix), order: BY_NUMBER }
}

function bookingsOfTab(
  query: BookingQuery & Required<Pick<BookingQuery, 'tab'>>,
): Condition<BookingFacts> {
  const today = readToday(query, 'A tab')
  const { bookedDate, numberPrefix, ...filter } = query
  if (bookedDate !== undefined && !isLocalDate(bookedDate))
    throw invalid('bookedDate', 'bookedDate is not a day, such as 2026-11-01.')
  const listed = bookingsOf({
    list: 'details',
    filter: { ...filter, numberId: numberPrefix, bookedDate },
    today,
  })
  if (bookedDate === undefined) return listed
  // the same days of bookedAt, which is createdAt where there is one: the index that orders has it
  return all(listed, within<BookingFacts>('bookedAt', daysFrom(bookedDate, 1, today.timeZone)))
}

function bookingsOfList(list: ListName, query: BookingQuery): Condition<BookingFacts> {
  const { numberPrefix, partnerId, userId, group } = query
  if (numberPrefix !== undefined && list !== 'expired')
    throw invalid('numberPrefix', `numberPrefix does not go with list=${list}.`)
  switch (list) {
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

function invalid(field: string, message: string): Problem {
  return new Problem(400, 'INVALID', message, field)
}
