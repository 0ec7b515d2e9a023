import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { type OneRow, readRow } from '../database/one-row.ts'
import { isStorableText } from '../database/storable-text.ts'
import { HttpError } from '../http/http-error.ts'
import { wireRecord } from './read.ts'

/** The order of a list: by one column that is never null, then by id, both in the same direction. */
export interface Order {
  name: string
  column: string
  type: 'number' | 'string'
  descending: boolean
}

/** The table, or SQL parts that each have the `id` and the order's column. */
type Chosen = { where: RawBuilder<boolean> } | { parts: readonly RawBuilder<unknown>[] }

export type PageRequest = Chosen & {
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

/** How many records of a list are in which spans of the key of its order. */
export interface Spans {
  /** SQL rows (`span`, `n`): the number of records whose key is in the span. */
  counts: RawBuilder<unknown>
  /** A span is a number without so many of its lowest bits, or the first characters of a text. */
  bits: number | 'text'
  /** Whether the list contains all records that are counted, so that a jump is found by counting. */
  isExact: boolean
  /** Whether long parts of the order may have no record, so that every page reads only spans that have some. */
  isSparse: boolean
}

/** A page: its records as JSON text, in order, and the cursor of the next page. */
export interface RecordPage {
  data: string
  next: string | null
}

/** Reads a page in a statement of its own. */
export function readPage(
  db: Database,
  kind: { table: string },
  request: PageRequest,
): Promise<RecordPage> {
  return readRow(db, pageOf(kind, request))
}

/** Reads a page after a cursor, or from the record at `skip`. PostgreSQL builds the JSON. */
export function pageOf(kind: { table: string }, request: PageRequest): OneRow<RecordPage> {
  const { order, limit, few = false, record = wireRecord } = request
  const table = sql.table(kind.table)
  const column = sql.ref(order.column)
  const direction = sql.raw(order.descending ? 'desc' : 'asc')
  const parts =
    'parts' in request
      ? request.parts
      : [sql`select id, ${column} from ${table} where ${request.where}`]
  const start = startOf(request)
  const reading = sql.raw(order.descending === start.isFromEnd ? 'asc' : 'desc')
  const inOrder = sql`order by key ${reading}, id ${reading}`
  // each part is read in order by its own index; `offset 0` keeps the planner from another index that is
  // longer
  const listed = parts.map(
    (part) => sql`(
      select id, ${column} as key from (${part}${few ? sql` offset 0` : sql``}) as part
      where ${start.beyond} ${inOrder} limit ${start.skip} + ${start.limit})`,
  )
  // reads the ids first, so that skipped rows are read from the index only
  const query = sql`
    with ${start.tables} listed as (
      select id, key from (${sql.join(listed, sql` union all `)}) as parts
      ${inOrder} limit ${start.limit} offset ${start.skip}
    ), ranked as (
      select id, key, row_number() over (order by key ${direction}, id ${direction}) as rank
      from listed
    )
    select coalesce(json_agg(${record} order by rank) filter (where rank <= ${limit}), '[]')::text
        as data,
      count(*) > ${limit} as more,
      max(key) filter (where rank = ${limit}) as key,
      max(id) filter (where rank = ${limit}) as id
    from ranked join ${table} using (id)`
  return {
    sql: query,
    columns: ['data', 'more', 'key', 'id'],
    valueOf(row) {
      const { data, more, key, id } = row as unknown as PageRow
      return { data, next: more ? cursor(order, key, id) : null }
    },
  }
}

/** Where the reading of a page starts: the records of the list from there on, and how many of them to skip. */
interface Start {
  /** Common tables that the other parts read. */
  tables: RawBuilder<unknown>
  beyond: RawBuilder<unknown>
  skip: RawBuilder<unknown>
  limit: number
  isFromEnd: boolean
}

function startOf(request: PageRequest): Start {
  const { order, limit, after, skip = 0, total, spans } = request
  // one more than the page has, which says whether the list continues
  const start = {
    tables: sql``,
    beyond: sql`true`,
    skip: sql`${skip}::bigint`,
    limit: limit + 1,
    isFromEnd: false,
  }
  if (spans && (spans.isSparse || skip > 0)) return { ...start, ...startInSpans(request, spans) }
  if (after !== undefined) return { ...start, beyond: beyondCursor(order, after) }
  if (total === undefined || skip * 2 <= total) return start
  const last = Math.min(skip + limit + 1, total)
  return {
    ...start,
    skip: sql`${total - last}::bigint`,
    limit: Math.max(last - skip, 0),
    isFromEnd: true,
  }
}

/** Starts at the span that has the first record of the page. Nothing is read if the list has fewer records. */
function startInSpans(
  { order, limit, after, skip = 0 }: PageRequest,
  { counts, bits, isExact }: Spans,
): Partial<Start> {
  const isCounted = isExact && after === undefined
  const onPage = isCounted ? sql`upto > ${skip} and upto - n <= ${skip + limit}` : sql`true`
  const { first, end } = bits === 'text' ? TEXT_BOUNDS : numberBounds(bits)
  const key = sql.ref(order.column)
  const within = sql`${key} >= (select first from place) and ${key} < (select "end" from place)`
  return {
    tables: sql`
      spans as (select span, sum(n) as n from (${counts}) as counted group by span),
      reached as (
        select n, ${first} as first, ${end} as "end",
          sum(n) over (order by span ${sql.raw(order.descending ? 'desc' : 'asc')}) as upto
        from spans
      ),
      place as materialized (
        select min(first) as first, max("end") as "end", min(upto - n)::bigint as passed
        from reached where n > 0 and ${onPage}
      ),`,
    beyond: after === undefined ? within : sql`${beyondCursor(order, after)} and ${within}`,
    ...(isCounted && { skip: sql`(select ${skip} - passed from place)` }),
  }
}

function numberBounds(bits: number) {
  const shift = sql.lit(bits)
  return { first: sql`span::bigint << ${shift}`, end: sql`(span::bigint + 1) << ${shift}` }
}

/** A text that is in a span comes before the next span, as every later text is in that span or after it. */
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
}

/** Returns the body of a page (contract: `page()`), and says so if the list has more records than `total`. */
export function pageBody(
  { data, next }: RecordPage,
  total: number | null,
  totalIsExact = true,
): string {
  const more = totalIsExact ? '' : ',"totalIsExact":false'
  return `{"data":${data},"next":${JSON.stringify(next)},"total":${JSON.stringify(total)}${more}}`
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
  throw new HttpError(400, 'INVALID', 'after is not a cursor of this list.', 'after')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
