import type { Database } from '../database/connection.ts'
import {
  consumeAttempt,
  countAttempt,
  type AttemptCounter,
  secondsToWait,
} from '../rate-limit/rate-limit.ts'
import { findBySignInEmail, foldEmail } from '../session/administrator.ts'
import { recordAccount } from '../session/audit-entry.ts'
import type { Identity } from './identity-call.ts'

/**
 * Adds a wrong password of an administrator to the audit log: the first, the tenth, the hundredth and so on within an
 * hour, so that an attack does not fill the log. An unknown e-mail address is not recorded.
 */
export function recordFailedSignIn(
  identity: Identity,
  email: string,
  address: string,
): Promise<void> {
  return recordFailure(identity, 'failSignIn', email, address)
}

/** Adds a wrong code of the second factor to the audit log, as often as a wrong password. */
export function recordFailedFactor(
  identity: Identity,
  email: string,
  address: string,
): Promise<void> {
  return recordFailure(identity, 'failFactor', email, address)
}

function recordFailure(
  identity: Identity,
  kind: Failure,
  email: string,
  address: string,
): Promise<void> {
  return recording(identity, email, async (trx, administrator) => {
    const counter = failuresOf(kind, email)
    const attempts = await countAttempt(trx, identity.limits, counter, identity.now())
    if (attempts === null || !/^10*$/.test(String(attempts))) return
    await recordAccount(trx, kind, administrator, { after: { attempts, address } })
  })
}

/** The counters of an address alone, which attempts for other accounts can fill. */
const BY_ADDRESS: readonly AttemptCounter['limit'][] = ['signInByAddress', 'factorByAddress']

/**
 * Adds to the audit log, once in 15 minutes, that an administrator's sign-in reached a limit of the account. `counters` are those
 * that refused it.
 */
export function recordLockOut(
  identity: Identity,
  email: string,
  address: string,
  counters: readonly AttemptCounter[],
): Promise<void> {
  const counter = { limit: 'lockOutByAccount', subject: foldEmail(email) } as const
  const ofAccount = counters.filter(({ limit }) => !BY_ADDRESS.includes(limit))
  return recording(identity, email, async (trx, administrator) => {
    if ((await secondsToWait(trx, identity.limits, ofAccount, identity.now())) === 0) return
    const isFirst = (await consumeAttempt(trx, identity.limits, [counter], identity.now())) === 0
    if (isFirst) await recordAccount(trx, 'lockOut', administrator, { after: { address } })
  })
}

/** A wrong password, or a wrong code of the second factor. */
type Failure = 'failSignIn' | 'failFactor'

/** Returns the counter of the failures of an account. A right password, or a right code, resets it. */
export function failuresOf(kind: Failure, email: string): AttemptCounter {
  const limit = kind === 'failSignIn' ? 'failedSignInByAccount' : 'failedFactorByAccount'
  return { limit, subject: foldEmail(email) }
}

type Administrator = NonNullable<Awaited<ReturnType<typeof findBySignInEmail>>>

/** Records in a transaction, if the administrator exists. A failure is logged, because the answer was sent before. */
async function recording(
  { db, log }: Identity,
  email: string,
  record: (trx: Database, administrator: Administrator) => Promise<void>,
): Promise<void> {
  try {
    const administrator = await findBySignInEmail(db, email)
    if (administrator) await db.transaction().execute((trx) => record(trx, administrator))
  } catch (error) {
    log.error({ err: error }, 'A refused sign-in could not be recorded.')
  }
}
