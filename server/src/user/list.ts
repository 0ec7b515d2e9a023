import type { UserBookingCounts } from '@mandap/domain/booking/totals.ts'
import { bookingsOfUser } from '@mandap/domain/booking/filter.ts'
import { BOOKING_GROUP_NAMES, bookingsInGroup } from '@mandap/domain/booking/group.ts'
import { nothing } from '@mandap/domain/rule/condition.ts'
import { hasSeveralForms } from '@mandap/domain/text/search.ts'
import { fold } from '@mandap/domain/text/text.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import { type UserIndex, userTiers, usersWithWords } from '@mandap/domain/user/user.ts'
import { type RawBuilder, sql } from 'kysely'
import { BOOKING } from '../booking/kind.ts'
import type { Database } from '../database/connection.ts'
import { NOTHING, readRow, readRows } from '../database/one-row.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { byIndex, isShort, shareOf, TEXTS_IN_ORDER } from '../records/search-text.ts'
import { summary } from '../summary/summary.ts'
import {
  countOfDay,
  countUsersHaving,
  firstStored,
  type Found,
  type Having,
  isInGroup,
  isKept,
  isLookupFaster,
  isQuiet,
  usersHaving,
} from './group.ts'
import { USER } from './kind.ts'

/** The filters of a list, and how the users with a booking of a group are found. */
export type Listing = Omit<UserListing, 'has'> & { has?: Having | undefined }

/** The users of a list in the tiers of its search, as SQL parts with `id` and, in the place of the name, the key. */
export function usersInTiers({ search = '', has }: Listing) {
  const [typed = nothing<UserIndex>()] = userTiers(search)
  const tier = sql`case when ${toSql(typed, USER.columns)} then '0' else '1' end`
  // offset 0 keeps PostgreSQL from testing all users of a group
  return [
    sql`
      select id, ${tier} || name as name from (
        select id, name, search_text from app_user where ${byIndex(search, hasText(search))} offset 0
      ) as app_user
      ${has ? sql`where ${isInGroup(has)}` : sql``}`,
  ]
}

/** Returns whether the search of a list has two tiers. */
export function isInTiers({ search = '' }: Listing): boolean {
  return hasSeveralForms(search)
}

/**
 * The users of a list whose texts are `found`, as SQL: parts that have their `id` and `name`. With `few`, all of them
 * are found first; otherwise users are read in order.
 */
export function usersListed(
  { search = '', has }: Listing,
  found: Found = { all: hasText(search), inOrder: hasText(search) },
  few = true,
) {
  const isSearch = fold(search) !== ''
  if (has) return usersHaving(has, isSearch ? found : null, few)
  if (few || !isSearch) return [sql`select id, name from app_user where ${found.all}`]
  return TEXTS_IN_ORDER.map(
    (part) => sql`select id, name from app_user where ${part} and ${found.inOrder}`,
  )
}

/** The users of each tier of a list's search, in the parts of `usersListed`. */
export function usersOfTiers(listing: Listing): RawBuilder<unknown>[][] {
  return userTiers(listing.search ?? '').map((tier) => {
    const found = toSql(tier, USER.columns)
    return usersListed(listing, { all: found, inOrder: found })
  })
}

/** How many users of a list are read, and how many of those that are found are returned. */
interface Reading {
  read: number
  limit: number
}

/** Returns the SQL of the first users that are found among the first of a list by name. */
export function firstListed(
  { has }: Listing,
  found: RawBuilder<boolean>,
  { read, limit }: Reading,
): RawBuilder<unknown> {
  const listed =
    has && isKept(has.group)
      ? firstStored(has, found, read)
      : sql`
        select id, name from (${usersByName(read)}) as app_user
        where ${has ? sql`case when ${found} then ${isInGroup(has)} else false end` : found}`
  return sql`select * from (${listed}) as listed order by name, id limit ${limit}`
}

/** Returns the first users of a group that an index of texts finds. Only as many as needed are looked up in the group. */
export function firstByText(
  has: Having,
  found: RawBuilder<boolean>,
  limit: number,
): RawBuilder<unknown> {
  // the inner offset 0 keeps PostgreSQL from reading users in order, the outer one from looking all of them up
  return sql`
    select id, name from (
      select id, name from (select id, name from app_user where ${found} offset 0) as found
      order by name, id offset 0
    ) as app_user
    where ${isInGroup(has)} limit ${limit}`
}

/** Returns the SQL of the first users by name, with their texts. */
export function usersByName(limit: number): RawBuilder<unknown> {
  const inOrder = sql`order by name, id limit ${limit}`
  const parts = TEXTS_IN_ORDER.map(
    (part) => sql`(select id, name, search_text from app_user where ${part} ${inOrder})`,
  )
  return sql`select * from (${sql.join(parts, sql` union all `)}) as texts ${inOrder}`
}

