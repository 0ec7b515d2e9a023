import { Readable } from 'node:stream'
import { maskPersonalNumbers } from '@mandap/domain/partner/personal-number.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { isStorableText } from '../database/storable-text.ts'
import type { RecordKind } from './kind.ts'
import { maskedText } from './masked.ts'
import type { StoredRow } from './write.ts'

export async function findRecord(
  db: Database,
  kind: Pick<RecordKind, 'table'>,
  id: string,
): Promise<StoredRow | undefined> {
  if (!isStorableText(id)) return undefined
  const { rows } = await sql<StoredRow>`
    select id, body, version from ${sql.table(kind.table)} where id = ${id}`.execute(db)
  return rows[0]
}

/** The record as the wire carries it: with its version, and its personal numbers masked. */
export function onTheWire({ body, version }: StoredRow): JsonObject {
  return { ...maskPersonalNumbers(body), version }
}

/** The record with its version, as SQL. What is sent of it goes through `maskedText`. */
export const wireRecord = sql<JsonObject>`(body || jsonb_build_object('version', version))`

/** Records a query. */
const CHUNK = 500

/**
 * Every record of a kind as JSON text, in the order of ids. Each chunk is a query of its own: memory
 * is that of one chunk, a slow reader holds no connection, and a reader who leaves asks no further.
 */
export function streamRecords(
  db: Database,
  kind: Pick<RecordKind, 'table'>,
  { open = '[', close = ']' } = {},
): Readable {
  return Readable.from(listText(db, kind, open, close), { objectMode: false })
}

async function* listText(
  db: Database,
  kind: Pick<RecordKind, 'table'>,
  open: string,
  close: string,
) {
  let last = ''
  let separator = open
  for (;;) {
    const { rows } = await sql<{ id: string; record: string }>`
      select id, ${wireRecord}::text as record from ${sql.table(kind.table)}
      where id > ${last} order by id limit ${CHUNK}`.execute(db)
    const end = rows.at(-1)
    if (end) {
      yield separator + rows.map(({ record }) => maskedText(record)).join(',')
      last = end.id
      separator = ','
    }
    if (rows.length < CHUNK) break
  }
  yield separator === open ? open + close : close
}
