import { bookingTiers } from '@mandap/domain/booking/found.ts'
import { partnerTiers } from '@mandap/domain/partner/list.ts'
import type { Condition } from '@mandap/domain/rule/condition.ts'
import { fold } from '@mandap/domain/text/text.ts'
import { userTiers } from '@mandap/domain/user/user.ts'
import { sql } from 'kysely'
import { BY_TIME } from '../booking/list.ts'
import { BOOKING } from '../booking/kind.ts'
import type { Database } from '../database/connection.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { PARTNER } from '../partner/kind.ts'
import { BY_NAME } from '../partner/list.ts'
import type { RecordKind } from '../records/kind.ts'
import type { Order } from '../records/page.ts'
import { wireRecord } from '../records/read.ts'
import { USER } from '../user/kind.ts'
import { BY_NAME as BY_USER_NAME } from '../user/list.ts'
import { byIndex } from '../records/search-text.ts'

/** Returns what the dashboard search finds (§2.4, §5.5), as the JSON text of an object of three lists. */
export async function search(db: Database, text: string, limit: number): Promise<string> {
  if (fold(text) === '') return '{"users":[],"bookings":[],"partners":[]}'
  const [users, bookings, partners] = await Promise.all([
    inTiers(db, USER, { text, tiers: userTiers(text), order: BY_USER_NAME, limit }),
    inTiers(db, BOOKING, { text, tiers: bookingTiers(text), order: BY_TIME.newest, limit }),
    inTiers(db, PARTNER, { text, tiers: partnerTiers(text), order: BY_NAME, limit }),
  ])
  return `{"users":${users},"bookings":${bookings},"partners":${partners}}`
}

/** Returns the first records of the first tier, and then of the next one, as the text of a JSON list. */
async function inTiers<F extends { id: string; searchText: string }>(
  db: Database,
  kind: RecordKind<F>,
  { tiers, limit, ...request }: Omit<Search<F>, 'condition'> & { tiers: readonly Condition<F>[] },
): Promise<string> {
  const found: string[] = []
  let missing = limit
  for (const condition of tiers) {
    if (missing === 0) break
    // a tier is only read if the one before has too few records
    const { n, data } = await firstFound(db, kind, { ...request, condition, limit: missing })
    missing -= n
    if (n > 0) found.push(data.slice(1, -1))
  }
  return `[${found.join(',')}]`
}

/** Number of records that are searched in order before all are. */
const MAX_NEAR = 2_000

interface Search<F> {
  text: string
  /** Matches the records of a tier. */
  condition: Condition<F>
  order: Order
  limit: number
}

/**
 * Returns the first records, in order, of a tier of a search, as the text of a JSON list. A common word is
 * found among the first records. A rare one is searched in all, by an index, and few records are sorted.
 */
async function firstFound<F extends { id: string; searchText: string }>(
  db: Database,
  { table, columns }: RecordKind<F>,
  { text, condition, order, limit }: Search<F>,
): Promise<{ n: number; data: string }> {
  const from = sql.table(table)
  const key = sql.ref(order.column)
  const direction = sql.raw(order.descending ? 'desc' : 'asc')
  const where = toSql(condition, columns)
  const { rows } = await sql<{ n: number; data: string }>`
    with near as materialized (
      select id, ${key} as key, search_text from ${from}
      order by ${key} ${direction}, id ${direction} limit ${MAX_NEAR}
    ), near_found as materialized (
      select id, key from near where ${where}
      order by key ${direction}, id ${direction} limit ${limit}
    ), enough as materialized (
      select (select count(*) from near_found) = ${limit} or (select count(*) from near) < ${MAX_NEAR} as yes
    ), found as (
      select id, key from near_found where (select yes from enough)
      union all (
        -- offset 0: the index is searched first and the result sorted, regardless of the planner's estimate
        select id, key from (select id, ${key} as key from ${from} where ${byIndex(text, where)} offset 0) as anywhere
        where not (select yes from enough)
        order by key ${direction}, id ${direction} limit ${limit}
      )
    )
    select count(*) as n,
      coalesce(json_agg(${wireRecord} order by key ${direction}, id ${direction}), '[]')::text as data
    from found join ${from} using (id)`.execute(db)
  return rows[0] ?? { n: 0, data: '[]' }
}
