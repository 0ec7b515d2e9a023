import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { JsonText } from '../http/route.ts'
import { type OneRow, readRow } from '../database/one-row.ts'
import { isStorableText } from '../database/storable-text.ts'
import { invalid } from '../http/http-error.ts'
import { wireRecord } from './read.ts'
import { jumpToPage, outlinedRange, type Scan, type Spans } from './spans.ts'

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
  const { order, limit, record = wireRecord } = request
  const table = sql.table(kind.table)
  const column = sql.ref(order.column)
  const direction = sql.raw(order.descending ? 'desc' : 'asc')
  const parts =
    'parts' in request
      ? request.parts
      : [sql`select id, ${column} from ${table} where ${request.where}`]
  const plan = planOf(request)
  const listed = plan.scans.map(({ isFromEnd, when, skip, limit: most, few }) => {
    const scanned = sql.raw(order.descending === isFromEnd ? 'asc' : 'desc')
    const inOrder = sql`order by key ${scanned}, id ${scanned}`
    // each part is read in order by its own index; `offset 0` keeps the planner from another index that is
    // longer
    const near = parts.map(
      (part) => sql`(
        select id, ${column} as key from (${part}${few ? sql` offset 0` : sql``}) as part
        where ${when} and ${plan.where} ${inOrder} limit ${skip} + ${most})`,
    )
    return sql`(
      select id, key from (${sql.join(near, sql` union all `)}) as parts
      ${inOrder} limit ${most} offset ${skip})`
  })
  // reads the ids first, so that skipped rows are read from the index only
  const query = sql`
    with ${plan.tables} ranked as (
      select id, key, row_number() over (order by key ${direction}, id ${direction}) as rank
      from (${sql.join(listed, sql` union all `)}) as listed
    )
    select coalesce(json_agg(${record} order by rank) filter (where rank <= ${limit}), '[]')::text
        as data,
      count(*) > ${limit} as more,
      max(key) filter (where rank = ${limit}) as key,
      max(id) filter (where rank = ${limit}) as id,
      ${plan.counted} as counted
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

/** How the records of a page are read. */
interface PagePlan {
  /** Common tables that the other parts read. */
  tables: RawBuilder<unknown>
  /** The condition of the records among which the page is. */
  where: RawBuilder<unknown>
  scans: readonly Scan[]
  /** How many records the list has, or null where they are not counted. */
  counted: RawBuilder<unknown>
}

function planOf(request: PageSource): PagePlan {
  const { order, limit, after, skip = 0, total, spans, few = false } = request
  // one more than the page has, which says whether the list continues
  const inOrder: Scan = {
    isFromEnd: false,
    skip: sql`${skip}::bigint`,
    limit: sql`${limit + 1}::bigint`,
    when: sql`true`,
    few,
  }
  const plan = {
    tables: sql``,
    where: sql`true`,
    scans: [inOrder],
    counted: sql`null::bigint`,
  }
  if (spans?.counts && isCountedJump(request))
    return jumpToPage({ order, skip, limit }, spans.counts, spans.bits)
  if (spans?.outline) {
    const { tables, where, scans } = outlinedRange(order, spans.outline, spans.bits, inOrder)
    return {
      ...plan,
      tables,
      scans,
      where: after === undefined ? where : sql`${beyondCursor(order, after)} and ${where}`,
    }
  }
  if (after !== undefined) return { ...plan, where: beyondCursor(order, after) }
  if (total === undefined || skip * 2 <= total) return plan
  const last = Math.min(skip + limit + 1, total)
  const fromEnd: Scan = {
    isFromEnd: true,
    skip: sql`${total - last}::bigint`,
    limit: sql`${Math.max(last - skip, 0)}::bigint`,
    when: sql`true`,
    few,
  }
  return { ...plan, scans: [fromEnd] }
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
