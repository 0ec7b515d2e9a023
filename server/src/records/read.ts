import { Readable } from 'node:stream'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { OneRow } from '../database/one-row.ts'
import type { RecordKind } from './kind.ts'
import type { StoredRow } from './write.ts'

/** Reads a record by its id, which is storable text. */
export function recordById(
  kind: Pick<RecordKind, 'table'>,
  id: string,
): OneRow<StoredRow | undefined> {
  return {
    sql: sql`select id, body, version from ${sql.table(kind.table)} where id = ${id}`,
    columns: ['id', 'body', 'version'],
    valueOf: (row) => (row['id'] === null ? undefined : (row as unknown as StoredRow)),
  }
}

/** A record as JSON text in the format of the contract. */
export interface RecordText {
  text: string
  version: number
}

/** Reads a record by its id, which is storable text, as JSON text: it is sent without being parsed. */
export function recordTextById(
  kind: Pick<RecordKind, 'table'>,
  id: string,
): OneRow<RecordText | undefined> {
  return {
    get sql() {
      return sql`select ${wireRecord}::text as text, version from ${sql.table(kind.table)} where id = ${id}`
    },
    constant: { name: `text of ${kind.table}`, parameters: [id] },
    columns: ['text', 'version'],
    valueOf: (row) => (row['text'] === null ? undefined : (row as unknown as RecordText)),
  }
}

/** A record in the format of the contract: with its version. */
export function serialize({ body, version }: StoredRow): JsonObject {
  return { ...body, version }
}

/** The record with its version, as SQL. */
export const wireRecord = sql<JsonObject>`(body || jsonb_build_object('version', version))`

/** Number of characters that one query should read, which a list holds in memory. */
const CHUNK = 256 * 1024

const FIRST_ROWS = 100
const MAX_ROWS = 500

/** Number of characters that are sent at once. */
const PIECE = 64 * 1024

/**
 * Returns every record of a kind as JSON text, in the order of ids. Each chunk is a separate query, so that
 * only one chunk is in memory, a slow reader holds no connection, and nothing more is read after the reader
 * leaves.
 */
export function streamRecords(
  read: Read,
  kind: Pick<RecordKind, 'table'>,
  { open = '[', close = ']' } = {},
): Readable {
  return Readable.from(listText(read, kind, open, close), { objectMode: false })
}

/** Runs reads on a database. */
type Read = <T>(work: (db: Database) => Promise<T>) => Promise<T>

async function* listText(read: Read, kind: Pick<RecordKind, 'table'>, open: string, close: string) {
  let last = ''
  let limit = FIRST_ROWS
  let piece = open
  for (let isFirst = true; ; ) {
    const chunk = sql<{ id: string; record: string }>`
      select id, ${wireRecord}::text as record from ${sql.table(kind.table)}
      where id > ${last} order by id limit ${limit}`
    const { rows } = await read((db) => chunk.execute(db))
    let length = 0
    for (const { id, record } of rows) {
      piece += (isFirst ? '' : ',') + record
      isFirst = false
      length += record.length
      last = id
      if (piece.length < PIECE) continue
      yield piece
      piece = ''
    }
    if (rows.length < limit) break
    limit = Math.min(Math.max(Math.floor((limit * CHUNK) / length), 1), MAX_ROWS)
  }
  yield piece + close
}
