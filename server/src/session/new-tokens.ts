import type { Database } from '../database/connection.ts'
import { signIdToken } from './id-token.ts'
import { replaceTokens, type SessionToken } from './session.ts'
import type { SigningKeys } from './signing-key.ts'

/** The tokens of a session after its person has proved again who they are. */
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

/**
 * Does the work of a person who has proved again who they are, and replaces the tokens of their session in the same
 * transaction. Returns undefined, and undoes the work, if the session has ended or its tokens were replaced already.
 */
export async function withNewTokens<T>(
  { db, keys, publicUrl, now }: Dependencies,
  token: SessionToken,
  work: (trx: Database) => Promise<T>,
): Promise<{ result: T; tokens: NewTokens } | undefined> {
  // a server that cannot sign tokens must not take the present ones away
  await keys.current()
  const done = await db
    .transaction()
    .execute(async (trx) => {
      const result = await work(trx)
      const session = await replaceTokens(trx, token, now())
      if (!session) throw new SessionHasEnded()
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

class SessionHasEnded extends Error {}
