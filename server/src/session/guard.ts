import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import { scheduleCleanup } from '../http/schedule-cleanup.ts'
import { envelope } from '../http/http-error.ts'
import type { Bearer, SignedIn } from './bearer.ts'
import { firebaseSession } from './firebase-session.ts'
import { type FirebaseProject, firebaseTokens } from './firebase-token.ts'
import { readIdToken } from './id-token.ts'
import { deleteOldAttempts } from '../rate-limit/rate-limit.ts'
import { endSession, liveSession } from './session.ts'
import { signingKeys } from './signing-key.ts'
import { deleteOldSessions } from './cleanup.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers without a session. All other routes require one. */
    public?: boolean
  }
  interface FastifyRequest {
    /** Set on every route that is not public. Reading it on a public route throws. */
    administrator: SignedIn
  }
}

export interface SessionDependencies {
  db: Database
  /** The accepted tokens: those of our own service at `publicUrl`, or those of a Firebase project. */
  identity: { kind: 'embedded'; publicUrl: string } | ({ kind: 'firebase' } & FirebaseProject)
  now?: () => Date
}

/**
 * Requires a session on every route except those with `config: { public: true }`, and registers `GET
 * /session` (who is signed in) and `POST /session/end` (sign out).
 */
export function registerSession(app: FastifyInstance, dependencies: SessionDependencies): void {
  const { db, now = () => new Date() } = dependencies
  const read = bearerReader(dependencies, now)
  const signedIn = new WeakMap<FastifyRequest, SignedIn>()

  app.decorateRequest('administrator', {
    getter() {
      const administrator = signedIn.get(this)
      if (!administrator) throw new Error('A public route has no administrator.')
      return administrator
    },
  })

  app.addHook('onRequest', async (request, reply) => {
    // without a route there is nothing to protect
    if (request.is404 || request.routeOptions.config.public) return undefined
    const token = bearerToken(request)
    const bearer = token ? await read(token) : undefined
    if (bearer?.state !== 'signedIn') return refuse(reply, bearer)
    signedIn.set(request, bearer.administrator)
    return undefined
  })

  app.get('/session', async ({ administrator }) => administrator)

  // an inactive tab may sign out with an expired token, so this route checks the token itself
  app.post('/session/end', { config: { public: true } }, async (request, reply) => {
    const token = bearerToken(request)
    const bearer = token ? await read(token) : undefined
    if (bearer?.state === 'signedIn')
      await endSession(db, bearer.administrator.sessionId, 'signed out', now())
    else if (bearer?.state === 'expired')
      await endSession(db, bearer.sessionId, 'signed out', now())
    else if (bearer?.state !== 'ended') return refuse(reply, bearer)
    return reply.code(204).send()
  })

  scheduleCleanup(app, () => deleteOldSessions(db, now()))
  scheduleCleanup(app, () => deleteOldAttempts(db, now()), 1)
}

/** Makes every route of `scope` public, including those of its plugins. */
export function makeRoutesPublic(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, public: true }
  })
}

function bearerReader({ db, identity }: SessionDependencies, now: () => Date) {
  if (identity.kind === 'firebase') {
    const readToken = firebaseTokens(identity)
    return async (token: string) => firebaseSession(db, await readToken(token, now()), now())
  }
  const keys = signingKeys(db, now)
  return async (token: string): Promise<Bearer> => {
    const reading = await readIdToken(keys, identity.publicUrl, token, now())
    if (reading.state !== 'valid') return reading
    // read on each request, so that signing out, a reset and disabling take effect at once
    const administrator = await liveSession(db, reading.sessionId, now())
    return administrator ? { state: 'signedIn', administrator } : { state: 'ended' }
  }
}

function bearerToken({ headers: { authorization } }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
}

function refuse(reply: FastifyReply, bearer: Bearer | undefined) {
  const { status, code, message } = refusal(bearer)
  if (bearer?.state === 'unreachable')
    reply.log.error({ err: bearer.cause }, "The identity service's keys could not be fetched.")
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(status).send(envelope(code, message))
}

function refusal(bearer: Bearer | undefined) {
  switch (bearer?.state) {
    case 'expired':
    case 'ended':
      return {
        status: 401,
        code: 'SESSION_EXPIRED',
        message: 'Your session has ended. Sign in again.',
      }
    case 'stranger':
      return { status: 403, code: 'NOT_AN_ADMINISTRATOR', message: bearer.why }
    case 'unreachable':
      return {
        status: 503,
        code: 'IDENTITY_UNREACHABLE',
        message: 'The sign-in service does not answer. Try again in a minute.',
      }
    default:
      return { status: 401, code: 'SIGN_IN_REQUIRED', message: 'Sign in to continue.' }
  }
}
