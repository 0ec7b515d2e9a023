import {
  BOOKING_SORTS,
  type BookingFilter,
  DEFAULT_BOOKING_SORT,
  EVENT_DATE_RANGES,
  type ListFilter,
} from '@mandap/domain/booking/filter.ts'
import { bookingNumber } from '@mandap/domain/booking/number.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { BOOKING_TABS, DEFAULT_BOOKING_TAB } from '@mandap/domain/booking/tab.ts'
import { isLocalDate } from '@mandap/domain/time/days.ts'
import { clean } from '@mandap/domain/text/text.ts'
import { keyIn } from '../list/key-in.ts'

/** Returns the tab and the filters in the query string of a URL (§2.5). Ignores unknown values. */
export function bookingFilterFrom(search: URLSearchParams): BookingFilter {
  const tab = keyIn(BOOKING_TABS, search.get('tab')) ?? DEFAULT_BOOKING_TAB
  return { tab, ...listFilterFrom(search) }
}

/** Returns the filters in the query string of a URL, without a tab. */
export function listFilterFrom(search: URLSearchParams): ListFilter {
  const bookedDate = search.get('bookedDate') ?? ''
  return {
    numberId: bookingNumber(search.get('numberId') ?? '') || undefined,
    eventDate: keyIn(EVENT_DATE_RANGES, search.get('eventDate')),
    bookedDate: isLocalDate(bookedDate) ? bookedDate : undefined,
    service: SERVICE_CATEGORIES.find((category) => category === search.get('service')),
    partnerName: clean(search.get('partner') ?? '') || undefined,
    sort: keyIn(BOOKING_SORTS, search.get('sort')) ?? DEFAULT_BOOKING_SORT,
  }
}

/** Returns the query string of a filter, such as `?tab=upcoming&service=Catering`. Leaves out defaults. */
export function searchOfBookingFilter(
  filter: ListFilter & Partial<Pick<BookingFilter, 'tab'>>,
): string {
  const { tab, numberId, eventDate, bookedDate, service, partnerName, sort } = filter
  const search = new URLSearchParams()
  const put = (name: string, value: string | undefined) => value && search.set(name, value)
  put('tab', tab === DEFAULT_BOOKING_TAB ? undefined : tab)
  put('numberId', numberId)
  put('eventDate', eventDate)
  put('bookedDate', bookedDate)
  put('service', service)
  put('partner', partnerName)
  put('sort', sort === DEFAULT_BOOKING_SORT ? undefined : sort)
  return search.size === 0 ? '' : `?${search}`
}

/** Returns how many filters narrow the list. Tab and sort order do not count. */
export function activeFilters(filter: ListFilter & Partial<BookingFilter>): number {
  const { tab: _tab, sort: _sort, ...narrowing } = filter
  return Object.values(narrowing).filter(Boolean).length
}
