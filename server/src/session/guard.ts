import { POSITION_HEADER } from '@mandap/contract/position.ts'
import { VIEWER_REFUSED } from '@mandap/domain/session/role.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import { type OneRows, readRow, readRows, readRowsAfter, type Values } from '../database/one-row.ts'
import type { Replica } from '../database/replica.ts'
import { type Position, positionFrom } from '../database/replica-position.ts'
import { workAfterAnswers } from '../http/after-answer.ts'
import { bearerToken } from '../http/bearer-token.ts'
import { errorBody } from '../http/errors.ts'
import { JSON_TYPE } from '../http/route.ts'
import { scheduleCleanup } from '../http/schedule-cleanup.ts'
import { HttpError } from '../http/http-error.ts'
import type { CallLimit, CountedCall } from './call-limit.ts'
import type { Bearer, GenuineToken, InvalidToken, SignedIn } from './bearer.ts'
import { type FirstRequest, firebaseSession, firebaseSessionQuery } from './firebase-session.ts'
import { type FirebaseProject, firebaseTokens } from './firebase-token.ts'
import { idTokenReader } from './id-token.ts'
import { countedAddress, deleteOldAttempts } from '../rate-limit/rate-limit.ts'
import { signOut, liveSession } from './session.ts'
import { storeUses } from './session-use.ts'
import { signingKeys } from './signing-key.ts'
import { deleteOldSessions } from './cleanup.ts'
import { storeWritePosition, storeWritePositionStart, writePositionOf } from './write-position.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers without a session. All other routes require one. */
    public?: boolean
    /** Viewers may use the route. They may use no other one, except those that are public. */
    viewers?: boolean
    /** The handler checks the session, by `readInSession` or `requireSession`. Otherwise its answer is not sent. */
    checksSession?: boolean
    /** Calls of the route count for the limits of their session, not for those of the administrator. */
    countedBySession?: boolean
  }
  interface FastifyRequest {
    /** Set on every route that is not public, once the session is checked. Reading it before that throws. */
    administrator: SignedIn
    /** Checks the session and reads rows, in one statement. Throws an `HttpError` if the session has ended. */
    readInSession: <R extends OneRows>(queries: R) => Promise<Values<R>>
    /** Checks the session. Throws an `HttpError` if it has ended. */
    requireSession: () => Promise<SignedIn>
    /**
     * Checks the session and reads a list, search or count: on a replica, if there is one that has all that the person
     * has written or has received events about.
     */
    readList: <T>(work: (db: Database) => Promise<T>) => Promise<T>
    /** The same for rows, in one statement. */
    readListRows: <R extends OneRows>(queries: R) => Promise<Values<R>>
  }
}

export interface SessionDependencies {
  db: Database
  /** The accepted tokens: those of our own service at `publicUrl`, or those of a Firebase project. */
  identity: { kind: 'embedded'; publicUrl: string } | ({ kind: 'firebase' } & FirebaseProject)
  /** Accepts no session of an administrator without a second factor. */
  requiresFactor?: boolean
  /** Counts the calls of each administrator. */
  callLimit?: CallLimit
  /** Answers reads of lists. Without it, the primary does. */
  replica?: Replica | undefined
  now?: () => Date
}

/**
 * Requires a session on every route except those with `config: { public: true }`, and registers `GET
 * /session` (who is signed in) and `POST /session/end` (sign out). The session is read on each request, so that
 * signing out, a reset, disabling and another role take effect at once. Viewers are refused on every route that is not
 * declared for them.
 */
