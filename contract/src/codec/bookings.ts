import type { ListFilter } from '@mandap/domain/booking/filter.ts'
import type { BOOKING_LISTS, BookingListing } from '@mandap/domain/booking/listing.ts'
import { isLocalDate, type Today } from '@mandap/domain/time/days.ts'
import { clean } from '@mandap/domain/text/text.ts'
import { readInstant } from '@mandap/domain/wire/read.ts'
import type { BookingQuery } from '../booking.ts'
import type { Query } from './query.ts'
import { QueryError } from './query-error.ts'
import { decodeToday, encodeToday } from './today.ts'

/** Every list of bookings that is read by pages: those of the screens, all, and a number's suggestions (§5.4). */
export type PagedBookings =
  | BookingListing
  | { list: 'all' }
  | { list: 'numbered'; numberPrefix: string }

type ListingQuery = Query<Omit<BookingQuery, 'limit' | 'after' | 'skip' | 'numberId'>>
type ListName = (typeof BOOKING_LISTS)[number]

/** The parameters that narrow a tab, and the events that have ended. */
const FILTERS = ['eventDate', 'bookedDate', 'service', 'partnerName'] as const

/** The parameters that go with one list only. */
const LIST_OF = {
  search: 'found',
  now: 'expired',
  partnerId: 'ofPartner',
  userId: 'ofUser',
  group: 'ofUser',
} as const

/** Returns the parameters of `GET /bookings` that describe a list. */
export function encodeBookingListing(listing: PagedBookings): ListingQuery {
  switch (listing.list) {
    case 'all':
      return {}
    case 'numbered':
      return { numberPrefix: listing.numberPrefix }
    case 'details':
      return { tab: listing.filter.tab, ...encodeFilter(listing) }
    case 'ended':
      return { list: listing.list, ...encodeFilter(listing) }
    case 'found':
      return { list: listing.list, search: clean(listing.search) }
    case 'expired': {
      const { list, now, numberId } = listing
      return { list, now: new Date(now).toISOString(), numberPrefix: numberId || undefined }
    }
    case 'ofPartner':
      return { list: listing.list, partnerId: listing.partnerId }
    case 'ofUser': {
      const { list, userId } = listing
      const day = listing.group && { group: listing.group, ...encodeToday(listing.today) }
      return { list, userId, ...day }
    }
  }
}

function encodeFilter({ filter, today }: { filter: ListFilter; today: Today }): ListingQuery {
  const { numberId, eventDate, bookedDate, service, partnerName, sort } = filter
  return {
    ...encodeToday(today),
    sort,
    eventDate,
    service,
    numberPrefix: numberId || undefined,
    bookedDate: bookedDate || undefined,
    partnerName: clean(partnerName ?? '') || undefined,
  }
}

/** Reads the list that a query describes. Throws a `QueryError` that names what is wrong with it. */
export function decodeBookingListing(query: ListingQuery): PagedBookings {
  const { tab, list, numberPrefix } = query
  if (tab !== undefined && list !== undefined)
    throw new QueryError('list', 'Send tab or list, not both.')
  const foreign = (Object.keys(LIST_OF) as (keyof typeof LIST_OF)[]).find(
    (name) => query[name] !== undefined && list !== LIST_OF[name],
  )
  if (foreign) throw new QueryError(foreign, `${foreign} needs list=${LIST_OF[foreign]}.`)
  if (tab !== undefined) {
    const today = decodeToday(query, 'A tab')
    return { list: 'details', filter: { ...decodeFilter(query), tab }, today }
  }
  if (list === 'ended') {
    const today = decodeToday(query, 'list=ended')
    return { list, filter: decodeFilter(query), today }
  }
  const unused = FILTERS.find((name) => query[name] !== undefined)
  if (unused) throw new QueryError(unused, `${unused} needs a tab or list=ended.`)
  if (list !== undefined) return decodeList(list, query)
  return numberPrefix === undefined ? { list: 'all' } : { list: 'numbered', numberPrefix }
}

function decodeFilter(query: ListingQuery): ListFilter {
  const { numberPrefix, eventDate, bookedDate, service, partnerName, sort } = query
  if (bookedDate !== undefined && !isLocalDate(bookedDate))
    throw new QueryError('bookedDate', 'bookedDate must be a day such as 2026-11-01.')
  return { numberId: numberPrefix, eventDate, bookedDate, service, partnerName, sort }
}

function decodeList(list: Exclude<ListName, 'ended'>, query: ListingQuery): BookingListing {
  const { numberPrefix, search, partnerId, userId, group } = query
  if (numberPrefix !== undefined && list !== 'expired')
    throw new QueryError('numberPrefix', `numberPrefix cannot be combined with list=${list}.`)
  switch (list) {
    case 'found':
      if (search === undefined) throw new QueryError('search', 'list=found needs a search.')
      return { list, search }
    case 'expired': {
      const now = readInstant(query.now)
      if (now === null)
        throw new QueryError('now', 'list=expired needs now, such as 2026-11-21T06:30:00.000Z.')
      return { list, now, numberId: numberPrefix }
    }
    case 'ofPartner':
      if (partnerId === undefined)
        throw new QueryError('partnerId', 'list=ofPartner needs a partnerId.')
      return { list, partnerId }
    case 'ofUser':
      if (userId === undefined) throw new QueryError('userId', 'list=ofUser needs a userId.')
      if (group === undefined) return { list, userId }
      return { list, userId, group, today: decodeToday(query, 'A group') }
  }
}
