import type { Database } from '../database/connection.ts'

/**
 * Locks the row of an administrator until the transaction ends, before it changes several rows of this administrator, such as
 * sessions, second factors or OTP challenges. Two such transactions then run one after the other, instead of locking these
 * rows in different orders.
 */
export async function lockAdministrator(trx: Database, administratorId: string): Promise<void> {
  await trx
    .selectFrom('administrator')
    .select('id')
    .where('id', '=', administratorId)
    .forNoKeyUpdate()
    .execute()
}
