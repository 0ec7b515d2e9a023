import { bookingTiers } from '@mandap/domain/booking/found.ts'
import { foundPartnerTiers } from '@mandap/domain/partner/list.ts'
import type { Condition } from '@mandap/domain/rule/condition.ts'
import { foundUserTiers } from '@mandap/domain/user/user.ts'
import { type RawBuilder, sql } from 'kysely'
import { bookingsByIndex, nextInOrder, typedByIndex } from '../booking/found.ts'
import { BY_TIME } from '../booking/list.ts'
import { BOOKING } from '../booking/kind.ts'
import type { Database } from '../database/connection.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { PARTNER } from '../partner/kind.ts'
import type { RecordKind } from '../records/kind.ts'
import { BY_NAME, type Order } from '../records/page.ts'
import { wireRecord } from '../records/read.ts'
import { USER } from '../user/kind.ts'
import { usersByName } from '../user/list.ts'
import { byIndex } from '../records/search-text.ts'

/** Numbers of records that are searched in order before all are. */
interface SearchedFirst {
  near: number
  /** Of a table without an index that contains the texts. */
  nearWithoutIndex: number
}

const SEARCHED_FIRST: SearchedFirst = { near: 10_000, nearWithoutIndex: 2_000 }

/** Returns what the dashboard search finds (§2.4, §5.5), as the JSON text of an object of three lists. */
export async function search(
  db: Database,
  text: string,
  limit: number,
  { near, nearWithoutIndex }: SearchedFirst = SEARCHED_FIRST,
): Promise<string> {
  const lists: [Promise<string>, Promise<string>, Promise<string>] = [
    inTiers(db, USER, {
      tiers: foundUserTiers(text),
      order: BY_NAME,
      near: usersByName(near),
      byIndex: (found) => byIndex(text, found),
      limit,
    }),
    inTiers(db, BOOKING, {
      tiers: bookingTiers(text),
      order: BY_TIME.newest,
      near: nextInOrder({ order: BY_TIME.newest }, near),
      byIndex: (found, at) =>
        sql`${at === 0 ? typedByIndex(text) : bookingsByIndex(text)} and ${found}`,
      limit,
    }),
    inTiers(db, PARTNER, {
      tiers: foundPartnerTiers(text),
      order: BY_NAME,
      near: sql`select id, name, search_text from partner order by name, id limit ${nearWithoutIndex}`,
      byIndex: (found) => byIndex(text, found),
      limit,
    }),
  ]
  const [users, bookings, partners] = await Promise.all(lists)
  return `{"users":${users},"bookings":${bookings},"partners":${partners}}`
}

/** Returns the first records of the first tier, and then of the next one, as the text of a JSON list. */
async function inTiers<F extends { id: string; searchText: string }>(
  db: Database,
  kind: RecordKind<F>,
  { tiers, limit, byIndex: indexed, ...list }: SearchedRecords<F>,
): Promise<string> {
  const found: string[] = []
  let missing = limit
  for (const [at, condition] of tiers.entries()) {
    if (missing === 0) break
    const where = toSql(condition, kind.columns)
    // a tier is only read if the one before has too few records
    const tier = { ...list, where, indexed: indexed(where, at), limit: missing }
    const { n, data } = await firstOfTier(db, kind, tier)
    missing -= n
    if (n > 0) found.push(data.slice(1, -1))
  }
  return `[${found.join(',')}]`
}

interface SearchedRecords<F> {
  tiers: readonly Condition<F>[]
  order: Order
  /** SQL of the records that are searched first, in order, with their texts. */
  near: RawBuilder<unknown>
  /** Returns the condition of a tier in the form that an index supports. */
  byIndex: (tier: RawBuilder<boolean>, at: number) => RawBuilder<boolean>
  limit: number
}

interface Tier {
  order: Order
  near: RawBuilder<unknown>
  where: RawBuilder<boolean>
  indexed: RawBuilder<boolean>
  limit: number
}

/**
 * Returns the first records, in order, of a tier of a search, as the text of a JSON list. A common word is
 * found among the first records. A rare one is searched in all, by an index, and few records are sorted.
 */
async function firstOfTier(
  db: Database,
  { table }: { table: string },
  { order, near, where, indexed, limit }: Tier,
): Promise<{ n: number; data: string }> {
  const from = sql.table(table)
  const key = sql.ref(order.column)
  const direction = sql.raw(order.descending ? 'desc' : 'asc')
  const { rows } = await sql<{ n: number; data: string }>`
    with near_found as materialized (
      select id, ${key} as key from (${near}) as near where ${where}
      order by key ${direction}, id ${direction} limit ${limit}
    ), enough as materialized (
      select (select count(*) from near_found) = ${limit} as yes
    ), found as (
      select id, key from near_found where (select yes from enough)
      union all (
        -- offset 0: the index is searched first and the result sorted, regardless of the planner's estimate
        select id, key from (select id, ${key} as key from ${from} where ${indexed} offset 0) as anywhere
        where not (select yes from enough)
        order by key ${direction}, id ${direction} limit ${limit}
      )
    )
    select count(*) as n,
      coalesce(json_agg(${wireRecord} order by key ${direction}, id ${direction}), '[]')::text as data
    from found join ${from} using (id)`.execute(db)
  return rows[0] ?? { n: 0, data: '[]' }
}
