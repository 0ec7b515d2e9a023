import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { type OneRow, readRow } from '../database/one-row.ts'
import { isStorableText } from '../database/storable-text.ts'
import { HttpError } from '../http/http-error.ts'
import { maskedText } from './masked.ts'
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
  few?: boolean
  /** The SQL of a record's JSON, if it is not the usual one. */
  record?: RawBuilder<JsonObject>
}

/** SQL rows (`span`, `n`): how many records of a list have a key whose bits above the lowest `bits` are `span`. */
export interface Spans {
  counts: RawBuilder<unknown>
  bits: number
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
      return { data: maskedText(data), next: more ? cursor(order, key, id) : null }
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

function startOf({ order, limit, after, skip = 0, total, spans }: PageRequest): Start {
  // one more than the page has, which says whether the list continues
  const start = { tables: sql``, beyond: sql`true`, limit: limit + 1, isFromEnd: false }
  if (after !== undefined)
    return { ...start, beyond: beyondCursor(order, after), skip: sql`${skip}::bigint` }
  if (spans && skip > 0) return { ...start, ...placeOf(order, spans, skip) }
  if (total === undefined || skip * 2 <= total) return { ...start, skip: sql`${skip}::bigint` }
  const last = Math.min(skip + limit + 1, total)
  return {
    ...start,
    skip: sql`${total - last}::bigint`,
    limit: Math.max(last - skip, 0),
    isFromEnd: true,
  }
}

/**
 * Returns the condition for the records from the span with the record at `skip` on, how many of them are before
 * that record, and the tables that both need. Nothing satisfies the condition if the list has fewer records.
 */
function placeOf({ column, descending }: Order, { counts, bits }: Spans, skip: number) {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const tables = sql`
    spans as (select span, sum(n) as n from (${counts}) as counted group by span),
    reached as (select span, n, sum(n) over (order by span ${direction}) as upto from spans),
    place as materialized (
      select span::bigint as span, (${skip} - (upto - n))::bigint as skip from reached
      where upto > ${skip} order by reached.span ${direction} limit 1
    ),`
  const key = sql.ref(column)
  const shift = sql.lit(bits)
  return {
    tables,
    beyond: descending
      ? sql`${key} < (select (span + 1) << ${shift} from place)`
      : sql`${key} >= (select span << ${shift} from place)`,
    skip: sql`(select skip from place)`,
  }
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
