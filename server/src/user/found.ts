import { fold } from '@mandap/domain/text/text.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import type { Database } from '../database/connection.ts'
import { NOTHING, readRows } from '../database/one-row.ts'
import {
  firstFound,
  SEARCH_LIMITS,
  type SearchedList,
  type SearchLimits,
} from '../records/found-page.ts'
import { pageBody } from '../records/page.ts'
import { summary } from '../summary/summary.ts'
import { countOfDay, countStored, isKept } from './group.ts'
import { USER } from './kind.ts'
import {
  BY_NAME,
  BY_TIER,
  firstByText,
  firstInTiers,
  firstListed,
  isInTiers,
  type Search,
  sharesOfSome,
  type SharesOfSome,
  usersInTiers,
  usersListed,
} from './list.ts'

/** If the first users by name lack the text, because they share few first names, an index finds more than of bookings. */
const MAX_BY_INDEX = 15_000

/** How many of the first users by name must have the text, so that they are read to find it. */
const MIN_IN_ORDER = 100

/** The largest number of bookings on a day whose users are all found. */
const MAX_OF_DAY = 5_000

/** Few users have an event on a given day, so more users are read and fewer are counted. */
const DAY_LIMITS = { ...SEARCH_LIMITS, counted: 100, read: 150_000 }

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
  given?: SearchLimits,
): Promise<string> {
  const [lengths, shares] = await Promise.all([lengthsOf(db, listing), sharesOfSome(db, listing)])
  const limits = given ?? limitsOf(listing, shares)
  const list = searchedList(listing, search, { ...lengths, ...shares }, limits)
  const order = isInTiers(listing) ? BY_TIER : BY_NAME
  const { page, total, isExact } = await firstFound(db, USER, { ...request, order }, list, limits)
  return pageBody(page, total, isExact)
}

function limitsOf({ search = '', has }: UserListing, { first }: SharesOfSome): SearchLimits {
  const limits = has && !isKept(has.group) && fold(search) !== '' ? DAY_LIMITS : SEARCH_LIMITS
  return first * limits.read > MIN_IN_ORDER ? limits : { ...limits, all: MAX_BY_INDEX }
}

interface Lengths {
  users: number
  /** Of the list without the search. */
  length: number
  /** Whether the list is of a day on which so few events begin that all of its users are found. */
  isQuietDay: boolean
}

async function lengthsOf(db: Database, { has }: UserListing): Promise<Lengths> {
  const ofDay = has && !isKept(has.group) ? has : undefined
  const { counts, stored, today } = await readRows(db, {
    counts: summary(db),
    stored: has && !ofDay ? countStored(has.group) : NOTHING,
    today: ofDay ? countOfDay(ofDay, MAX_OF_DAY) : NOTHING,
  })
  const { users } = counts
  return { users, length: stored ?? users, isQuietDay: today !== null && today <= MAX_OF_DAY }
}

function searchedList(
  listing: UserListing,
  search: Search,
  { users, length, isQuietDay, typed }: Lengths & SharesOfSome,
  { all: most, read: mostRead }: SearchLimits,
): SearchedList {
  const { has } = listing
  const isTiered = isInTiers(listing)
  const typedIsCommon = length > mostRead && typed * users > most
  const isSearch = fold(listing.search ?? '') !== ''
  const expected = isSearch ? search.share * users : users
  return {
    length,
    expected: isQuietDay ? 0 : expected,
    all: isTiered ? usersInTiers(listing) : usersListed(listing, search),
    firstOfAll:
      has && isSearch && !isTiered && !isQuietDay
        ? (limit) => firstByText(has, search.all, limit)
        : undefined,
    inOrder: (read, limit) =>
      isTiered
        ? firstInTiers(listing, typedIsCommon, { read, limit })
        : [firstListed(listing, search.inOrder, { read, limit })],
  }
}
