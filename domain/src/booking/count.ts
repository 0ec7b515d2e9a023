import { all, blank, type Condition, isOneOf, within } from '../rule/condition.ts'
import { daySpan, EVER, type Span, type Today } from '../time/days.ts'
import { endedBookings } from './ended.ts'
import { BOOKING_FIGURES } from './figure.ts'
import { type BookingFilter, eventDateSpan, type ListFilter } from './filter.ts'
import { type DayRule, spanWhen, undatedConfirmed } from './group.ts'
import type { BookingIndex } from './index-fields.ts'
import type { BookingListing } from './listing.ts'
import type { ServiceCategory } from './service.ts'
import { BOOKING_PHASES, type BookingPhase } from './status.ts'
import { bookingsInTab, firstVisibleInstant } from './tab.ts'

/** How the bookings of a list are counted. */
export type BookingCount =
  | { by: 'all' }
  /** The bookings of a phase by the start of the event. `plusStatus` tests only the status. */
  | {
      by: 'eventStart'
      counted: CountedEvents
      plusStatus?: Condition<BookingIndex>
      plus?: readonly CountedRows[]
      minus?: CountedRows
    }
  /** The bookings that expire and have begun before `now` (§4.4). `numberId` is the typed text. */
  | { by: 'expiry'; now: number; numberId: string | undefined }
  /** The bookings whose status satisfies the condition of the list, which tests nothing else. */
  | { by: 'status' }
  /** The bookings whose services satisfy the condition of the list, which tests nothing else. */
  | { by: 'service' }
  /** Counted one by one, because the list is short or no counter has its condition. */
  | { by: 'rows' }

/** A service or the typed text of a number narrows the other parts of the count, too. At most one is given. */
export interface CountedEvents {
  phase: BookingPhase
  service?: ServiceCategory | undefined
  numberId?: string | undefined
  span: Span
}

/** A few bookings that are counted one by one. */
type CountedRows = Condition<BookingIndex>

/** Returns how a list is counted. The result is the number of bookings that satisfy `bookingsOf(listing)`. */
export function countOf(listing: BookingListing): BookingCount {
  switch (listing.list) {
    case 'details':
      return ofTab(listing)
    case 'ended':
      return ofEnded(listing)
    case 'counted':
      return ofFigure(listing)
    case 'expired':
      return { by: 'expiry', now: listing.now, numberId: listing.numberId || undefined }
    case 'found':
    case 'ofPartner':
    case 'onDays':
    case 'ofUser':
      return { by: 'rows' }
  }
}

function ofTab(listing: Extract<BookingListing, { list: 'details' }>): BookingCount {
  const { filter, today } = listing
  const { tab } = filter
  if (isNarrow(filter)) return { by: 'rows' }
  if (tab === 'inprogress') return ofInProgress(filter, eventSpan(listing), today)
  const phase = tab === 'upcoming' ? 'confirmed' : tab
  return {
    by: 'eventStart',
    counted: { phase, ...narrowedBy(filter), span: eventSpan(listing) },
  }
}

/** The events in progress that begin in a span: those of today, and the few that began before. */
function ofInProgress(filter: ListFilter, listed: Span, today: Today): BookingCount {
  const { before, ofToday } = splitAtToday(listed, today)
  return {
    by: 'eventStart',
    counted: { phase: 'confirmed', ...narrowedBy(filter), span: ofToday },
    plus: [all(bookingsInTab('inprogress', today), within('dateFrom', before))],
    // events of today that ended before they began
    minus: all(endedBookings(today), within('dateFrom', ofToday)),
  }
}

/** The confirmed events that began before today, without those that are in progress. */
function ofEnded(listing: Extract<BookingListing, { list: 'ended' }>): BookingCount {
  const { filter, today } = listing
  if (isNarrow(filter)) return { by: 'rows' }
  const { before, ofToday } = splitAtToday(eventSpan(listing), today)
  const ended = endedBookings(today)
  return {
    by: 'eventStart',
    counted: { phase: 'confirmed', ...narrowedBy(filter), span: before },
    plus: [
      // events of today that ended before they began
      all(ended, within('dateFrom', ofToday)),
      // the counters do not contain an event without a first day
      ...(filter.eventDate ? [] : [all(ended, blank('dateFrom'))]),
    ],
    minus: all(bookingsInTab('inprogress', today), within('dateFrom', before)),
  }
}

/** Returns the span in which all events of a list begin, except those without a first day. Others may begin in it, too. */
export function eventSpan(listing: Extract<BookingListing, { list: 'details' | 'ended' }>): Span {
  const { filter, today } = listing
  const { end } = daySpan(today)
  const tab = listing.list === 'details' ? listing.filter.tab : undefined
  return overlap([
    ...(tab === undefined ? [] : [{ ...EVER, start: firstVisibleInstant(today) }]),
    ...(tab === undefined || tab === 'inprogress' ? [{ ...EVER, end }] : []),
    ...(tab === 'upcoming' ? [{ ...EVER, start: end }] : []),
    ...(filter.eventDate ? [eventDateSpan(filter.eventDate, today)] : []),
  ])
}

/** Returns the part of a span before today, and the part that is today. */
function splitAtToday(span: Span, today: Today): { before: Span; ofToday: Span } {
  const day = daySpan(today)
  return {
    before: overlap([span, { ...EVER, end: day.start }]),
    ofToday: overlap([span, day]),
  }
}

function ofFigure(listing: Extract<BookingListing, { list: 'counted' }>): BookingCount {
  const { figure, filter, today } = listing
  if (isNarrow(filter) || filter.eventDate || filter.service || filter.numberId)
    return { by: 'rows' }
  const { decides } = BOOKING_FIGURES[figure]
  switch (decides) {
    case 'nothing':
      return { by: 'all' }
    case 'status':
    case 'service':
      return { by: decides }
    default:
      return ofDayRule(decides, today)
  }
}

/** The bookings of a group of §4.3 whose rule depends on the day. */
function ofDayRule({ confirmed, undated, phase }: DayRule, today: Today): BookingCount {
  return {
    by: 'eventStart',
    counted: { phase: 'confirmed', span: spanWhen(confirmed, daySpan(today)) },
    ...(phase && { plusStatus: isOneOf('status', BOOKING_PHASES[phase]) }),
    // the counters do not contain an event without a first day
    ...(undated && { plus: [undatedConfirmed] }),
  }
}

function narrowedBy({
  service,
  numberId,
}: ListFilter): Pick<CountedEvents, 'service' | 'numberId'> {
  return { service, numberId: numberId || undefined }
}

/** The filters that the counters have. Sort order and tab do not narrow a list. */
const COUNTED: readonly string[] = [
  'eventDate',
  'numberId',
  'service',
  'sort',
  'tab',
] satisfies (keyof BookingFilter)[]

/** Whether a filter tests a field that no counter has, or two that no counter has together. */
function isNarrow(filter: ListFilter): boolean {
  if (filter.numberId && filter.service) return true
  return Object.entries(filter).some(
    ([name, value]) => !COUNTED.includes(name) && value !== undefined && value !== '',
  )
}

function overlap(spans: readonly Span[]): Span {
  return {
    start: Math.max(...spans.map(({ start }) => start)),
    end: Math.min(...spans.map(({ end }) => end)),
  }
}
