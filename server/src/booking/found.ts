import { bookingsFound, bookingTiers } from '@mandap/domain/booking/found.ts'
import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { nothing } from '@mandap/domain/rule/condition.ts'
import { hasSeveralForms } from '@mandap/domain/text/search.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { type OneRow, readRow, readRows } from '../database/one-row.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { beyondCursor, type Order, pageBody, type PageRequest, readPage } from '../records/page.ts'
import { firstFound, MAX_SKIPPED, SEARCH_LIMITS } from '../records/found-page.ts'
import { pageOfAll } from '../records/page-of-all.ts'
import { byIndex, TEXTS_IN_ORDER } from '../records/search-text.ts'
import { summary } from '../summary/summary.ts'
import { BOOKING } from './kind.ts'

/** Number of bookings in which the share with a text is measured. */
const SAMPLE = 5_000

interface Search {
  /** Matches bookings whose search text contains every word. */
  found: RawBuilder<boolean>
  /** The same, in the form that the index supports. */
  indexed: RawBuilder<boolean>
}

type FoundRequest = Pick<PageRequest, 'order' | 'limit' | 'after' | 'skip'>

/** Returns the body of a page of the bookings that a search finds (§2.4, §5.5), and how many there are. */
export async function foundPage(
  db: Database,
  text: string,
  request: FoundRequest,
  limits = SEARCH_LIMITS,
): Promise<string> {
  const found = toSql(bookingsFound(text), BOOKING.columns)
  const indexed = byIndex(text, found)
  if (hasSeveralForms(text)) {
    const { page, total } = await readRow(db, tiersFound(text, indexed, request))
    return pageBody(
      page,
      request.after === undefined ? Math.min(total, MAX_SKIPPED) : null,
      total <= MAX_SKIPPED,
    )
  }
  const { share, counts } = await readRows(db, {
    share: shareOf(found, request),
    counts: summary(db),
  })
  const expected = share * counts.bookings
  if (request.after !== undefined)
    return pageBody(
      await nextFound(db, { found, indexed }, request, expected > limits.all ? limits.read : 0),
      null,
    )
  const list = {
    length: counts.bookings,
    expected,
    all: [sql`select id, ${keyOf(request)} from booking where ${indexed}`],
    inOrder: (read: number, limit: number) => sql`
      select id, ${keyOf(request)} from (${nextInOrder(request, read)}) as near
      where ${found} ${inOrder(request)} limit ${limit}`,
  }
  const { page, total, isExact } = await firstFound(db, BOOKING, request, list, limits)
  return pageBody(page, total, isExact)
}

/** Returns the share of the next bookings in order that have the text, in [0, 1]. */
function shareOf(found: RawBuilder<boolean>, request: FoundRequest): OneRow<number> {
  return {
    sql: sql`
      select coalesce(avg((${found})::integer), 0)::double precision as share
      from (${nextInOrder(request, SAMPLE)}) as sample`,
    columns: ['share'],
    valueOf: ({ share }) => share as number,
  }
}

/** Reads a page after a cursor among the next `near` bookings in order. If they have too few, all are found by the index. */
function nextFound(db: Database, { found, indexed }: Search, request: FoundRequest, near: number) {
  if (near === 0) {
    const part = sql`select id, ${keyOf(request)} from booking where ${indexed}`
    return readPage(db, BOOKING, { ...request, parts: [part], few: true })
  }
  const wanted = request.limit + 1
  const part = sql`
    with near_found as materialized (
      select id, ${keyOf(request)} from (${nextInOrder(request, near)}) as near
      where ${found} ${inOrder(request)} limit ${wanted}
    ), enough as materialized (
      select (select count(*) from near_found) = ${wanted} as yes
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
