import { pipeline } from 'node:stream/promises'
import type { IndexValue, IndexFields } from '@mandap/domain/rule/condition.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { countersOf } from '../counters/declaration.ts'
import { countInCounters, countInDeltas } from '../counters/functions.ts'
import { announcement } from '../database/announcement.ts'
import type { Database } from '../database/connection.ts'
import { type DataKey, keysOf } from '../database/encryption-keys.ts'
import { dropIndexes } from '../database/indexes.ts'
import { AWAIT_ERASURES } from './erased.ts'
import type { RecordKind } from './kind.ts'
import { encryptedValue, keptValues } from './personal-values.ts'
import { type StoredRecord, toStoredRecord } from './stored-record.ts'
import { indexFieldNames } from './write.ts'

/** Rows of one COPY into a table with many rows. The counting triggers keep all of them in memory. */
const CHUNK = 20_000

/** Rows of one COPY into a table that is filled. Their true values are in memory until it ends. */
const FILLING_CHUNK = 50_000

/** Rows that are encoded before other work of the process runs. */
const PIECE = 200

/** A database with its keys, and its address for COPY. */
export interface BulkTarget {
  db: Database
  url: string
}

/**
 * Inserts many new records by COPY, all or none, and returns their number. Calls `progress` after each chunk.
 * If the table has fewer rows than the first chunk, it counts the rows and builds the indexes at the end. This is
 * several times as fast, and readers wait until it ends. The groups of users are not computed: see `keepUserGroups`.
 */
export async function bulkInsert<F extends IndexFields<F> & { id: string }>(
  target: BulkTarget,
  kind: RecordKind<F>,
  records: Iterable<JsonObject> | AsyncIterable<JsonObject>,
  by: string,
  progress?: (copied: number) => void,
): Promise<number> {
  const first = await takeFirst(piecesOf(kind, records), CHUNK)
  return bulkInsertStored(target, kind, first, by, progress)
}

/** Records that are ready, in pieces. */
interface ReadyRecords<F> {
  /** The number of records, or fewer if there are many. */
  coming: number
  pieces: AsyncGenerator<readonly StoredRecord<F>[]>
}

/**
 * Inserts records that are ready to store. Reads `pieces` while nobody can be erased, so that they can leave out the records of
 * erased people.
 */
export async function bulkInsertStored<F extends IndexFields<F> & { id: string }>(
  { db, url }: BulkTarget,
  kind: RecordKind<F>,
  { coming, pieces }: ReadyRecords<F>,
  by: string,
  progress: (copied: number) => void = () => {},
): Promise<number> {
  const client = new Client({ connectionString: url })
  // without a listener, a connection that is lost between two queries would end the process
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query(AWAIT_ERASURES)
    const filling = await startFilling(client, kind.table, coming)
    let copied = 0
    let reported = 0
    const values = valueLines(db, kind)
    const lineOf = lineEncoder(kind, by)
    const encoded = async function* (chunk: AsyncIterable<readonly StoredRecord<F>[]>) {
      for await (const piece of chunk) {
        copied += piece.length
        if (copied - reported >= CHUNK) progress((reported = copied))
        await values.add(piece)
        yield piece.map(lineOf).join('')
      }
    }
    for await (const chunk of chunksOf(pieces, filling ? FILLING_CHUNK : CHUNK)) {
      await pipeline(encoded(chunk), copyInto(client, kind, filling?.wasEmpty ?? false))
      // after the rows, because a connection has one COPY at a time
      await pipeline([values.take()], client.query(copyFrom(COPY_VALUES)))
    }
    progress(copied)
    for (const statement of filling?.rest ?? []) await client.query(statement)
    await client.query(`select ${announcement('bulk')}`)
    await client.query('commit')
    await client.query(`vacuum analyze ${kind.table}`)
    await rollUpAll(client, kind.table)
    return copied
  } finally {
    // also ends an open transaction
    await client.end()
  }
}

const COPY_VALUES =
  'copy personal_value (subject, record_id, path, kind, data_key, encrypted) from stdin'

