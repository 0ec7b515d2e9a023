import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../http/route.ts'
import { scheduleCleanup } from '../http/schedule-cleanup.ts'
import { deleteOldAttempts } from '../rate-limit/rate-limit.ts'
import { deleteOldSessions } from './cleanup.ts'
import { guardRoutes, type SessionDependencies } from './guard.ts'
import { refusal } from './refusal.ts'
import { signOut } from './session.ts'
import { storageKey } from './storage-key.ts'
import { tokenReader } from './token-reader.ts'

/** Requires a session on every route that is not public, and registers the calls of the session itself. */
export function registerSession(app: FastifyInstance, dependencies: SessionDependencies): void {
  const { db, now = () => new Date() } = dependencies
  const readToken = tokenReader(dependencies, now)
  guardRoutes(app, dependencies, readToken)

  registerRoute(app, 'GET /session', async ({ administrator }) => {
    const { tokenSerial: _, ...signedInAs } = administrator
    return signedInAs
  })

  registerRoute(app, 'GET /session/storage-key', async ({ administrator }) => {
    const key = await storageKey(db, administrator.id)
    return { data: { key: key.toString('base64') } }
  })

  // an inactive tab may sign out with an expired token, so this route checks the token itself
  app.post('/session/end', { config: { public: true } }, async (request, reply) => {
    const token = await readToken(request)
    if (token?.state !== 'genuine' && token?.state !== 'expired') throw refusal(token)
    if (token.state === 'genuine') {
      const bearer = await token.readSession()
      if (bearer.state === 'notAdministrator') throw refusal(bearer)
    }
    await signOut(db, token.sessionId, now())
    return reply.code(204).send()
  })

  scheduleCleanup(app, 'sessions', () => deleteOldSessions(db, now()))
  scheduleCleanup(app, 'attempts', () => deleteOldAttempts(db, now()), 1)
}
