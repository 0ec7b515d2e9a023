import type { ListFilter } from '@mandap/domain/booking/filter.ts'
import type { PartnerDays } from '@mandap/domain/booking/double-booking.ts'
import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import { isLocalDate, isTimeZone } from '@mandap/domain/time/days.ts'
import { readInstant, readJsonTexts } from '@mandap/domain/wire/read.ts'
import type { BookingListingQuery, PagedBookings } from './bookings.ts'
import { QueryError } from './query-error.ts'
import { decodeToday } from './decode-today.ts'

// separate from the encoder, which the console loads first

/** The filters and the order of a tab, of the ended events and of the counted bookings. */
const FILTERS = ['eventDate', 'bookedDate', 'service', 'partnerName', 'sort'] as const

/** The parameters of one list only. */
const LIST_OF = {
  figure: 'counted',
  search: 'found',
  now: 'expired',
  partnerId: 'ofPartner',
  partnerIds: 'onDays',
  firstDay: 'onDays',
  lastDay: 'onDays',
  userId: 'ofUser',
  group: 'ofUser',
} as const

/** Reads the list that a query describes. Throws a `QueryError` that names what is wrong with it. */
export function decodeBookingListing(query: BookingListingQuery): PagedBookings {
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
  if (list === 'counted') {
    const { figure } = query
    if (figure === undefined) throw new QueryError('figure', 'list=counted needs a figure.')
    const today = decodeToday(query, 'list=counted')
    return { list, figure, filter: decodeFilter(query), today }
  }
  const unused = FILTERS.find((name) => query[name] !== undefined)
  if (unused) throw new QueryError(unused, `${unused} needs a tab, list=ended or list=counted.`)
  if (list !== undefined) return decodeList(list, query)
  return numberPrefix === undefined ? { list: 'all' } : { list: 'numbered', numberPrefix }
}

function decodeFilter(query: BookingListingQuery): ListFilter {
  const { numberPrefix, eventDate, bookedDate, service, partnerName, sort } = query
  if (bookedDate !== undefined && !isLocalDate(bookedDate))
    throw new QueryError('bookedDate', 'bookedDate must be a day such as 2026-11-01.')
  return { numberId: numberPrefix, eventDate, bookedDate, service, partnerName, sort }
}

function decodeList(
  list: Exclude<BookingListing['list'], 'details' | 'ended' | 'counted'>,
  query: BookingListingQuery,
): BookingListing {
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
    case 'onDays':
      return { list, ...decodePartnerDays(query) }
    case 'ofUser':
      if (userId === undefined) throw new QueryError('userId', 'list=ofUser needs a userId.')
      if (group === undefined) return { list, userId }
      return { list, userId, group, today: decodeToday(query, 'A group') }
  }
}

function decodePartnerDays({
  partnerIds = '',
  firstDay = '',
  lastDay,
  timeZone = '',
}: BookingListingQuery): PartnerDays {
  const ids = readJsonTexts(partnerIds)
  if (ids === null)
    throw new QueryError('partnerIds', 'list=onDays needs partnerIds, such as ["id1","id2"].')
  if (!isLocalDate(firstDay))
    throw new QueryError('firstDay', 'list=onDays needs firstDay, such as 2026-11-21.')
  if (lastDay !== undefined && !isLocalDate(lastDay))
    throw new QueryError('lastDay', 'lastDay must be a day such as 2026-11-23.')
  if (!isTimeZone(timeZone))
    throw new QueryError('timeZone', 'list=onDays needs timeZone, such as Asia/Kolkata.')
  return { partnerIds: ids, firstDay, lastDay, timeZone }
}
