import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { RecordKind } from './kind.ts'
import { toStoredRecord } from './stored-record.ts'
import { writeIndexFields } from './write.ts'

/** Stored among the migrations when it is done. */
const NAME = 'facts of shown text'

/** Rows per transaction. */
const BATCH = 1000

/**
 * Computes the index fields again, once, of the records whose text is more than plain ASCII: an earlier
 * release stored invisible characters in them. Changes no record, version or audit entry.
 */
export async function reindexRecords(db: Database, kinds: readonly RecordKind[]): Promise<void> {
  const done = await db
    .selectFrom('schema_migration')
    .select('name')
    .where('name', '=', NAME)
    .executeTakeFirst()
  if (done) return
  for (const kind of kinds) await reindexAll(db, kind)
  await db
    .insertInto('schema_migration')
    .values({ name: NAME, applied_at: new Date() })
    // another process may have done the same
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function reindexAll(db: Database, kind: RecordKind) {
  let after: string | undefined = ''
  while (after !== undefined) after = await reindexBatch(db, kind, after)
}

/** Computes the index fields of the next records. Returns the last id; undefined at the end. */
function reindexBatch(db: Database, kind: RecordKind, after: string): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; body: JsonObject }>`
      select id, body from ${sql.table(kind.table)}
      where id > ${after} and body::text ~ ${String.raw`[^ -~]|\\`}
      order by id limit ${BATCH} for update`.execute(trx)
    if (rows.length === 0) return undefined
    await writeIndexFields(
      trx,
      kind,
      rows.map(({ body }) => toStoredRecord(kind, body)),
    )
    return rows.at(-1)?.id
  })
}