/** Returns the first users of a list in the tiers of its search, as `usersInTiers`. */
export function firstInTiers(listing: Listing, typedIsCommon: boolean, reading: Reading) {
  const { search = '' } = listing
  const [typed, others] = userTiers(search).map((tier) => toSql(tier, USER.columns))
  const ranked = (tier: string) => (part: RawBuilder<unknown>) =>
    sql`select id, ${tier}::text || name as name from (${part}) as tier`
  // the others are after all of the first tier
  if (typed && typedIsCommon) return [firstListed(listing, typed, reading)].map(ranked('0'))
  return [
    ...(typed ? usersListed(listing, { all: typed, inOrder: typed }).map(ranked('0')) : []),
    ...(others ? [firstListed(listing, others, reading)].map(ranked('1')) : []),
  ]
}

/** Returns approximately which share of all users contains the search as typed, in [0, 1]. */
export function typedShareOf(db: Database, { search = '' }: Listing): Promise<number> {
  const [typed] = userTiers(search)
  return typed ? shareOf(db, 'app_user', toSql(typed, USER.columns)) : Promise.resolve(0)
}

/** Shares of all users above which reading in order, and reading all, is faster than an index of texts. */
const SOON_IN_ORDER = 0.02
const SOON_IN_ALL = 0.25

/**
 * The largest number of users that an index of texts finds at once. It is larger than that of bookings, because the first
 * users by name share few first names, so they lack many texts.
 */
export const MAX_FOUND = 15_000

/** The conditions of a search. */
export interface Search extends Found {
  /** The approximate share of all users that have the text, in [0, 1]. 0 if it is not measured. */
  share: number
}

export async function searchConditions(db: Database, { search = '' }: Listing): Promise<Search> {
  const text = hasText(search)
  if (fold(search) === '') return { all: text, inOrder: text, share: 0 }
  const share = await shareOf(db, 'app_user', text)
  return { all: share > SOON_IN_ALL ? text : byIndex(search, text), inOrder: text, share }
}

/** Looking up a user with an event on a day takes as long as testing so many users in order. */
const LOOKUP_COST = 50

/** A list, and whether finding all of its users is faster than reading users in order until a page is full. */
interface Plan {
  listing: Listing
  few: boolean
}

/**
 * Returns how the users of the next page are found. They may be few: those with an event on a quiet day, or those who have the
 * short words of a search. For longer words, PostgreSQL estimates this itself.
 */
export async function nextPlan(
  db: Database,
  listing: Listing,
  { share }: Search,
  { limit, most = MAX_FOUND }: { limit: number; most?: number },
): Promise<Plan> {
  const { search = '', has } = listing
  const day = has && !isKept(has.group) ? has : undefined
  const isRare = isShort(search) && share < SOON_IN_ORDER
  if (!day && !isRare) return { listing, few: false }
  const { ofDay, counts } = await readRows(db, {
    ofDay: day ? countOfDay(db, day) : NOTHING,
    counts: summary(db),
  })
  const { users } = counts
  if (isRare && share * users <= most) return { listing, few: true }
  if (ofDay === null) return { listing, few: false }
  const few = isQuiet(ofDay) && ofDay * LOOKUP_COST <= limit * (users / ofDay)
  const expected = fold(search) === '' ? users : share * users
  const wanted = wantedOf(listing, limit)
  const isLookedUp = !few && isLookupFaster({ ofDay, users, expected, wanted })
  return { listing: { ...listing, has: day && { ...day, isLookedUp } }, few }
}

/** Returns how many users are wanted before no others are tested: all, if the search has two tiers. */
export function wantedOf(listing: Listing, wanted: number): number {
  return isInTiers(listing) ? Infinity : wanted
}

function hasText(search: string): RawBuilder<boolean> {
  return toSql(usersWithWords(search), USER.columns)
}

/** Returns how many users a list without a search has, from counters. */
export async function countUsers(db: Database, { has }: Listing): Promise<number> {
  return has ? countUsersHaving(db, has) : (await readRow(db, summary(db))).users
}

/** Returns how many bookings a user has, in all and in each group (§2.11). */
export async function userBookingCounts(
  db: Database,
  id: string,
  today: Today,
): Promise<UserBookingCounts> {
  const counts = BOOKING_GROUP_NAMES.map((group) => {
    const inGroup = toSql(bookingsInGroup(group, today), BOOKING.columns)
    return sql`count(*) filter (where ${inGroup}) as ${sql.ref(group)}`
  })
  const { rows } = await sql<UserBookingCounts>`
    select ${sql.join(counts)}, count(*) as "all" from booking
    where ${toSql(bookingsOfUser(id), BOOKING.columns)}`.execute(db)
  return rows[0] as UserBookingCounts
}
