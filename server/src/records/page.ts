import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { isStorableText } from '../database/storable-text.ts'
import { HttpError } from '../http/http-error.ts'
import { maskedText } from './masked.ts'
import { wireRecord } from './read.ts'

/** An order of a list: by one column that is never null, ties by id, both in one direction. */
export interface Order {
  name: string
  column: string
  type: 'number' | 'string'
  descending: boolean
}

/** Which of the kind's table, or parts as SQL, which have each `id` and the order's column. */
type Chosen = { where: RawBuilder<boolean> } | { parts: readonly RawBuilder<unknown>[] }

export type PageRequest = Chosen & {
  order: Order
  limit: number
  /** The cursor of the page before. */
  after?: string | undefined
  /** How many to pass over. */
  skip?: number | undefined
  /** Whether few rows are chosen, so that finding them and sorting beats passing over all in order. */
  few?: boolean
  /** A record as JSON; as every record is sent, where it does not say. */
  record?: RawBuilder<JsonObject>
}

/** A page: its records as JSON text, in order, and the cursor of the next one. */
export interface RecordPage {
  data: string
  next: string | null
}

/** Reads a page by keyset, or by counting rows where it starts at `skip`; PostgreSQL makes the JSON. */
export async function readPage(
  db: Database,
  kind: { table: string },
  request: PageRequest,
): Promise<RecordPage> {
  const { order, limit, after, skip = 0, few = false, record = wireRecord } = request
  const table = sql.table(kind.table)
  const column = sql.ref(order.column)
  const direction = sql.raw(order.descending ? 'desc' : 'asc')
  const parts =
    'parts' in request
      ? request.parts
      : [sql`select id, ${column} from ${table} where ${request.where}`]
  const beyond = after === undefined ? sql`true` : beyondCursor(order, after)
  const inOrder = sql`order by key ${direction}, id ${direction}`
  // each in order by itself, by an index of its own; `offset 0` keeps the planner from walking that index,
  // which it does not know to be longer
  const listed = parts.map(
    (part) => sql`(
      select id, ${column} as key from (${part}${few ? sql` offset 0` : sql``}) as part
      where ${beyond} ${inOrder} limit ${skip + limit + 1})`,
  )
  // ids alone first, so that passing over rows reads only the index
  const { rows } = await sql<{ data: string; more: boolean; key: string | number; id: string }>`
    with listed as (
      select id, key from (${sql.join(listed, sql` union all `)}) as parts
      ${inOrder} limit ${limit + 1} offset ${skip}
    ), placed as (
      select id, key, row_number() over (order by key ${direction}, id ${direction}) as place
      from listed
    )
    select coalesce(json_agg(${record} order by place) filter (where place <= ${limit}), '[]')::text
        as data,
      count(*) > ${limit} as more,
      max(key) filter (where place = ${limit}) as key,
      max(id) filter (where place = ${limit}) as id
    from placed join ${table} using (id)`.execute(db)
  const [{ data, more, key, id }] = rows as [(typeof rows)[number]]
  return { data: maskedText(data), next: more ? cursor(order, key, id) : null }
}

/** The body of a page (contract: `page()`). Says so where the list has more records than `total`. */
export function pageBody(
  { data, next }: RecordPage,
  total: number | null,
  totalIsExact = true,
): string {
  const more = totalIsExact ? '' : ',"totalIsExact":false'
  return `{"data":${data},"next":${JSON.stringify(next)},"total":${JSON.stringify(total)}${more}}`
}

/** That a record comes after a cursor. Throws a `Problem` where it is no cursor of the order. */
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
