import { endOtherSessions } from '../account/sessions.ts'
import type { Database } from '../database/connection.ts'
import { endEnrolments } from '../second-factor/app.ts'
import { countFactors, findFactors } from '../second-factor/factors.ts'
import { endPasskeyAdditions } from '../second-factor/passkey-challenge.ts'
import { recordAccount } from '../session/audit-entry.ts'
import { hasShownFactor, noteFactor } from '../session/shown-factor.ts'
import type { Identity } from './identity-call.ts'
import { IdentityError } from './identity-error.ts'
import type { Account } from './own-account.ts'

/**
 * Does what follows a second factor that has just been added. After the first one of the administrator, it notes it in the session,
 * ends what other sessions have begun to add and, if one is required, ends these sessions, which the password alone started. Records
 * and returns how many it ended. Throws after another one if the session has not shown the first, which was added in between.
 */
export async function afterFirstFactor(
  { secondFactor, now }: Identity,
  trx: Database,
  account: Account,
): Promise<number> {
  const factors = await findFactors(trx, account.id)
  if (factors && countFactors(factors) > 1) {
    if (await hasShownFactor(trx, account.sessionId)) return 0
    throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  }
  await noteFactor(trx, account.sessionId)
  await endEnrolments(trx, account.id)
  await endPasskeyAdditions(trx, account.id)
  if (secondFactor !== 'required') return 0
  const ended = await endOtherSessions(trx, account, now(), 'the first second factor was added')
  if (ended > 0) await recordAccount(trx, 'endSessions', account, { sessions: ended })
  return ended
}
