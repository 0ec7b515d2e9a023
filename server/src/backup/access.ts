import { COMMAND_LINE } from '@mandap/domain/audit/actor.ts'
import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'
import { SHORT_LIVED_TABLES } from './content.ts'

/**
 * Ends the sessions, links and codes of a database that was set back to an earlier time, because some of them had ended
 * after that time, and records that in the audit log. Not needed for a restored backup, which has none.
 */
export function endAccess(db: Database): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('session')
      .set({ ended_at: new Date(), end_reason: 'the database was set back to an earlier time' })
      .where('ended_at', 'is', null)
      .execute()
    // a hosted sign-in whose row is missing would open a session again
    for (const table of SHORT_LIVED_TABLES)
      if (table !== 'session') await trx.deleteFrom(table).execute()
    await appendAuditEntries(trx, {
      by: COMMAND_LINE,
      kind: 'endAccess',
      subject: 'server',
      subjectId: 'access',
      subjectName: 'Sessions, links and codes',
    })
  })
}

/** Returns how many administrators are not disabled. */
export async function activeAdministrators(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('administrator')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
