import type { Database } from '../database/connection.ts'
import { signIdToken } from './id-token.ts'
import { lockAdministrator } from './lock-administrator.ts'
import { replaceTokens, type SessionToken } from './session.ts'
import type { SigningKeys } from './signing-key.ts'

/** The tokens of a session after its person was re-authenticated. */
export interface NewTokens {
  idToken: string
  refreshToken: string
}

interface Dependencies {
  db: Database
  keys: SigningKeys
  /** The issuer of the tokens. */
  publicUrl: string
  now: () => Date
}

/** Adds the audit entry of what was done, as the last step of the transaction. */
export type RecordResult<T> = (trx: Database, result: T) => Promise<void>

/**
 * Does the work of a person who was re-authenticated, replaces the tokens of their session, and records the work, in
 * one transaction. Returns undefined, and undoes the work, if the session has ended or its tokens were replaced
 * already.
 */
export async function withNewTokens<T>(
  { db, keys, publicUrl, now }: Dependencies,
  token: SessionToken & { id: string },
  work: (trx: Database) => Promise<T>,
  record?: RecordResult<T>,
): Promise<{ result: T; tokens: NewTokens } | undefined> {
  // a server that cannot sign tokens must not take the present ones away
  await keys.current()
  const done = await db
    .transaction()
    .execute(async (trx) => {
      await lockAdministrator(trx, token.id)
      const result = await work(trx)
      const session = await replaceTokens(trx, token, now())
      if (!session) throw new SessionHasEnded()
      // last, because the end of a session also locks the session before the audit log
      await record?.(trx, result)
      return { result, session }
    })
    .catch((error: unknown) => {
      if (error instanceof SessionHasEnded) return undefined
      throw error
    })
  if (!done) return undefined
  const { result, session } = done
  const idToken = await signIdToken(keys, publicUrl, session, now())
  return { result, tokens: { idToken, refreshToken: session.refreshToken } }
}

/** Does work that leaves the tokens of the session as they are, and records it, in one transaction. */
export function withSameTokens<T>(
  db: Database,
  work: (trx: Database) => Promise<T>,
  record?: RecordResult<T>,
): Promise<{ result: T }> {
  return db.transaction().execute(async (trx) => {
    const result = await work(trx)
    await record?.(trx, result)
    return { result }
  })
}

class SessionHasEnded extends Error {}
