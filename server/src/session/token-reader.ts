import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import { readRow } from '../database/one-row.ts'
import { bearerToken } from '../http/bearer-token.ts'
import { countedAddress } from '../rate-limit/rate-limit.ts'
import type { GenuineToken, InvalidToken } from './bearer.ts'
import { type FirstRequest, firebaseSession, firebaseSessionQuery } from './firebase-session.ts'
import { type FirebaseProject, firebaseTokens } from './firebase-token.ts'
import { idTokenReader } from './id-token.ts'
import { liveSession } from './live-session.ts'
import type { SigningKeys } from './signing-key.ts'

export interface TokenDependencies {
  db: Database
  /** The accepted tokens: those of our own service at `publicUrl`, or those of a Firebase project. */
  identity:
    | { kind: 'embedded'; publicUrl: string; keys: SigningKeys }
    | ({ kind: 'firebase' } & FirebaseProject)
  /** Accepts only sessions in which a second factor was shown or added. */
  requiresFactor?: boolean
}

/** Verifies the bearer token of a request without reading the database. Returns undefined if there is none. */
export type TokenReader = (
  request: FastifyRequest,
) => Promise<GenuineToken | InvalidToken | undefined>

export function tokenReader(dependencies: TokenDependencies, now: () => Date): TokenReader {
  const read = textReader(dependencies, now)
  return async (request) => {
    const text = bearerToken(request)
    return text ? read(text, firstRequest(request)) : undefined
  }
}

function textReader({ db, identity, requiresFactor }: TokenDependencies, now: () => Date) {
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
  const readToken = idTokenReader(identity.keys, identity.publicUrl)
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

function firstRequest({ ip, headers }: FastifyRequest): FirstRequest {
  return { address: countedAddress(ip), userAgent: headers['user-agent'] }
}
