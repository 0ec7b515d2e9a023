import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/connection.ts'
import { ID_TOKEN_SECONDS } from './id-token.ts'

/** Milliseconds between two writes of the last use: as often as a session of the embedded service renews its token. */
const STORED_EVERY_MS = ID_TOKEN_SECONDS * 1000

/** Maximum number of sessions whose stored use is remembered. */
const MAX_SESSIONS = 10_000

/**
 * Returns a function that stores that a session of a hosted sign-in is in use, because the identity service renews its
 * tokens elsewhere. Each process stores it at most every 15 minutes. A failure is logged: the next use is stored again.
 */
export function storeUses(db: Database, now: () => Date) {
  const stored = new Map<string, number>()

  return async (sessionId: string, log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> => {
    const at = now().getTime()
    const age = at - (stored.get(sessionId) ?? Number.NEGATIVE_INFINITY)
    // negative after the clock was set back
    if (age >= 0 && age < STORED_EVERY_MS) return
    if (stored.size >= MAX_SESSIONS) stored.clear()
    stored.set(sessionId, at)
    try {
      await db
        .updateTable('session')
        .set({ refreshed_at: new Date(at) })
        .where('id', '=', sessionId)
        // another process may have stored a later one
        .where('refreshed_at', '<', new Date(at))
        .execute()
    } catch (error) {
      stored.delete(sessionId)
      log.warn({ err: error }, 'The last use of a session could not be stored.')
    }
  }
}
