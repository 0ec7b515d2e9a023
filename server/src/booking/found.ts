import { bookingsFound, bookingTiers } from '@mandap/domain/booking/found.ts'
import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { type Condition, nothing } from '@mandap/domain/rule/condition.ts'
import { hasSeveralForms } from '@mandap/domain/text/search.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { JsonText } from '../http/route.ts'
import { type OneRow, readRows } from '../database/one-row.ts'
import { toSql } from '../database/rule-to-sql.ts'
import {
  beyondCursor,
  type Order,
  pageBody,
  type PageSource,
  readPage,
  type RecordPage,
} from '../records/page.ts'
import { firstFound, MAX_SKIPPED, SEARCH_LIMITS, type SearchedList } from '../records/found-page.ts'
import { byIndex, isShort, TEXTS_IN_ORDER } from '../records/search-text.ts'
import { summary } from '../summary/summary.ts'
import { BOOKING } from './kind.ts'

/** Number of bookings in which the share with a text is measured. */
const SAMPLE = 5_000

type FoundRequest = Pick<PageSource, 'order' | 'limit' | 'after' | 'skip'>

/** Returns the body of a page of the bookings that a search finds (§2.4, §5.5), and how many there are. */
export async function foundPage(
  db: Database,
  text: string,
  request: FoundRequest,
  limits = SEARCH_LIMITS,
): Promise<JsonText> {
  const tiered = hasSeveralForms(text)
  // a cursor of a list with tiers does not say where the next bookings are in the order of a list without
  const next = tiered ? { order: request.order } : request
  const { shares, counts } = await readRows(db, {
    shares: sharesOf(text, next),
    counts: summary(db),
  })
  const length = counts.bookings
  const expected = shares.found * length
  const typedIsCommon = length > limits.read && shares.typed * length > limits.all
  const found = toSql(bookingsFound(text), BOOKING.columns)
  const list = tiered
    ? tieredList(text, next, typedIsCommon)
    : {
        all: [sql`select id, ${keyOf(next)} from booking where ${bookingsByIndex(text)}`],
        inOrder: (read: number, limit: number) => [
          sql`select id, ${keyOf(next)} from (${firstInOrder(next, found, read, limit)}) as near`,
        ],
      }
  const listed = tiered ? { ...request, order: tierOrder(request.order) } : request
  if (request.after !== undefined) {
    const isFew = expected <= limits.all
    return pageBody(await nextFound(db, listed, list, isFew ? 0 : limits.read), null)
  }
  const searched = { ...list, length, expected }
  const { page, total, isExact } = await firstFound(db, BOOKING, listed, searched, limits)
  return pageBody(page, Math.min(total, MAX_SKIPPED), isExact && total <= MAX_SKIPPED)
}

/** Bookings whose texts an index finds. */
const INDEXED = { ...BOOKING.columns, searchText: 'joinedText' } as const

/** Returns the condition of the bookings that a search finds, in the form that an index supports. */
export function bookingsByIndex(text: string): RawBuilder<boolean> {
  const found = bookingsFound(text)
  if (isShort(text)) return byIndex(text, toSql(found, BOOKING.columns))
  return sql`${toSql(found, INDEXED)} and ${toSql(found, BOOKING.columns)}`
}

/** The same, of the first tier. */
export function typedByIndex(text: string): RawBuilder<boolean> {
  if (!hasSeveralForms(text)) return bookingsByIndex(text)
  const typed = asTyped(text)
  return sql`${toSql(typed, INDEXED)} and ${toSql(typed, BOOKING.columns)}`
}

/** Returns the tiers of `bookingsByIndex`. */
export function tiersByIndex(text: string): RawBuilder<boolean>[] {
  if (!hasSeveralForms(text)) return [bookingsByIndex(text)]
  const typed = toSql(asTyped(text), BOOKING.columns)
  return [typedByIndex(text), sql`${bookingsByIndex(text)} and (${typed}) is not true`]
}

function asTyped(text: string): Condition<BookingIndex> {
  return bookingTiers(text)[0] ?? nothing()
}

/**
 * Reads which share of the next bookings in order contains the text as typed, and which share the search finds, both in
 * [0, 1].
 */
