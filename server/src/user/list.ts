import type { GroupCounts } from '@mandap/domain/booking/totals.ts'
import { bookingsOfUser } from '@mandap/domain/booking/filter.ts'
import { BOOKING_GROUPS, type BookingGroup, bookingsInGroup } from '@mandap/domain/booking/group.ts'
import type { UserQuery } from '@mandap/contract/user.ts'
import { fold } from '@mandap/domain/rule/text.ts'
import type { Today } from '@mandap/domain/rule/days.ts'
import { type UserListing, usersWithText } from '@mandap/domain/user/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { BOOKING } from '../booking/kind.ts'
import type { Database } from '../database/connection.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { Problem } from '../problem.ts'
import type { Order } from '../record/page.ts'
import { summaryOf } from '../summary/counters.ts'
import { readToday } from '../today.ts'
import { USER } from './kind.ts'

export const BY_NAME: Order = { name: 'name', column: 'name', type: 'string', descending: false }

/** The list that a query describes. Throws a `Problem` that names what is wrong with it. */
export function userListing(query: UserQuery): UserListing {
  const { search, has, after, skip } = query
  if (after !== undefined && skip !== undefined)
    throw new Problem(400, 'INVALID', 'Send skip or after, not both.', 'skip')
  return { search, has: has && { group: has, today: readToday(query, 'has') } }
}

/** The users of a list, as SQL. */
export function usersListed({ search = '', has }: UserListing): RawBuilder<boolean> {
  const found = toSql(usersWithText(search), USER.columns)
  if (!has) return found
  const inGroup = toSql(bookingsInGroup(has.group, has.today), BOOKING.columns)
  return sql`${found} and exists (
    select from booking where user_id = app_user.id and ${inGroup})`
}

/** How many users a list has: all of them by the counters. */
export async function countUsers(db: Database, listing: UserListing): Promise<number> {
  if (fold(listing.search ?? '') === '' && !listing.has) return (await summaryOf(db)).users
  const { n } = await db
    .selectFrom('app_user')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(usersListed(listing))
    .executeTakeFirstOrThrow()
  return n
}

/** How many bookings of a user each group has (§2.11). */
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