export function registerSession(app: FastifyInstance, dependencies: SessionDependencies): void {
  const { db, callLimit, replica, now = () => new Date() } = dependencies
  const counted = new WeakMap<FastifyRequest, CountedCall>()
  const read = tokenReader(dependencies, now)
  const later = workAfterAnswers(app)
  // a renewal at the embedded service stores the last use
  const storeUse = dependencies.identity.kind === 'firebase' ? storeUses(db, now) : undefined
  const signedIn = new WeakMap<FastifyRequest, SignedIn>()
  const unchecked = new WeakMap<FastifyRequest, GenuineToken>()

  app.decorateRequest('administrator', {
    getter() {
      const administrator = signedIn.get(this)
      if (!administrator) throw new Error('The session of this request is not checked.')
      return administrator
    },
  })

  app.decorateRequest('requireSession', async function requireSession() {
    const token = unchecked.get(this)
    unchecked.delete(this)
    if (token) await openSession(this, token)
    return this.administrator
  })

  app.decorateRequest('readInSession', async function readInSession(queries) {
    const token = unchecked.get(this)
    if (token?.live) {
      const result = await readRowsAfter(db, token.live, queries)
      if (result?.first) {
        unchecked.delete(this)
        admit(this, result.first)
        return result.values
      }
    }
    // says why there is no session, or creates that of a hosted sign-in
    await this.requireSession()
    return readEach(db, queries)
  })

  app.decorateRequest('readList', async function readList(work) {
    if (!replica) {
      await this.requireSession()
      return work(db)
    }
    const received = positionFrom(String(this.headers[POSITION_HEADER])) ?? 0n
    return replica.read({ received, work, confirm: () => confirmSession(this) })
  })

  app.decorateRequest('readListRows', function readListRows(queries) {
    return replica ? this.readList((from) => readRows(from, queries)) : this.readInSession(queries)
  })

  /** Checks the session, and returns the position that contains the person's last write. */
  async function confirmSession(request: FastifyRequest): Promise<Position> {
    const sessionId = unchecked.get(request)?.sessionId ?? request.administrator.sessionId
    const { written } = await request.readInSession({ written: writePositionOf(sessionId) })
    if (written.isLost) await storeWritePositionStart(db)
    return written.position
  }

  async function openSession(request: FastifyRequest, token: GenuineToken) {
    const bearer = await token.readSession()
    if (bearer.state !== 'signedIn') {
      const call = counted.get(request)
      if (call) callLimit?.takeBack(token.sessionId, call)
      throw refusal(bearer)
    }
    admit(request, bearer.administrator)
  }

  function admit(request: FastifyRequest, administrator: SignedIn) {
    const { viewers, checksSession, countedBySession } = request.routeOptions.config
    const isRefused = administrator.role === 'viewer' && !viewers
    // the log names a person who is refused before the handler
    if (!isRefused || !checksSession) signedIn.set(request, administrator)
    if (isRefused) throw new HttpError(403, 'ROLE_REQUIRED', VIEWER_REFUSED)
    if (storeUse) later(storeUse(administrator.sessionId, request.log))
    if (!countedBySession && !counted.has(request))
      callLimit?.countFirst(administrator, request.method === 'GET')
  }

  app.addHook('onRequest', async (request) => {
    // without a route there is nothing to protect
    if (request.is404 || request.routeOptions.config.public) return
    const text = bearerToken(request)
    const token = text ? await read(text, firstRequest(request)) : undefined
    if (token?.state !== 'genuine') throw refusal(token)
    const { checksSession, countedBySession } = request.routeOptions.config
    const isRead = request.method === 'GET'
    if (countedBySession) callLimit?.countForSession(token.sessionId, isRead)
    const call = countedBySession ? undefined : callLimit?.countEarly(token.sessionId, isRead)
    if (call) counted.set(request, call)
    if (checksSession) unchecked.set(request, token)
    else await openSession(request, token)
  })

  // an answer for which nothing was read, such as that to an invalid query, needs a session too
  app.addHook('onSend', async (request, reply, payload) => {
    if (!unchecked.has(request)) return payload
    try {
      await request.requireSession()
      return payload
    } catch (error) {
      // the error handler may have run already, and does not run twice
      return JSON.stringify(errorBody(request, reply.type(JSON_TYPE), error))
    }
  })

  if (replica)
    app.addHook('onSend', async (request, reply, payload) => {
      const administrator = request.method === 'GET' ? undefined : signedIn.get(request)
      if (administrator && reply.statusCode < 400) await storeWritePosition(db, administrator.id)
      return payload
    })

  const ownSession = { config: { viewers: true, countedBySession: true } }
  app.get('/session', ownSession, async ({ administrator }) => {
    const { tokenSerial: _, ...signedInAs } = administrator
    return signedInAs
  })

  // an inactive tab may sign out with an expired token, so this route checks the token itself
  app.post('/session/end', { config: { public: true } }, async (request, reply) => {
    const text = bearerToken(request)
    const token = text ? await read(text, firstRequest(request)) : undefined
    if (token?.state !== 'genuine' && token?.state !== 'expired') throw refusal(token)
    if (token.state === 'genuine') {
      const bearer = await token.readSession()
      if (bearer.state === 'notAdministrator') throw refusal(bearer)
    }
    await signOut(db, token.sessionId, now())
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

/** Returns a function that verifies a bearer token without reading the database. */
function tokenReader({ db, identity, requiresFactor }: SessionDependencies, now: () => Date) {
  if (identity.kind === 'firebase') {
    const readToken = firebaseTokens(identity)
    return async (text: string, from: FirstRequest): Promise<GenuineToken | InvalidToken> => {
      const reading = await readToken(text, now())
      if (reading.state === 'expired')
        return { state: 'expired', sessionId: reading.user.sessionId }
      if (reading.state !== 'valid') return reading
      const { user } = reading
      const { sessionId } = user
      return {
        state: 'genuine',
        sessionId,
        live:
          requiresFactor && !user.hasSecondFactor ? undefined : firebaseSessionQuery(user, now()),
        readSession: () => firebaseSession(db, user, from, now(), requiresFactor),
      }
    }
  }
  const readToken = idTokenReader(signingKeys(db, now), identity.publicUrl)
  return async (text: string): Promise<GenuineToken | InvalidToken> => {
    const reading = await readToken(text, now())
    if (reading.state !== 'valid') return reading
    const { sessionId } = reading
    const live = liveSession(reading, now(), requiresFactor)
    return {
      state: 'genuine',
      sessionId,
      live,
      async readSession() {
        const administrator = await readRow(db, live)
        return administrator ? { state: 'signedIn', administrator } : { state: 'ended' }
      },
    }
  }
}

async function readEach<R extends OneRows>(db: Database, queries: R): Promise<Values<R>> {
  const values = await Promise.all(
    Object.entries(queries).map(async ([name, query]) => [name, await readRow(db, query)]),
  )
  return Object.fromEntries(values)
}

function firstRequest({ ip, headers }: FastifyRequest): FirstRequest {
  return { address: countedAddress(ip), userAgent: headers['user-agent'] }
}

/** Returns the error that answers a request whose session has ended. */
export function sessionExpired(): HttpError {
  return new HttpError(401, 'SESSION_EXPIRED', 'Your session has ended. Sign in again.')
}

/** Returns the error that answers a request without a session. */
function refusal(bearer: Exclude<Bearer, { state: 'signedIn' }> | undefined): HttpError {
  switch (bearer?.state) {
    case 'expired':
    case 'ended':
      return sessionExpired()
    case 'notAdministrator':
      return new HttpError(403, 'NOT_AN_ADMINISTRATOR', bearer.why)
    case 'unreachable':
      return Object.assign(
        new HttpError(
          503,
          'IDENTITY_UNREACHABLE',
          'The sign-in service does not answer. Try again in a minute.',
        ),
        { cause: bearer.cause },
      )
    default:
      return new HttpError(401, 'SIGN_IN_REQUIRED', 'Sign in to continue.')
  }
}
