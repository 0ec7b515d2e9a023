import type { Database } from '../database/connection.ts'

/** Returns whether a second factor was shown or added in a session. */
export async function hasShownFactor(trx: Database, sessionId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('session')
    .select('showed_factor')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.showed_factor ?? false
}

/** Notes that a second factor was shown or added in a session. */
export async function noteFactor(trx: Database, sessionId: string): Promise<void> {
  await trx
    .updateTable('session')
    .set({ showed_factor: true })
    .where('id', '=', sessionId)
    .execute()
}
