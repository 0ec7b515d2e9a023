import type { GroupCounts } from '@mandap/domain/booking/totals.ts'
import { bookingsOfUser } from '@mandap/domain/booking/filter.ts'
import { BOOKING_GROUPS, type BookingGroup, bookingsInGroup } from '@mandap/domain/booking/group.ts'
import { fold } from '@mandap/domain/text/text.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import { type UserListing, usersWithText } from '@mandap/domain/user/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { BOOKING } from '../booking/kind.ts'
import type { Database } from '../database/connection.ts'
import { toSql } from '../database/rule-to-sql.ts'
import type { Order } from '../records/page.ts'
import { hasShort, isShort, shareOf } from '../records/search-text.ts'
import { summaryOf } from '../summary/summary.ts'
import { countUsersHaving, usersHaving } from './group.ts'
import { USER } from './kind.ts'

export const BY_NAME: Order = { name: 'name', column: 'name', type: 'string', descending: false }

/** The users of a list whose texts are `found`, as SQL: parts that have their `id` and `name`. */
export function usersListed(
  { search = '', has }: UserListing,
  found = hasText(search),
  few = true,
) {
  if (has) return usersHaving(has, fold(search) === '' ? null : found, few)
  return [sql`select id, name from app_user where ${found}`]
}

/** The fastest conditions to count and to list users with a text; `isRare` if few users have it. */
export interface Found {
  counted: RawBuilder<boolean>
  listed: RawBuilder<boolean>
  isRare: boolean
}

/** Shares of all users above which reading in order, and reading all, is faster than an index of texts. */
const SOON_IN_ORDER = 0.02
const SOON_IN_ALL = 0.25

export async function searchConditions(db: Database, { search = '' }: UserListing): Promise<Found> {
  const text = hasText(search)
  if (!isShort(search)) return { counted: text, listed: text, isRare: false }
  const share = await shareOf(db, 'app_user', text)
  const isRare = share < SOON_IN_ORDER
  return {
    counted: share > SOON_IN_ALL ? text : hasShort(search),
    listed: isRare ? hasShort(search) : text,
    isRare,
  }
}

function hasText(search: string): RawBuilder<boolean> {
  return toSql(usersWithText(search), USER.columns)
}

/** Returns how many users a list has: from counters, or by rows if there is a search. */
export async function countUsers(
  db: Database,
  listing: UserListing,
  { counted }: Pick<Found, 'counted'>,
): Promise<number> {
  const { search = '', has } = listing
  if (fold(search) === '') return has ? countUsersHaving(db, has) : (await summaryOf(db)).users
  const parts = sql.join(usersListed(listing, counted), sql` union all `)
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${parts}) as users`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Returns how many bookings of a user each group has (§2.11). */
export async function userBookingCounts(
  db: Database,
  id: string,
  today: Today,
): Promise<GroupCounts> {
  const counts = (Object.keys(BOOKING_GROUPS) as BookingGroup[]).map((group) => {
    const inGroup = toSql(bookingsInGroup(group, today), BOOKING.columns)
    return sql`count(*) filter (where ${inGroup}) as ${sql.ref(group)}`
  })
  const { rows } = await sql<GroupCounts>`
    select ${sql.join(counts)} from booking
    where ${toSql(bookingsOfUser(id), BOOKING.columns)}`.execute(db)
  return rows[0] as GroupCounts
}
