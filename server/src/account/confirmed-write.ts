import { isRecentSignIn, RECENT_SIGN_IN_REQUIRED } from '@mandap/domain/session/recent-sign-in.ts'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import type { SignedIn } from '../session/bearer.ts'
import { sessionExpired } from '../session/refusal.ts'
import {
  type NewTokens,
  type RecordResult,
  withNewTokens,
  withSameTokens,
} from '../session/new-tokens.ts'
import type { SigningKeys } from '../session/signing-key.ts'
import type { Limits } from '../config/attempt-limits.ts'
import { checkCurrentPassword } from './current-password.ts'

/** What a call sends to re-authenticate the person. */
interface Proof {
  currentPassword?: string
}

interface Work<T> {
  work: (trx: Database) => Promise<T>
  record: RecordResult<T>
  /** The present session has no tokens after its end. */
  endsOwnSession?: boolean
}

/**
 * Writes and records in a transaction for an administrator who was re-authenticated: a stolen session alone must not
 * end the others. Returns new tokens if they replace those of the session. Throws an `HttpError` without a proof.
 */
export type ConfirmedWrite = <T>(
  administrator: SignedIn,
  proof: Proof,
  work: Work<T>,
) => Promise<{ result: T; tokens?: NewTokens }>

interface Dependencies {
  db: Database
  keys: SigningKeys
  publicUrl: string
  limits: Limits
  now: () => Date
}

/** Confirms the person by a recent sign-in, or else by the password, which also replaces the tokens of the session. */
export function confirmedByPassword(dependencies: Dependencies): ConfirmedWrite {
  const { db, now } = dependencies
  return async (administrator, proof, { work, record, endsOwnSession = false }) => {
    const isRecent = await hasSignedInRecently(db, administrator, now())
    if (!isRecent) await checkCurrentPassword(dependencies, administrator, proof, now())
    if (isRecent || endsOwnSession) return withSameTokens(db, work, record)
    const done = await withNewTokens(dependencies, administrator, work, record)
    if (!done) throw sessionExpired()
    return done
  }
}

/** Confirms the person by a recent sign-in alone, because the identity service has the password. */
export function confirmedBySignIn({ db, now }: Pick<Dependencies, 'db' | 'now'>): ConfirmedWrite {
  return async (administrator, _proof, { work, record }) => {
    if (!(await hasSignedInRecently(db, administrator, now())))
      throw new HttpError(400, 'RECENT_SIGN_IN_REQUIRED', RECENT_SIGN_IN_REQUIRED)
    return withSameTokens(db, work, record)
  }
}

async function hasSignedInRecently(
  db: Database,
  { sessionId }: SignedIn,
  now: Date,
): Promise<boolean> {
  const { signed_in_at } = await db
    .selectFrom('session')
    .select('signed_in_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return isRecentSignIn(signed_in_at.getTime(), now.getTime())
}
