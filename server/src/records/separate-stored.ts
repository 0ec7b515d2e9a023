import { HANDOVER_HOURS } from '../database/migrate.ts'
import { separatePersonalValues } from '@mandap/domain/partner/personal-record.ts'
import { HOUR } from '@mandap/domain/time/days.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { RecordKind } from './kind.ts'
import { storePersonalValues } from './personal-values.ts'

/** Stored among the migrations when all records are separated. */
const DONE = 'personal values'

/** Stored when the records that earlier releases wrote after that are separated. */
const DONE_AGAIN = 'personal values of earlier releases'

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
 * Masks the personal values in records that an earlier release stored, and stores the true ones encrypted. Runs at each
 * start until a day after it first succeeded, and once later, for what servers of an earlier release stored in that day. Can be
 * interrupted, and continues at the next start. Changes no version, and adds no audit entry.
 */
export async function separateStoredValues(db: Database, now = new Date()): Promise<void> {
  const done = await db
    .selectFrom('schema_migration')
    .select(['name', 'applied_at'])
    .where('name', 'in', [DONE, DONE_AGAIN])
    .execute()
  if (done.some(({ name }) => name === DONE_AGAIN)) return
  for (const { table, subject } of TABLES) {
    let after: string | undefined = ''
    while (after !== undefined) after = await separateBatch(db, table, subject, after)
  }
  const [first] = done
  const isOver = first
    ? now.getTime() - first.applied_at.getTime() > HANDOVER_HOURS * HOUR
    : await isEmpty(db)
  await db
    .insertInto('schema_migration')
    .values({ name: isOver ? DONE_AGAIN : DONE, applied_at: now })
    // another process may have done the same
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

// no earlier release serves a database that this one created
async function isEmpty(db: Database): Promise<boolean> {
  for (const { table } of TABLES) {
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
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
