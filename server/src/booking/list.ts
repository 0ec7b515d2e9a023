import type { BookingQuery } from '@mandap/contract/booking.ts'
import type { BookingFacts } from '@mandap/domain/booking/facts.ts'
import {
  type BookingSort,
  bookingsListed,
  bookingsNumbered,
} from '@mandap/domain/booking/filter.ts'
import { all, type Condition, everything, within } from '@mandap/domain/rule/condition.ts'
import { daysFrom, isLocalDate, isTimeZone, type Today } from '@mandap/domain/rule/days.ts'
import { Problem } from '../problem.ts'
import type { Order } from '../record/page.ts'

/** A list of bookings as it was asked for: which, and in what order. */
export interface BookingList {
  condition: Condition<BookingFacts>
  order: Order
}

const BY_TIME: Record<BookingSort, Order> = {
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

/** Whether a page was asked for; else it is the plain list of §7. */
export function asksForPage(query: BookingQuery): boolean {
  const { tab, numberPrefix, limit, after, skip } = query
  return [tab, numberPrefix, limit, after, skip].some((part) => part !== undefined)
}

/** The list that a query describes. Throws a `Problem` that names what is wrong with it. */
export function bookingList(query: BookingQuery): BookingList {
  if (query.after !== undefined && query.skip !== undefined)
    throw invalid('skip', 'Send skip or after, not both.')
  const order = BY_TIME[query.sort ?? 'newest']
  if (query.tab !== undefined)
    return { condition: bookingsOfTab({ ...query, tab: query.tab }), order }
  const needsTab = FILTERS.find((name) => query[name] !== undefined)
  if (needsTab) throw invalid(needsTab, `${needsTab} goes with a tab.`)
  if (query.numberPrefix === undefined) return { condition: everything(), order }
  return { condition: bookingsNumbered(query.numberPrefix), order: BY_NUMBER }
}

function bookingsOfTab(
  query: BookingQuery & Required<Pick<BookingQuery, 'tab'>>,
): Condition<BookingFacts> {
  const today = readToday(query)
  const { bookedDate, numberPrefix, ...filter } = query
  if (bookedDate !== undefined && !isLocalDate(bookedDate))
    throw invalid('bookedDate', 'bookedDate is not a day, such as 2026-11-01.')
  const listed = bookingsListed({ ...filter, numberId: numberPrefix, bookedDate }, today)
  if (bookedDate === undefined) return listed
  // the same days of bookedAt, which is createdAt where there is one: the index that orders has it
  return all(listed, within<BookingFacts>('bookedAt', daysFrom(bookedDate, 1, today.timeZone)))
}

function readToday({ today = '', timeZone = '' }: BookingQuery): Today {
  if (!isLocalDate(today)) throw invalid('today', 'A tab needs today, such as 2026-11-21.')
  if (!isTimeZone(timeZone))
    throw invalid('timeZone', 'A tab needs timeZone, such as Asia/Kolkata.')
  return { date: today, timeZone }
}

function invalid(field: string, message: string): Problem {
  return new Problem(400, 'INVALID', message, field)
}
