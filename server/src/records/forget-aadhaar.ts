import { withoutAadhaar } from '@mandap/domain/partner/personal-record.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { keysOf } from '../database/encryption-keys.ts'
import { decryptedValue, storePersonalValues } from './personal-values.ts'

/** Rows per statement. */
const BATCH = 1000

/**
 * Deletes the whole Aadhaar numbers that were stored before `AADHAAR=last4`, also those in longer texts. Can be
 * interrupted, and continues at the next start.
 */
export async function forgetAadhaar(db: Database): Promise<void> {
  if (keysOf(db).keepsAadhaar) return
  for (let deleted = BATCH; deleted === BATCH; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from personal_value where ctid = any(array(
        select ctid from personal_value where kind = 'aadhaar' limit ${BATCH}))`.execute(db)
    deleted = Number(numAffectedRows)
  }
  let after: Place | undefined = { subject: '', record_id: '', path: '' }
  while (after !== undefined) after = await forgetInTexts(db, after)
}

interface Place {
  subject: string
  record_id: string
  path: string
}

/** Replaces the next texts. Returns the place of the last one; undefined at the end. */
function forgetInTexts(db: Database, after: Place): Promise<Place | undefined> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('personal_value')
      .selectAll()
      .where('kind', '=', 'text')
      .where(
        sql<boolean>`(subject, record_id, path) > (${after.subject}, ${after.record_id}, ${after.path})`,
      )
      .orderBy('subject')
      .orderBy('record_id')
      .orderBy('path')
      .limit(BATCH)
      .forUpdate()
      .execute()
    for (const row of rows) {
      const value = await decryptedValue(trx, row)
      const given = { path: row.path, kind: row.kind, value }
      const [kept] = withoutAadhaar([given])
      if (kept && kept.value !== value)
        await storePersonalValues(trx, row.subject, [{ id: row.record_id, values: [kept] }])
    }
    return rows.at(-1)
  })
}