function sharesOf(
  text: string,
  request: Pick<FoundRequest, 'order' | 'after'>,
): OneRow<{ typed: number; found: number }> {
  const shareOf = (condition: Condition<BookingIndex>) => sql`
    coalesce(avg((${toSql(condition, BOOKING.columns)})::integer), 0)::double precision`
  return {
    sql: sql`
      select ${shareOf(asTyped(text))} as typed, ${shareOf(bookingsFound(text))} as found
      from (${nextInOrder(request, SAMPLE)}) as sample`,
    columns: ['typed', 'found'],
    valueOf: ({ typed, found }) => ({ typed: typed as number, found: found as number }),
  }
}

/** Reads a page after a cursor among the next `near` bookings in order. If they have too few, all are found by the index. */
async function nextFound(
  db: Database,
  request: FoundRequest,
  { all, inOrder }: Pick<SearchedList, 'all' | 'inOrder'>,
  near: number,
): Promise<RecordPage> {
  if (near > 0) {
    const page = await readPage(db, BOOKING, { ...request, parts: inOrder(near, near) })
    if (page.next !== null) return page
  }
  return readPage(db, BOOKING, { ...request, parts: all, few: true })
}

/** The earliest instant of a date, in milliseconds. */
const FIRST_INSTANT = -8_640_000_000_000_000

/** Returns a list with the bookings of the first tier before the others. */
function tieredList(
  text: string,
  request: Pick<FoundRequest, 'order'>,
  typedIsCommon: boolean,
): Pick<SearchedList, 'all' | 'inOrder'> {
  const column = keyOf(request)
  const typed = toSql(asTyped(text), BOOKING.columns)
  const found = toSql(bookingsFound(text), BOOKING.columns)
  const [first, second] = request.order.descending ? ['9', '8'] : ['0', '1']
  // the tier and the instant as digits of the same number, so that the cursor has one key
  const digits = sql`lpad((${column} - ${FIRST_INSTANT}::bigint)::text, 17, '0')`
  const ranked = (tier: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    sql`select id, ${tier} || ${digits} as ${column} from ${from}`
  const others = sql<boolean>`${found} and (${typed}) is not true`
  return {
    all: [
      ranked(
        sql`case when ${typed} then ${first} else ${second} end`,
        sql`booking where ${bookingsByIndex(text)}`,
      ),
    ],
    inOrder: (read, limit) => {
      const near = (tier: string, condition: RawBuilder<boolean>) =>
        ranked(sql`${tier}`, sql`(${firstInOrder(request, condition, read, limit)}) as near`)
      // the others are after all of the first tier
      if (typedIsCommon) return [near(first, typed)]
      return [ranked(sql`${first}`, sql`booking where ${typedByIndex(text)}`), near(second, others)]
    },
  }
}

function tierOrder(order: Order): Order {
  return { ...order, name: `${order.name} found`, type: 'string' }
}

/** Returns the SQL of the first bookings that satisfy a condition among the next `read` of the list. */
function firstInOrder(
  request: Pick<FoundRequest, 'order' | 'after'>,
  condition: RawBuilder<boolean>,
  read: number,
  limit: number,
): RawBuilder<unknown> {
  return sql`
    select id, ${keyOf(request)} from (${nextInOrder(request, read)}) as next
    where ${condition} ${ordered(request)} limit ${limit}`
}

/** Returns the SQL of the next bookings of the list: after the cursor, or from the first one. */
export function nextInOrder(
  request: Pick<FoundRequest, 'order' | 'after'>,
  limit: number,
): RawBuilder<unknown> {
  const { order, after } = request
  const beyond = after === undefined ? sql`true` : beyondCursor(order, after)
  const parts = TEXTS_IN_ORDER.map(
    (part) => sql`(
      select id, ${keyOf(request)}, search_text from booking
      where ${part} and ${beyond} ${ordered(request)} limit ${limit})`,
  )
  return sql`
    select * from (${sql.join(parts, sql` union all `)}) as next ${ordered(request)} limit ${limit}`
}

function keyOf({ order }: Pick<FoundRequest, 'order'>): RawBuilder<unknown> {
  return sql.ref(order.column)
}

function ordered(request: Pick<FoundRequest, 'order'>): RawBuilder<unknown> {
  const direction = sql.raw(request.order.descending ? 'desc' : 'asc')
  return sql`order by ${keyOf(request)} ${direction}, id ${direction}`
}