/** Encrypts the true values of records, and collects them as lines of COPY. */
function valueLines<F extends { id: string }>(db: Database, { subject }: RecordKind<F>) {
  let lines: string[] = []
  let key: DataKey | undefined
  return {
    async add(records: readonly StoredRecord<F>[]) {
      for (const { indexFields, values } of records)
        for (const value of keptValues(db, values)) {
          key ??= await keysOf(db).current(db)
          const row = encryptedValue(key, subject, indexFields.id, value)
          const hex = `\\x${row.encrypted.toString('hex')}`
          const columns = [subject, row.record_id, row.path, row.kind, row.data_key, hex]
          lines.push(`${columns.map(field).join('\t')}\n`)
        }
    },
    /** Returns the lines, and forgets them. */
    take(): string {
      const text = lines.join('')
      lines = []
      return text
    },
  }
}

async function* piecesOf<F extends { id: string }>(
  kind: RecordKind<F>,
  records: Iterable<JsonObject> | AsyncIterable<JsonObject>,
): AsyncGenerator<StoredRecord<F>[]> {
  let piece: StoredRecord<F>[] = []
  for await (const record of records) {
    piece.push(toStoredRecord(kind, record))
    if (piece.length === PIECE) {
      yield piece
      piece = []
    }
  }
  if (piece.length > 0) yield piece
}

/** Counts the first items of pieces, up to `most`. Returns all pieces again. */
async function takeFirst<T>(pieces: AsyncGenerator<readonly T[]>, most: number) {
  const taken: (readonly T[])[] = []
  let coming = 0
  while (coming < most) {
    const { done, value } = await pieces.next()
    if (done) break
    taken.push(value)
    coming += value.length
  }
  const again = async function* () {
    // a piece that is read is not kept
    for (let piece = taken.shift(); piece; piece = taken.shift()) yield piece
    yield* pieces
  }
  return { coming, pieces: again() }
}

/** Splits pieces into chunks of at least `rows` rows. Each chunk must be read before the next one. */
async function* chunksOf<T>(pieces: AsyncGenerator<readonly T[]>, rows: number) {
  for (;;) {
    const { done, value } = await pieces.next()
    if (done) return
    yield chunkFrom(value, pieces, rows)
  }
}

async function* chunkFrom<T>(
  first: readonly T[],
  pieces: AsyncGenerator<readonly T[]>,
  rows: number,
): AsyncGenerator<readonly T[]> {
  yield first
  let count = first.length
  while (count < rows) {
    const { done, value } = await pieces.next()
    if (done) return
    count += value.length
    yield value
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
  if (!wasEmpty) for (const set of sets) await client.query(countInDeltas(set, table, '-'))

  const indexes = await dropIndexes((statement) => client.query(statement), table)
  return {
    wasEmpty,
    rest: [
      ...sets.flatMap((set) => countInCounters(set, table)),
      ...triggers.rows.map(({ name }) => `alter table ${table} enable trigger ${name}`),
      ...indexes,
    ],
  }
}

function copyInto<F extends IndexFields<F> & { id: string }>(
  client: Client,
  kind: RecordKind<F>,
  frozen: boolean,
) {
  const names = ['body', 'updated_by', ...indexFieldNames(kind)].join(', ')
  return client.query(copyFrom(`copy ${kind.table} (${names}) from stdin with (freeze ${frozen})`))
}

/** Returns a function that writes a record as a line of COPY. */
function lineEncoder<F extends IndexFields<F> & { id: string }>(kind: RecordKind<F>, by: string) {
  const names = Object.keys(kind.columns) as (keyof F & string)[]
  const writer = field(by)
  return ({ body, indexFields }: StoredRecord<F>): string => {
    let line = `${escaped(JSON.stringify(body))}\t${writer}`
    for (const name of names) line += `\t${field(indexFields[name])}`
    return `${line}\n`
  }
}

/** A value in COPY's text format. */
function field(value: IndexValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escaped(value)
  return typeof value === 'object' ? escaped(arrayLiteral(value)) : String(value)
}

// most texts contain none of these characters: looking for each is several times as fast as a regular expression
function escaped(text: string): string {
  let result = text
  if (result.includes('\\')) result = result.replaceAll('\\', '\\\\')
  if (result.includes('\n')) result = result.replaceAll('\n', '\\n')
  if (result.includes('\r')) result = result.replaceAll('\r', '\\r')
  return result.includes('\t') ? result.replaceAll('\t', '\\t') : result
}

function arrayLiteral(items: readonly (string | number)[]): string {
  if (typeof items[0] === 'number') return `{${items.join(',')}}`
  return `{${items.map((item) => `"${String(item).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}
