import { VIEWER_REFUSED } from '@mandap/domain/session/role.ts'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import { type OneRows, readRow, readRowsAfter, type Values } from '../database/one-row.ts'
import { HttpError } from '../http/http-error.ts'
import type { GenuineToken, SignedIn } from './bearer.ts'
import type { CallLimit, CountedCall } from './call-limit.ts'
import { refusal } from './refusal.ts'

interface Settings {
  db: Database
  callLimit: CallLimit | undefined
  /** Stores that a session is in use, after the answer. */
  storeUse: ((sessionId: string, log: FastifyBaseLogger) => void) | undefined
}

export type RequestSessions = ReturnType<typeof requestSessions>

/** Returns functions that check the sessions of requests. */
export function requestSessions({ db, callLimit, storeUse }: Settings) {
  const counted = new WeakMap<FastifyRequest, CountedCall>()
  const signedIn = new WeakMap<FastifyRequest, SignedIn>()
  const unchecked = new WeakMap<FastifyRequest, GenuineToken>()

  /** Counts a request with a genuine token, and checks its session unless the handler does. */
  async function begin(request: FastifyRequest, token: GenuineToken): Promise<void> {
    const { checksSession, countedBySession } = request.routeOptions.config
    const isRead = request.method === 'GET'
    if (countedBySession) callLimit?.countForSession(token.sessionId, isRead)
    const call = countedBySession ? undefined : callLimit?.countEarly(token.sessionId, isRead)
    if (call) counted.set(request, call)
    if (checksSession) unchecked.set(request, token)
    else await open(request, token)
  }

  async function open(request: FastifyRequest, token: GenuineToken) {
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
    storeUse?.(administrator.sessionId, request.log)
    if (!countedBySession && !counted.has(request))
      callLimit?.countFirst(administrator, request.method === 'GET')
  }

  function administratorOf(request: FastifyRequest): SignedIn {
    const administrator = signedIn.get(request)
    if (!administrator) throw new Error('The session of this request is not checked.')
    return administrator
  }

  /** Checks the session if it is not checked. Throws an `HttpError` if it has ended. */
  async function check(request: FastifyRequest): Promise<SignedIn> {
    const token = unchecked.get(request)
    unchecked.delete(request)
    if (token) await open(request, token)
    return administratorOf(request)
  }

  /** Checks the session and reads rows, in one statement. Throws an `HttpError` if the session has ended. */
  async function checkAndRead<R extends OneRows>(
    request: FastifyRequest,
    queries: R,
  ): Promise<Values<R>> {
    const token = unchecked.get(request)
    if (token?.live) {
      const result = await readRowsAfter(db, token.live, queries)
      if (result?.first) {
        unchecked.delete(request)
        admit(request, result.first)
        return result.values
      }
    }
    // says why there is no session, or creates that of a hosted sign-in
    await check(request)
    return readEach(db, queries)
  }

  return {
    begin,
    administratorOf,
    check,
    checkAndRead,
    /** Whether nothing has checked the session of a request that has one. */
    isUnchecked: (request: FastifyRequest) => unchecked.has(request),
    /** The id of the session, also before it is checked. */
    sessionIdOf: (request: FastifyRequest) =>
      unchecked.get(request)?.sessionId ?? administratorOf(request).sessionId,
    /** The administrator of a request, if their session is checked. */
    signedInOf: (request: FastifyRequest) => signedIn.get(request),
  }
}

async function readEach<R extends OneRows>(db: Database, queries: R): Promise<Values<R>> {
  const values = await Promise.all(
    Object.entries(queries).map(async ([name, query]) => [name, await readRow(db, query)]),
  )
  return Object.fromEntries(values)
}
