import { POSITION_HEADER } from '@mandap/contract/position.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import { type OneRows, readRows, type Values } from '../database/one-row.ts'
import type { Replica } from '../database/replica.ts'
import { type Position, positionFrom } from '../database/replica-position.ts'
import { workAfterAnswers } from '../http/after-answer.ts'
import { errorBody } from '../http/errors.ts'
import { JSON_TYPE } from '../http/route.ts'
import type { SignedIn } from './bearer.ts'
import type { CallLimit } from './call-limit.ts'
import { refusal } from './refusal.ts'
import { type RequestSessions, requestSessions } from './request-session.ts'
import { storeUses } from './session-use.ts'
import type { TokenDependencies, TokenReader } from './token-reader.ts'
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

export interface SessionDependencies extends TokenDependencies {
  /** Counts the calls of each administrator. */
  callLimit?: CallLimit
  /** Answers reads of lists. Without it, the primary does. */
  replica?: Replica | undefined
  now?: () => Date
}

/**
 * Requires a session on every route except those with `config: { public: true }`. The session is read on each request, so
 * that signing out, a reset, disabling and another role take effect at once. Viewers are refused on every route that is
 * not declared for them.
 */
export function guardRoutes(
  app: FastifyInstance,
  { db, identity, callLimit, replica, now = () => new Date() }: SessionDependencies,
  readToken: TokenReader,
): void {
  const later = workAfterAnswers(app)
  // a renewal at the embedded service stores the last use
  const store = identity.kind === 'firebase' ? storeUses(db, now) : undefined
  const storeUse = store && ((...use: Parameters<typeof store>) => later(store(...use)))
  const sessions = requestSessions({ db, callLimit, storeUse })
  decorateRequests(app, sessions, { db, replica })
  requireSessions(app, sessions, readToken)
  if (replica) storeWritePositions(app, sessions, db)
}

/** Adds to requests what their handlers read and check. */
function decorateRequests(
  app: FastifyInstance,
  sessions: RequestSessions,
  { db, replica }: Pick<SessionDependencies, 'db' | 'replica'>,
) {
  app.decorateRequest('administrator', {
    getter() {
      return sessions.administratorOf(this)
    },
  })

  app.decorateRequest('requireSession', function requireSession() {
    return sessions.check(this)
  })

  app.decorateRequest('readInSession', function readInSession(queries) {
    return sessions.checkAndRead(this, queries)
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
    const sessionId = sessions.sessionIdOf(request)
    const { written } = await request.readInSession({ written: writePositionOf(sessionId) })
    if (written.isLost) await storeWritePositionStart(db)
    return written.position
  }
}

/** Refuses requests without a session, and answers of which nobody has checked the session. */
function requireSessions(app: FastifyInstance, sessions: RequestSessions, readToken: TokenReader) {
  app.addHook('onRequest', async (request) => {
    // without a route there is nothing to protect
    if (request.is404 || request.routeOptions.config.public) return
    const token = await readToken(request)
    if (token?.state !== 'genuine') throw refusal(token)
    await sessions.begin(request, token)
  })

  // an answer for which nothing was read, such as that to an invalid query, needs a session too
  app.addHook('onSend', async (request, reply, payload) => {
    if (!sessions.isUnchecked(request)) return payload
    try {
      await request.requireSession()
      return payload
    } catch (error) {
      // the error handler may have run already, and does not run twice
      return JSON.stringify(errorBody(request, reply.type(JSON_TYPE), error))
    }
  })
}

/** Stores after each write what the person's next reads on a replica must contain. */
function storeWritePositions(app: FastifyInstance, sessions: RequestSessions, db: Database) {
  app.addHook('onSend', async (request, reply, payload) => {
    const administrator = request.method === 'GET' ? undefined : sessions.signedInOf(request)
    if (administrator && reply.statusCode < 400)
      // the write is committed; without its position, the person's next lists may lack it
      await storeWritePosition(db, administrator.id).catch((error: unknown) =>
        request.log.warn({ err: error }, 'The position of a write could not be stored.'),
      )
    return payload
  })
}

/** Makes every route of `scope` public, including those of its plugins. */
export function makeRoutesPublic(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, public: true }
  })
}
