import { fold } from '@mandap/domain/text/text.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import type { Database } from '../database/connection.ts'
import type { JsonText } from '../http/route.ts'
import { NOTHING, readRow, readRows } from '../database/one-row.ts'
import {
  firstFound,
  SEARCH_LIMITS,
  type SearchedList,
  type SearchLimits,
} from '../records/found-page.ts'
import { BY_NAME, BY_TIER, pageBody } from '../records/page.ts'
import { summary } from '../summary/summary.ts'
import {
  countOfDay,
  countStored,
  countUsersOfFirst,
  type Having,
  isKept,
  isLookupFaster,
  isQuiet,
  type Lookups,
} from './group.ts'
import { USER } from './kind.ts'
import {
  firstByText,
  firstInTiers,
  firstListed,
  isInTiers,
  type Listing,
  MAX_FOUND,
  type Search,
  typedShareOf,
  usersInTiers,
  usersListed,
  wantedOf,
} from './list.ts'

const USER_LIMITS = { ...SEARCH_LIMITS, all: MAX_FOUND }

/** Few users have an event on a given day, so more users are read and fewer are counted. */
const DAY_LIMITS = { ...USER_LIMITS, counted: 100, read: 150_000 }

interface FoundRequest {
  limit: number
  skip?: number | undefined
}

/** Returns the body of a page of the users whom a search or a group of one day finds (§2.11, §5.5), and how many there are. */
export async function foundUsers(
  db: Database,
  listing: UserListing,
  search: Search,
  request: FoundRequest,
  limits = limitsOf(listing),
): Promise<JsonText> {
  const list = await searchedList(db, listing, search, { ...limits, ...request })
  const order = isInTiers(listing) ? BY_TIER : BY_NAME
  const { page, total, isExact } = await firstFound(db, USER, { ...request, order }, list, limits)
  return pageBody(page, total, isExact)
}

function limitsOf({ search = '', has }: UserListing): SearchLimits {
  return has && !isKept(has.group) && fold(search) !== '' ? DAY_LIMITS : USER_LIMITS
}

async function searchedList(
  db: Database,
  listing: UserListing,
  search: Search,
  limits: SearchLimits & FoundRequest,
): Promise<SearchedList> {
  const { has } = listing
  const ofDay = has && !isKept(has.group) ? has : undefined
  const isTiered = isInTiers(listing)
  const [{ counts, stored, today }, typedShare] = await Promise.all([
    readRows(db, {
      counts: summary(db),
      stored: has && !ofDay ? countStored(has.group) : NOTHING,
      today: ofDay ? countOfDay(db, ofDay) : NOTHING,
    }),
    isTiered ? typedShareOf(db, listing) : 0,
  ])
  const { users } = counts
  const length = stored ?? users
  const isQuietDay = today !== null && isQuiet(today)
  const typedIsCommon = length > limits.read && typedShare * users > limits.all
  const isSearch = fold(listing.search ?? '') !== ''
  const expected = isSearch ? search.share * users : users
  // all of a short list are counted
  const day = users > limits.read && !isQuietDay ? ofDay : undefined
  const lookups = { ofDay: today ?? 0, users, expected }
  const { isLookedUp, isMany } = day
    ? await planOfBusyDay(db, listing, day, { ...limits, ...lookups, isSearch })
    : { isLookedUp: false, isMany: false }
  const having = has && { ...has, isLookedUp }
  const chosen: Listing = { ...listing, has: having }
  return {
    length,
    expected: isQuietDay ? 0 : expected,
    isMany,
    all: isTiered ? usersInTiers(chosen) : usersListed(listing, search),
    firstOfAll:
      having && isSearch && !isTiered && !isQuietDay
        ? (limit) => firstByText(having, search.all, limit)
        : undefined,
    inOrder: (read, limit) =>
      isTiered
        ? firstInTiers(chosen, typedIsCommon, { read, limit })
        : [firstListed(chosen, search.inOrder, { read, limit })],
  }
}

interface BusyDay extends FoundRequest, Omit<Lookups, 'wanted'> {
  counted: number
  isSearch: boolean
}

/** Returns whether the bookings of users are looked up, and whether the day has more users than are counted. */
async function planOfBusyDay(
  db: Database,
  listing: UserListing,
  having: Having,
  { limit, skip = 0, counted, isSearch, ...lookups }: BusyDay,
): Promise<{ isLookedUp: boolean; isMany: boolean }> {
  const last = skip + limit
  if (isSearch) {
    const wanted = wantedOf(listing, Math.max(counted, last))
    return { isLookedUp: isLookupFaster({ ...lookups, wanted }), isMany: false }
  }
  const isMany =
    isLookupFaster({ ...lookups, wanted: last }) &&
    // a few of the first bookings have the same user
    (await readRow(db, countUsersOfFirst(having, counted * 1.2))) > counted
  return { isLookedUp: isMany, isMany }
}
