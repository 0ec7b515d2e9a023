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
 * Completes the addition of a second factor. If it is the administrator's first one, notes it in the session and cancels the
 * additions that other sessions have begun. If a second factor is required, also ends these sessions, which the password alone
 * started. Records and returns how many it ended. If it is not the first one, throws unless a second factor was shown in the session.
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
  if (ended > 0) await recordAccount(trx, 'endSessions', account, { after: { sessions: ended } })
  return ended
}
