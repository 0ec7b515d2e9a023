import type { Database } from '../database/connection.ts'
import { lockRows, type StoredRow } from '../record/write.ts'
import { elevationRequired } from '../super-admin/elevation.ts'
import { PARTNER } from './kind.ts'

interface Deletion {
  by: string
  /** Whether `by` holds a Super Admin grant. */
  superAdmin: boolean
}

/** Deletes a partner and records it; `undefined` when there is none. 403 without Super Admin (§6). */
export async function deletePartner(
  db: Database,
  id: string,
  { by, superAdmin }: Deletion,
): Promise<StoredRow | undefined> {
  if (!superAdmin) throw elevationRequired()
  return db.transaction().execute(async (trx) => {
    const [row] = await lockRows(trx, PARTNER, [id])
    if (!row) return undefined
    await trx.deleteFrom('partner').where('id', '=', id).execute()
    await trx
      .insertInto('activity')
      .values({
        by,
        kind: 'delete',
        subject: PARTNER.subject,
        subject_id: id,
        version: row.version,
        before: JSON.stringify(row.body),
        after: '{}',
      })
      .execute()
    return row
  })
}
