import { bookingsFound, bookingTiers } from '@mandap/domain/booking/found.ts'
import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { nothing } from '@mandap/domain/rule/condition.ts'
import { hasSeveralForms } from '@mandap/domain/text/search.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { readRow } from '../database/one-row.ts'
import { toSql } from '../database/rule-to-sql.ts'
import {
  beyondCursor,
  type Order,
  pageBody,
  type PageRequest,
  readPage,
  type RecordPage,
} from '../records/page.ts'
import { pageOfAll } from '../records/page-of-all.ts'
import { byIndex, MAX_COUNTED, TEXTS_IN_ORDER } from '../records/search-text.ts'
import { BOOKING } from './kind.ts'

/** Number of bookings in which the share with a text is measured. */
const SAMPLE = 1_000

/** Number of bookings that are read in order for a first page before the index is used. */
const MAX_NEAR = 20_000

/** From this share on, reading bookings in order is faster than the index of texts. */
const COMMON = 0.05

interface Search {
  /** Matches bookings whose search text contains every word. */
  found: RawBuilder<boolean>
  /** The same, in the form that the index supports. */
  indexed: RawBuilder<boolean>
  /** Returns the share of the next bookings in order that have the text, in [0, 1]. */
  share: number
}

type FoundRequest = Pick<PageRequest, 'order' | 'limit' | 'after' | 'skip'>

/** Returns the body of a page of the bookings that a search finds (§2.4, §5.5), and how many there are. */
export async function foundPage(
  db: Database,
  text: string,
  request: FoundRequest,
): Promise<string> {
  const found = toSql(bookingsFound(text), BOOKING.columns)
  const indexed = byIndex(text, found)
  if (hasSeveralForms(text)) {
    const { page, total } = await readRow(db, tiersFound(text, indexed, request))
    return foundBody(page, request.after === undefined ? total : null)
  }
  const search = { found, indexed, share: await shareOf(db, found, request) }
  const [page, total] = await Promise.all([
    readFound(db, search, request),
    request.after === undefined ? countFound(db, search) : null,
  ])
  return foundBody(page, total)
}

function foundBody(page: RecordPage, count: number | null): string {
  const total = count === null ? null : Math.min(count, MAX_COUNTED)
  return pageBody(page, total, count === total)
}

async function shareOf(
  db: Database,
  found: RawBuilder<boolean>,
  request: FoundRequest,
): Promise<number> {
  const { rows } = await sql<{ share: number }>`
    select coalesce(avg((${found})::integer), 0)::double precision as share
    from (${nextInOrder(request, SAMPLE)}) as sample`.execute(db)
  return rows[0]?.share ?? 0
}

/** Reads a page in order if enough of the next bookings are expected to match, otherwise by the index. */
function readFound(db: Database, { found, indexed, share }: Search, request: FoundRequest) {
  const { limit, skip = 0 } = request
  const wanted = skip + limit + 1
  const near = MAX_NEAR + skip / COMMON
  if (share * near < wanted) {
    const part = sql`select id, ${keyOf(request)} from booking where ${indexed}`
    return readPage(db, BOOKING, { ...request, parts: [part], few: true })
  }
  const part = sql`
    with near as materialized (${nextInOrder(request, near)}),
    near_found as materialized (
      select id, ${keyOf(request)} from near where ${found} ${inOrder(request)} limit ${wanted}
    ), enough as materialized (
      select (select count(*) from near_found) = ${wanted}
        or (select count(*) from near) < ${near} as yes
    )
    select id, ${keyOf(request)} from near_found where (select yes from enough)
    union all
    -- offset 0: the index is searched first and the result sorted, regardless of the planner's estimate
    select id, ${keyOf(request)}
    from (select id, ${keyOf(request)} from booking where ${indexed} offset 0) as anywhere
    where not (select yes from enough)`
  return readPage(db, BOOKING, { ...request, parts: [part] })
}

/** The earliest instant of a date, in milliseconds. */
const FIRST_INSTANT = -8_640_000_000_000_000

/** Reads a page with the bookings of the first tier before the others. Few bookings have several words. */
function tiersFound(text: string, indexed: RawBuilder<boolean>, request: FoundRequest) {
  const { order } = request
  const column = keyOf(request)
  const [asTyped = nothing<BookingIndex>()] = bookingTiers(text)
  const [first, second] = order.descending ? ['9', '8'] : ['0', '1']
  // the tier and the instant as digits of the same number, so that the cursor has one key
  const tier = sql`case when ${toSql(asTyped, BOOKING.columns)} then ${first} else ${second} end`
  const digits = sql`lpad((${column} - ${FIRST_INSTANT}::bigint)::text, 17, '0')`
  const part = sql`select id, ${tier} || ${digits} as ${column} from booking where ${indexed}`
  const ranked: Order = { ...order, name: `${order.name} found`, type: 'string' }
  return pageOfAll(BOOKING, { ...request, order: ranked, parts: [part] })
}

/** Counts the bookings found, to one more than `MAX_COUNTED`. */
async function countFound(db: Database, { found, indexed, share }: Search): Promise<number> {
  const all = sql`booking where ${indexed}`
  if (share < COMMON) return countTo(db, all)
  // the index would return all bookings with a common text, even if few are counted
  const most = MAX_COUNTED / COMMON
  const parts = TEXTS_IN_ORDER.map(
    (part) => sql`
      select from (select search_text from booking where ${part} limit ${most}) as scanned where ${found}`,
  )
  const count = await countTo(db, sql`(${sql.join(parts, sql` union all `)}) as scanned`)
  return count > MAX_COUNTED ? count : countTo(db, all)
}

async function countTo(db: Database, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${from} limit ${MAX_COUNTED + 1}) as found`.execute(db)
  return rows[0]?.n ?? 0
}

/** Returns the SQL of the next bookings of the list: after the cursor, or from the first one. */
function nextInOrder(request: FoundRequest, limit: number): RawBuilder<unknown> {
  const { order, after } = request
  const beyond = after === undefined ? sql`true` : beyondCursor(order, after)
  const parts = TEXTS_IN_ORDER.map(
    (part) => sql`(
      select id, ${keyOf(request)}, search_text from booking
      where ${part} and ${beyond} ${inOrder(request)} limit ${limit})`,
  )
  return sql`
    select * from (${sql.join(parts, sql` union all `)}) as next ${inOrder(request)} limit ${limit}`
}

function keyOf({ order }: FoundRequest): RawBuilder<unknown> {
  return sql.ref(order.column)
}

function inOrder(request: FoundRequest): RawBuilder<unknown> {
  const direction = sql.raw(request.order.descending ? 'desc' : 'asc')
  return sql`order by ${keyOf(request)} ${direction}, id ${direction}`
}
