import {
  all,
  type Condition,
  equals,
  everything,
  nothing,
  startsWith,
  within,
} from '../rule/condition.ts'
import {
  daysFrom,
  type LocalDate,
  monthSpan,
  type Span,
  type Today,
  weekSpan,
} from '../time/days.ts'
import { fold } from '../text/text.ts'
import type { BookingIndex } from './index-fields.ts'
import { bookingNumber } from './number.ts'
import type { ServiceCategory } from './service.ts'
import { type BookingTab, bookingsInTab, visibleBookings } from './tab.ts'

/** The event date ranges (§2.5), in the order of the filter. All Dates is the absence of a range. */
export const EVENT_DATE_RANGES = {
  thisWeek: 'This Week',
  nextWeek: 'Next Week',
  thisMonth: 'This Month',
  nextMonth: 'Next Month',
} as const

export type EventDateRange = keyof typeof EVENT_DATE_RANGES

export const BOOKING_SORTS = { newest: 'Newest First', oldest: 'Oldest First' } as const
export type BookingSort = keyof typeof BOOKING_SORTS

export const DEFAULT_BOOKING_SORT: BookingSort = 'newest'

/** The filters and the order of a list of bookings (§2.5). A missing filter selects every booking. */
export interface ListFilter {
  numberId?: string | undefined
  eventDate?: EventDateRange | undefined
  bookedDate?: LocalDate | undefined
  service?: ServiceCategory | undefined
  partnerName?: string | undefined
  sort?: BookingSort | undefined
}

/** The tab and the filters of Booking Details (§2.5). */
export interface BookingFilter extends ListFilter {
  tab: BookingTab
}

/** Selects the bookings that Booking Details shows for a tab and its filters (§2.5, §5.10). */
export function bookingsListed(filter: BookingFilter, today: Today): Condition<BookingIndex> {
  return all(
    bookingsInTab(filter.tab, today),
    visibleBookings(today),
    bookingsFiltered(filter, today),
  )
}

/** Selects the bookings that satisfy every filter. */
export function bookingsFiltered(filter: ListFilter, today: Today): Condition<BookingIndex> {
  return all(
    filter.numberId ? bookingsNumbered(filter.numberId) : everything(),
    filter.eventDate ? bookingsWithin(filter.eventDate, today) : everything(),
    filter.bookedDate ? bookedOn(filter.bookedDate, today.timeZone) : everything(),
    filter.service ? bookingsOfService(filter.service) : everything(),
    filter.partnerName ? bookingsOfPartnerNamed(filter.partnerName) : everything(),
  )
}

/** Selects the bookings whose number starts with the typed text (§5.4). */
export function bookingsNumbered(text: string): Condition<BookingIndex> {
  return startsWith('numberId', bookingNumber(text))
}

/** Selects the bookings with exactly this number (§5.4). A blank number selects none. */
export function bookingsWithNumber(numberId: string): Condition<BookingIndex> {
  const number = bookingNumber(numberId)
  return number === '' ? nothing() : equals('numberId', number)
}

/** Selects the bookings whose event begins in the range. */
export function bookingsWithin(range: EventDateRange, today: Today): Condition<BookingIndex> {
  return within('dateFrom', eventDateSpan(range, today))
}

export function eventDateSpan(range: EventDateRange, today: Today): Span {
  const spans = {
    thisWeek: () => weekSpan(today),
    nextWeek: () => weekSpan(today, 1),
    thisMonth: () => monthSpan(today),
    nextMonth: () => monthSpan(today, 1),
  }
  return spans[range]()
}

/** Selects the bookings that were made on a day of the administrator. */
export function bookedOn(date: LocalDate, timeZone: string): Condition<BookingIndex> {
  return within('createdAt', daysFrom(date, 1, timeZone))
}

export function bookingsOfService(category: ServiceCategory): Condition<BookingIndex> {
  switch (category) {
    case 'Catering':
      return equals('catering', true)
    case 'Photography':
      return equals('photography', true)
    case 'Event':
      return equals('event', true)
  }
}

export function bookingsOfPartnerNamed(name: string): Condition<BookingIndex> {
  return equals('partnerName', fold(name))
}

/** Selects a partner's bookings (§2.12). A blank id selects none. */
export function bookingsOfPartner(partnerId: string): Condition<BookingIndex> {
  return partnerId === '' ? nothing() : equals('partnerId', partnerId)
}

/** Selects a customer's bookings (§2.11). A blank id selects none. */
export function bookingsOfUser(userId: string): Condition<BookingIndex> {
  return userId === '' ? nothing() : equals('userId', userId)
}
