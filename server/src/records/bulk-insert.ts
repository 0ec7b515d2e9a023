import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { IndexValue, IndexFields } from '@mandap/domain/rule/condition.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { countersOf } from '../counters/declaration.ts'
import { countSource } from '../counters/functions.ts'
import type { RecordKind } from './kind.ts'
import { type StoredRecord, toStoredRecord } from './stored-record.ts'
import { indexFieldNames } from './write.ts'

/** Rows of one COPY. The counting triggers keep all of them in memory. */
const CHUNK = 20_000

/** Rows that are encoded before other work of the process runs. */
const PIECE = 200

/**
 * Inserts many new records by COPY, all or none, and returns their number. Calls `progress` after each chunk.
 * If the table has fewer rows than the first chunk, it counts the rows and builds the indexes at the end. This is
 * several times as fast, and readers wait until it ends. The groups of users are not computed: see `keepUserGroups`.
 */
export async function bulkInsert<F extends IndexFields<F> & { id: string }>(
  databaseUrl: string,
  kind: RecordKind<F>,
  records: Iterable<JsonObject> | AsyncIterable<JsonObject>,
  by: string,
  progress: (copied: number) => void = () => {},
): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  // without a listener, a connection that is lost between two queries would end the process
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    let filling: Filling | null = null
    let copied = 0
    for await (const chunk of chunks(records)) {
      if (copied === 0) filling = await startFilling(client, kind.table, chunk.length)
      await copyChunk(client, kind, chunk, { by, frozen: filling?.wasEmpty ?? false })
      copied += chunk.length
      progress(copied)
    }
    for (const statement of filling?.rest ?? []) await client.query(statement)
    await client.query('commit')
    await client.query(`vacuum analyze ${kind.table}`)
    await rollUpAll(client, kind.table)
    return copied
  } finally {
    // also ends an open transaction
    await client.end()
  }
}

async function rollUpAll(client: Client, table: string) {
  const sets = countersOf(table)
  for (const name of new Set(sets.map(({ rollUp }) => rollUp.function)))
    await client.query(`select ${name}()`)
  const tables = sets.flatMap(({ delta, counters }) => [delta, ...counters.map((one) => one.table)])
  // otherwise every reader of a count reads the removed deltas until autovacuum runs
  if (tables.length > 0) await client.query(`vacuum analyze ${tables.join(', ')}`)
}

/** A table that is being filled. */
interface Filling {
  /** Rows may be stored as frozen, because the transaction emptied the table. */
  wasEmpty: boolean
  /** The statements that count the rows and build the indexes. */
  rest: readonly string[]
}

/** Drops the indexes and stops the counting, if the table has fewer rows than are coming. */
async function startFilling(
  client: Client,
  table: string,
  coming: number,
): Promise<Filling | null> {
  const present = await client.query(`select from ${table} limit ${coming}`)
  if (present.rowCount === coming) return null
  await client.query(`lock table ${table}`)
  const locked = await client.query(`select from ${table} limit 1`)
  const wasEmpty = locked.rowCount === 0
  if (wasEmpty) await client.query(`truncate ${table}`)

  const sets = countersOf(table)
  const triggers = await client.query<{ name: string }>(
    `select quote_ident(tgname) as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where tgrelid = $1::regclass and proname = any($2)`,
    [table, sets.map(({ trigger }) => trigger)],
  )
  for (const { name } of triggers.rows)
    await client.query(`alter table ${table} disable trigger ${name}`)
  // all rows are counted at the end, also those that are counted already
  if (!wasEmpty) for (const set of sets) await client.query(countSource(set, table, '-'))

  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = $1::regclass and not indisunique`,
    [table],
  )
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
  return {
    wasEmpty,
    rest: [
      ...sets.map((set) => countSource(set, table, '+')),
      ...triggers.rows.map(({ name }) => `alter table ${table} enable trigger ${name}`),
      ...indexes.rows.map(({ definition }) => definition),
    ],
  }
}

async function copyChunk<F extends IndexFields<F> & { id: string }>(
  client: Client,
  kind: RecordKind<F>,
  chunk: readonly JsonObject[],
  { by, frozen }: { by: string; frozen: boolean },
) {
  const names = ['body', 'updated_by', ...indexFieldNames(kind)]
  const into = client.query(
    copyFrom(`copy ${kind.table} (${names.join(', ')}) from stdin with (freeze ${frozen})`),
  )
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

function arrayLiteral(items: readonly (string | number)[]): string {
  const quoted = items.map((item) =>
    typeof item === 'number' ? item : `"${item.replaceAll(/["\\]/g, '\\$&')}"`,
  )
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
