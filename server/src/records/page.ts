import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { JsonText } from '../http/route.ts'
import { type OneRow, readRow } from '../database/one-row.ts'
import { isStorableText } from '../database/storable-text.ts'
import { invalid } from '../http/http-error.ts'
import { wireRecord } from './read.ts'

/** The order of a list: by one column that is never null, then by id, both in the same direction. */
export interface Order {
  name: string
  column: string
  type: 'number' | 'string'
  descending: boolean
}

export const BY_NAME: Order = { name: 'name', column: 'name', type: 'string', descending: false }

/** The order of a search with two tiers: the name behind the number of the tier. */
export const BY_TIER: Order = { ...BY_NAME, name: 'name found' }

/** The table, or SQL parts that each have the `id` and the order's column. */
type Chosen = { where: RawBuilder<boolean> } | { parts: readonly RawBuilder<unknown>[] }

export type PageSource = Chosen & {
  order: Order
  limit: number
  /** The cursor of the previous page. */
  after?: string | undefined
  /** The number of records to skip. */
  skip?: number | undefined
  /** How many records the list has, if it is known. A page that is nearer to the end is read from there. */
  total?: number | undefined
  /** How many records are where in the order, so that skipped records need not be read. */
  spans?: Spans | undefined
  /** Whether few rows match, so that finding and sorting them is faster than reading all in order. */
  few?: boolean | undefined
  /** The SQL of a record's JSON, if it is not the usual one. */
  record?: RawBuilder<JsonObject>
}

/** How many records of a list are in which spans of the key of its order, as SQL rows (`span`, `n`). */
export interface Spans {
  /** The exact numbers, by which a jump is found. */
  counts?: RawBuilder<unknown> | undefined
  /**
   * Numbers of a list that has no record in long parts of the order, so that pages skip them. They may contain other
   * records, too.
   */
  outline?: RawBuilder<unknown> | undefined
  /** A span is a number without so many of its lowest bits, or the first characters of a text. */
  bits: number | 'text'
}

/** A page: its records as JSON text, in order, and the cursor of the next page. */
export interface RecordPage {
  data: string
  next: string | null
  /** How many records the list has, if a jump counted them (`isCountedJump`). */
  counted: number | null
}

/** Reads a page in a statement of its own. */
export function readPage(
  db: Database,
  kind: { table: string },
  request: PageSource,
): Promise<RecordPage> {
  return readRow(db, pageOf(kind, request))
}

/** Reads a page after a cursor, or from the record at `skip`. PostgreSQL builds the JSON. */
export function pageOf(kind: { table: string }, request: PageSource): OneRow<RecordPage> {
  const { order, limit, few = false, record = wireRecord } = request
  const table = sql.table(kind.table)
  const column = sql.ref(order.column)
  const direction = sql.raw(order.descending ? 'desc' : 'asc')
  const parts =
    'parts' in request
      ? request.parts
      : [sql`select id, ${column} from ${table} where ${request.where}`]
  const start = startOf(request)
  const listed = start.readings.map(({ isFromEnd, when, skip, limit: most }) => {
    const reading = sql.raw(order.descending === isFromEnd ? 'asc' : 'desc')
    const inOrder = sql`order by key ${reading}, id ${reading}`
    // each part is read in order by its own index; `offset 0` keeps the planner from another index that is
    // longer
    const near = parts.map(
      (part) => sql`(
        select id, ${column} as key from (${part}${few ? sql` offset 0` : sql``}) as part
        where ${when} and ${start.beyond} ${inOrder} limit ${skip} + ${most})`,
    )
    return sql`(
      select id, key from (${sql.join(near, sql` union all `)}) as parts
      ${inOrder} limit ${most} offset ${skip})`
  })
  // reads the ids first, so that skipped rows are read from the index only
  const query = sql`
    with ${start.tables} ranked as (
      select id, key, row_number() over (order by key ${direction}, id ${direction}) as rank
      from (${sql.join(listed, sql` union all `)}) as listed
    )
    select coalesce(json_agg(${record} order by rank) filter (where rank <= ${limit}), '[]')::text
        as data,
      count(*) > ${limit} as more,
      max(key) filter (where rank = ${limit}) as key,
      max(id) filter (where rank = ${limit}) as id,
      ${start.counted} as counted
    from ranked join ${table} using (id)`
  return {
    sql: query,
    columns: ['data', 'more', 'key', 'id', 'counted'],
    valueOf(row) {
      const { data, more, key, id, counted } = row as unknown as PageRow
      return { data, next: more ? cursor(order, key, id) : null, counted }
    },
  }
}

/** Returns whether a page is found by the exact numbers of its list, so that the page also returns their sum. */
export function isCountedJump({ skip = 0, spans }: Pick<PageSource, 'skip' | 'spans'>): boolean {
  return spans?.counts !== undefined && skip > 0
}

/** Where a page is: the records of the list from there on, and how they are read. */
interface Start {
  /** Common tables that the other parts read. */
  tables: RawBuilder<unknown>
  beyond: RawBuilder<unknown>
  readings: readonly Reading[]
  /** How many records the list has, or null where they are not counted. */
  counted: RawBuilder<unknown>
}

/** How many records are skipped before the page, in the order of the list or from its end. */
interface Reading {
  isFromEnd: boolean
  skip: RawBuilder<unknown>
  limit: RawBuilder<unknown>
  /** The condition under which the page is read so. It is true for one of the readings. */
  when: RawBuilder<unknown>
}

