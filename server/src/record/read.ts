import { Readable } from 'node:stream'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { isStorableText } from '../database/storable-text.ts'
import type { RecordKind } from './kind.ts'
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

/** The record as the wire carries it. */
export function onTheWire({ body, version }: StoredRow): JsonObject {
  return { ...body, version }
}

/** The record as the wire carries it, as SQL. */
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
  { open = '[', close = ']', show = (record: string) => record } = {},
): Readable {
  return Readable.from(listText(db, kind, open, close, show), { objectMode: false })
}

async function* listText(
  db: Database,
  kind: Pick<RecordKind, 'table'>,
  open: string,
  close: string,
  show: (record: string) => string,
) {
  let last = ''
  let separator = open
  for (;;) {
    const { rows } = await sql<{ id: string; record: string }>`
      select id, ${wireRecord}::text as record from ${sql.table(kind.table)}
      where id > ${last} order by id limit ${CHUNK}`.execute(db)
    const end = rows.at(-1)
    if (end) {
      yield separator + rows.map(({ record }) => show(record)).join(',')
      last = end.id
      separator = ','
    }
    if (rows.length < CHUNK) break
  }
  yield separator === open ? open + close : close
}
