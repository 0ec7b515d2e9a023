import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { cleanName } from './name.ts'

/** What a name with a personal number contains: 12 digits, perhaps in groups, or a PAN. */
const CANDIDATE = String.raw`\d{12}|\d{4}\W?_?\d{4}\W?_?\d{4}|[a-z]{5}\d{4}[a-z]`

/**
 * Masks the personal numbers in the names of documents that an earlier release stored. Runs at each start, because servers of
 * that release may still store some.
 */
export async function maskStoredNames(db: Database): Promise<void> {
  const rows = await db
    .selectFrom('document')
    .select(['id', 'name', 'type'])
    .where(sql<boolean>`name ~* ${CANDIDATE}`)
    .execute()
  for (const { id, name, type } of rows) {
    const masked = cleanName(name, type)
    if (masked !== name)
      await db.updateTable('document').set({ name: masked }).where('id', '=', id).execute()
  }
}