function startOf(request: PageSource): Start {
  const { order, limit, after, skip = 0, total, spans } = request
  // one more than the page has, which says whether the list continues
  const inOrder: Reading = {
    isFromEnd: false,
    skip: sql`${skip}::bigint`,
    limit: sql`${limit + 1}::bigint`,
    when: sql`true`,
  }
  const start = {
    tables: sql``,
    beyond: sql`true`,
    readings: [inOrder],
    counted: sql`null::bigint`,
  }
  if (spans?.counts && isCountedJump(request))
    return { ...start, ...startAtCount(request, spans.counts, spans.bits) }
  if (spans?.outline) return { ...start, ...startInOutline(request, spans.outline, spans.bits) }
  if (after !== undefined) return { ...start, beyond: beyondCursor(order, after) }
  if (total === undefined || skip * 2 <= total) return start
  const last = Math.min(skip + limit + 1, total)
  const fromEnd: Reading = {
    isFromEnd: true,
    skip: sql`${total - last}::bigint`,
    limit: sql`${Math.max(last - skip, 0)}::bigint`,
    when: sql`true`,
  }
  return { ...start, readings: [fromEnd] }
}

/** Starts at the span that has the first record of the page. Nothing is read if the list has fewer records. */
function startAtCount(
  { order, limit, skip = 0 }: PageSource,
  counts: RawBuilder<unknown>,
  bits: Spans['bits'],
): Partial<Start> {
  const { first, end } = boundsOf(bits)
  return {
    tables: sql`
      spans as (select span, sum(n) as n from (${counts}) as counted group by span),
      reached as (
        select n, ${first} as first, ${end} as "end",
          sum(n) over (order by span ${sql.raw(order.descending ? 'desc' : 'asc')}) as upto
        from spans
      ),
      place as materialized (
        select min(first) as first, max("end") as "end",
          ${skip} - min(upto - n)::bigint as before, max(upto)::bigint - ${skip} as rest
        from reached where n > 0 and upto > ${skip} and upto - n <= ${skip + limit}
      ),`,
    beyond: isInPlace(order),
    readings: readingsInPlace(limit + 1),
    counted: sql`(select coalesce(sum(n), 0)::bigint from spans)`,
  }
}

/** Starts after the cursor or at the first record, in the spans that have records. */
function startInOutline(
  { order, after }: PageSource,
  outline: RawBuilder<unknown>,
  bits: Spans['bits'],
): Partial<Start> {
  const { first, end } = boundsOf(bits)
  const inPlace = isInPlace(order)
  return {
    tables: sql`
      spans as (select span, sum(n) as n from (${outline}) as counted group by span),
      place as materialized (
        select min(first) as first, max("end") as "end"
        from (select n, ${first} as first, ${end} as "end" from spans) as bounds where n > 0
      ),`,
    beyond: after === undefined ? inPlace : sql`${beyondCursor(order, after)} and ${inPlace}`,
  }
}

function isInPlace({ column }: Order): RawBuilder<boolean> {
  const key = sql.ref(column)
  return sql`(${key} >= (select first from place) and ${key} < (select "end" from place))`
}

/**
 * Reads the place of a page from its nearer end, because a span can have hundreds of thousands of records. The place has
 * `before` records before the page, and `rest` from its first one on.
 */
function readingsInPlace(most: number): Reading[] {
  const limit = sql`least(${most}, rest)`
  const isNearEnd = sql`before > rest - ${limit}`
  const ofPlace = (value: RawBuilder<unknown>) => sql`(select ${value} from place)`
  return [
    {
      isFromEnd: false,
      skip: ofPlace(sql`before`),
      limit: sql`${most}::bigint`,
      when: ofPlace(sql`not (${isNearEnd})`),
    },
    {
      isFromEnd: true,
      skip: ofPlace(sql`rest - ${limit}`),
      limit: ofPlace(sql`greatest(${limit}, 0)`),
      when: ofPlace(isNearEnd),
    },
  ]
}

/** Returns the SQL of the first key of a span, and of the first one after it. */
function boundsOf(bits: Spans['bits']) {
  if (bits === 'text') return TEXT_BOUNDS
  const shift = sql.lit(bits)
  return { first: sql`span::bigint << ${shift}`, end: sql`(span::bigint + 1) << ${shift}` }
}

/** The bounds of a span of texts: its own first characters, and those of the next span. */
const TEXT_BOUNDS = {
  first: sql`span`,
  // no text that is short enough for an index comes after the last one
  end: sql`coalesce(lead(span) over (order by span), repeat(chr(1114111), 1000))`,
}

interface PageRow {
  data: string
  more: boolean
  key: string | number
  id: string
  counted: number | null
}

/** Returns the body of a page (contract: `page()`), and says so if the list has more records than `total`. */
export function pageBody(
  { data, next }: RecordPage,
  total: number | null,
  totalIsExact = true,
): JsonText {
  const more = totalIsExact ? '' : ',"totalIsExact":false'
  return `{"data":${data},"next":${JSON.stringify(next)},"total":${JSON.stringify(total)}${more}}` as JsonText
}

/**
 * Returns the SQL for records after a cursor. Throws an `HttpError` if the cursor does not belong to the
 * order.
 */
export function beyondCursor(order: Order, text: string): RawBuilder<boolean> {
  const { key, id } = readCursor(order, text)
  const than = sql.raw(order.descending ? '<' : '>')
  return sql`(${sql.ref(order.column)}, id) ${than} (${key}, ${id})`
}

function cursor(order: Order, key: string | number, id: string): string {
  return Buffer.from(JSON.stringify({ order: order.name, key, id })).toString('base64url')
}

function readCursor(order: Order, text: string): { key: string | number; id: string } {
  const value = parse(Buffer.from(text, 'base64url').toString())
  if (isObject(value) && value['order'] === order.name) {
    const { key, id } = value
    const fits = order.type === 'number' ? Number.isSafeInteger(key) : isStorableText(key)
    if (fits && isStorableText(id)) return { key: key as string | number, id }
  }
  throw invalid('after', 'after is not a cursor of this list.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
