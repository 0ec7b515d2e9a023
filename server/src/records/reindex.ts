import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { BOOKING } from '../booking/kind.ts'
import type { Database } from '../database/connection.ts'
import { PARTNER } from '../partner/kind.ts'
import { USER } from '../user/kind.ts'
import type { RecordKind } from './kind.ts'
import { toStoredRecord } from './stored-record.ts'
import { writeIndexFields } from './write.ts'

/** Stands among the migrations once it is done. Domain reads invisible characters otherwise since. */
const NAME = 'facts of shown text'

/** Rows a transaction. */
const BATCH = 1000

/**
 * Computes the facts anew of records that were stored before domain came to read their text otherwise:
 * those that hold more than plain ASCII. Records, versions and the trail stay as they are.
 */
export async function reindexRecords(db: Database): Promise<void> {
  const done = await db
    .selectFrom('schema_migration')
    .select('name')
    .where('name', '=', NAME)
    .executeTakeFirst()
  if (done) return
  await recomputeAll(db, BOOKING)
  await recomputeAll(db, PARTNER)
  await recomputeAll(db, USER)
  await db
    .insertInto('schema_migration')
    .values({ name: NAME, applied_at: new Date() })
    // another process did the same
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function recomputeAll<F extends { id: string }>(db: Database, kind: RecordKind<F>) {
  let after: string | undefined = ''
  while (after !== undefined) after = await recomputeSome(db, kind, after)
}

/** The last id of those computed anew; undefined after the last. */
function recomputeSome<F extends { id: string }>(
  db: Database,
  kind: RecordKind<F>,
  after: string,
): Promise<string | undefined> {
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
