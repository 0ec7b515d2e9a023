import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { IndexValue, IndexFields } from '@mandap/domain/rule/condition.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connect } from '../database/connection.ts'
import { keepUserGroups } from '../user/group.ts'
import type { RecordKind } from './kind.ts'
import { type StoredRecord, toStoredRecord } from './stored-record.ts'
import { indexFieldNames } from './write.ts'

/** Rows a COPY: what the counting trigger keeps at once. */
const CHUNK = 20_000

/** What a copy leaves dead rows in, or fills. */
const COUNTERS = [
  'user_group_note',
  'user_group',
  'user_group_count',
  'booking_count_delta',
  'booking_day_count',
  'record_count_delta',
  'booking_total_delta',
  'booking_month_count',
]

/** Rows that are encoded before the event loop may turn. */
const PIECE = 200

/**
 * Adds records by COPY, all or none: for very many, all of them new. Into a table with
 * fewer rows than come at first it builds the indexes after the rows, several times as fast, and readers
 * wait until then. Returns how many. `progress` hears of every chunk.
 */
export async function bulkInsert<F extends IndexFields<F> & { id: string }>(
  databaseUrl: string,
  kind: RecordKind<F>,
  records: Iterable<JsonObject> | AsyncIterable<JsonObject>,
  by: string,
  progress: (copied: number) => void = () => {},
): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  // a lost connection must not end the process between two queries; the next one rejects
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    let indexes: string[] = []
    let copied = 0
    for await (const chunk of chunks(records)) {
      if (copied === 0) indexes = await dropIndexesBefore(client, kind.table, chunk.length)
      await copyChunk(client, kind, chunk, by)
      copied += chunk.length
      progress(copied)
    }
    for (const definition of indexes) await client.query(definition)
    await client.query('commit')
    await client.query(`vacuum analyze ${kind.table}`)
    await client.query('select roll_up_counts(), roll_up_booking_totals()')
    await keepGroups(databaseUrl)
    // else every reader of a count passes over the deltas that were, until autovacuum comes
    await client.query(`vacuum analyze ${COUNTERS.join(', ')}`)
    return copied
  } finally {
    // ends an open transaction too
    await client.end()
  }
}

async function keepGroups(databaseUrl: string) {
  const db = connect(databaseUrl, 1)
  try {
    await keepUserGroups(db)
  } finally {
    await db.destroy()
  }
}

/** Drops them unless as many rows are there already as come. Returns how to make them again. */
async function dropIndexesBefore(client: Client, table: string, coming: number) {
  const { rowCount } = await client.query(`select from ${table} limit ${coming}`)
  if (rowCount === coming) return []
  await client.query(`lock table ${table}`)
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = $1::regclass and not indisunique`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

async function copyChunk<F extends IndexFields<F> & { id: string }>(
  client: Client,
  kind: RecordKind<F>,
  chunk: readonly JsonObject[],
  by: string,
) {
  const names = ['body', 'updated_by', ...indexFieldNames(kind)]
  const into = client.query(copyFrom(`copy ${kind.table} (${names.join(', ')}) from stdin`))
  await pipeline(Readable.from(pieces(kind, chunk, by)), into)
}

function* pieces<F extends IndexFields<F> & { id: string }>(
  kind: RecordKind<F>,
  chunk: readonly JsonObject[],
  by: string,
) {
  for (let start = 0; start < chunk.length; start += PIECE) {
    yield chunk
      .slice(start, start + PIECE)
      .map((record) => line(kind, toStoredRecord(kind, record), by))
      .join('')
  }
}

function line<F extends IndexFields<F> & { id: string }>(
  kind: RecordKind<F>,
  { body, indexFields }: StoredRecord<F>,
  by: string,
): string {
  const values = (Object.keys(kind.columns) as (keyof F & string)[]).map(
    (value): IndexValue => indexFields[value],
  )
  return `${[JSON.stringify(body), by, ...values].map(field).join('\t')}\n`
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A value in COPY's text format. */
function field(value: IndexValue): string {
  if (value === null) return '\\N'
  const text = typeof value === 'object' ? arrayLiteral(value) : String(value)
  return text.replaceAll(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? '')
}

function arrayLiteral(items: readonly string[]): string {
  const quoted = items.map((item) => `"${item.replaceAll(/["\\]/g, '\\$&')}"`)
  return `{${quoted.join(',')}}`
}

async function* chunks<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T[]> {
  let chunk: T[] = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length === CHUNK) {
      yield chunk
      chunk = []
    }
  }
  if (chunk.length > 0) yield chunk
}
