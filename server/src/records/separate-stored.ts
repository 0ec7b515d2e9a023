import { separatePersonalValues } from '@mandap/domain/partner/personal-record.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { RecordKind } from './kind.ts'
import { storePersonalValues } from './personal-values.ts'

/** Stored among the migrations when all records are separated. */
const DONE = 'personal values'

/** The tables with records, and the subject under which their true values are stored. */
const TABLES: readonly { table: string; subject: RecordKind['subject'] }[] = [
  { table: 'booking', subject: 'booking' },
  { table: 'partner', subject: 'partner' },
  { table: 'deleted_partner', subject: 'partner' },
  { table: 'app_user', subject: 'user' },
  { table: 'temp_partner', subject: 'tempPartner' },
]

/** What a record with a personal value contains: a part of a field's name, an Aadhaar number, a PAN or an IFSC code. */
const CANDIDATE = String.raw`aad|adh|pan|acc|a[\W_]?c[\W_]{0,2}n|savings|bank|card|iban|\d{12}|\d{4}(\W|\\[a-z])\d{4}(\W|\\[a-z])\d{4}|[a-z]{5}\d{4}[a-z]|[a-z]{4}0[a-z\d]{6}`

/** Rows per transaction. */
const BATCH = 1000

/**
 * Masks the personal values in records that an earlier release stored, and stores the true ones encrypted. Runs once per
 * database; can be interrupted, and continues at the next start. Changes no version, and adds no audit entry.
 */
export async function separateStoredValues(db: Database): Promise<void> {
  const done = await db
    .selectFrom('schema_migration')
    .select('name')
    .where('name', '=', DONE)
    .executeTakeFirst()
  if (done) return
  for (const { table, subject } of TABLES) {
    let after: string | undefined = ''
    while (after !== undefined) after = await separateBatch(db, table, subject, after)
  }
  await db
    .insertInto('schema_migration')
    .values({ name: DONE, applied_at: new Date() })
    // another process may have done the same
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Separates the values of the next records. Returns the last id; undefined at the end. */
function separateBatch(
  db: Database,
  table: string,
  subject: RecordKind['subject'],
  after: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; body: JsonObject }>`
      select id, body from ${sql.table(table)}
      where id > ${after} and body::text ~* ${CANDIDATE}
      order by id limit ${BATCH} for update`.execute(trx)
    const separated = rows
      .map(({ id, body }) => ({ id, ...separatePersonalValues(body) }))
      .filter(({ values }) => values.length > 0)
    if (separated.length > 0) {
      const bodies = separated.map(({ id, masked: body }) => ({ id, body }))
      await sql`
        update ${sql.table(table)} as stored set body = separated.body
        from json_to_recordset(${JSON.stringify(bodies)}::json) as separated(id text, body jsonb)
        where stored.id = separated.id`.execute(trx)
      await storePersonalValues(trx, subject, separated)
    }
    return rows.at(-1)?.id
  })
}
