import { endOtherSessions } from '../account/sessions.ts'
import type { Database } from '../database/connection.ts'
import { endEnrolments } from '../second-factor/app.ts'
import { countFactors, findFactors } from '../second-factor/factors.ts'
import { endPasskeyAdditions } from '../second-factor/passkey-challenge.ts'
import { recordAccount } from '../session/audit-entry.ts'
import { noteFactor } from '../session/session.ts'
import type { Identity } from './identity-call.ts'
import type { Account } from './own-account.ts'

/**
 * Does what follows the first second factor of an administrator, which has just been added: notes it in the session and, if one
 * is required, ends the other sessions, which the password alone started. Records and returns how many it ended.
 */
export async function afterFirstFactor(
  { secondFactor, now }: Identity,
  trx: Database,
  account: Account,
): Promise<number> {
  const factors = await findFactors(trx, account.id)
  if (!factors || countFactors(factors) > 1) return 0
  await noteFactor(trx, account.sessionId)
  if (secondFactor !== 'required') return 0
  const ended = await endOtherSessions(trx, account, now(), 'the first second factor was added')
  // another session may have begun to add a factor
  await endEnrolments(trx, account.id)
  await endPasskeyAdditions(trx, account.id)
  if (ended > 0) await recordAccount(trx, 'endSessions', account, { sessions: ended })
  return ended
}
