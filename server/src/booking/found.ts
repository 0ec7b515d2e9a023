import { bookingsFound } from '@mandap/domain/booking/filter.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { beyondCursor, type Order, pageBody, type PageRequest, readPage } from '../record/page.ts'
import { hasShort, isShort, shareOf } from '../search/short.ts'
import { BOOKING } from './kind.ts'

/** Bookings found are counted up to this many: counting all that have a common word takes seconds. */
export const MAX_COUNTED = 10_000

/** Bookings found up to which reading all of them and sorting them is faster than looking in order. */
const FEW = 2_000

/** Bookings that are looked through in order before all are searched. */
const NEAR = 5_000

/** The share of all bookings from which a text is common. */
const COMMON = 0.1

type Place = Pick<PageRequest, 'order' | 'limit' | 'after' | 'skip'>

/** Returns the body of a page of the bookings that a search finds (§2.4, §5.5), and how many there are. */
export async function foundPage(db: Database, text: string, place: Place): Promise<string> {
  const { order, after, skip = 0 } = place
  const found = toSql(bookingsFound(text), BOOKING.columns)
  const indexed = isShort(text) ? hasShort(text) : found
  const count = after === undefined ? await countFound(db, found, indexed) : null
  const isExact = count === null || count <= MAX_COUNTED
  const isFew = count !== null && isExact && (skip > 0 || count <= FEW)
  const part = isFew
    ? sql`select id, ${sql.ref(order.column)} from booking where ${indexed}`
    : firstInOrder(found, indexed, place)
  const page = await readPage(db, BOOKING, { ...place, parts: [part], few: isFew })
  const total = count === null ? null : Math.min(count, MAX_COUNTED)
  return pageBody(page, total, isExact)
}

/**
 * Counts the bookings found, to one more than `MAX_COUNTED`. The index of a common text alone has as many
 * entries as are found, however few of them are counted, so that reading some bookings is faster.
 */
async function countFound(
  db: Database,
  found: RawBuilder<boolean>,
  indexed: RawBuilder<boolean>,
): Promise<number> {
  const all = sql`booking where ${indexed}`
  if ((await shareOf(db, 'booking', found)) < COMMON) return countTo(db, all)
  const most = MAX_COUNTED / COMMON
  const scanned = sql`(select search_text from booking limit ${most}) as scanned where ${found}`
  const count = await countTo(db, scanned)
  return count > MAX_COUNTED ? count : countTo(db, all)
}

async function countTo(db: Database, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${from} limit ${MAX_COUNTED + 1}) as found`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Finds the first bookings in order. A word that many have is found among the next few thousand; only a
 * rarer one is looked for in all, by an index, and sorted.
 */
function firstInOrder(
  found: RawBuilder<boolean>,
  indexed: RawBuilder<boolean>,
  { order, limit, after, skip = 0 }: Place,
): RawBuilder<unknown> {
  const key = sql.ref(order.column)
  const inOrder = inOrderOf(order)
  const beyond = after === undefined ? sql`true` : beyondCursor(order, after)
  const wanted = skip + limit + 1
  const near = NEAR + 10 * skip
  return sql`
    with near as materialized (
      select id, ${key}, search_text from booking where ${beyond} ${inOrder} limit ${near}
    ), near_found as materialized (
      select id, ${key} from near where ${found} ${inOrder} limit ${wanted}
    ), enough as materialized (
      select (select count(*) from near_found) = ${wanted}
        or (select count(*) from near) < ${near} as yes
    )
    select id, ${key} from near_found where (select yes from enough)
    union all
    select id, ${key}
    from (select id, ${key} from booking where ${indexed} offset 0) as anywhere
    where not (select yes from enough)`
}

function inOrderOf({ column, descending }: Order): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql`order by ${sql.ref(column)} ${direction}, id ${direction}`
}
