import type { Role } from '@mandap/domain/session/role.ts'
import type { OneRow } from '../database/one-row.ts'

/** The administrator of a request, and their session. */
export interface SignedIn {
  id: string
  email: string
  name: string
  sessionId: string
  /** How often the tokens of the session were replaced before this one was issued. */
  tokenSerial: number
  role: Role
}

/** The result of reading a bearer token, and the session that it names. */
export type Bearer =
  | { state: 'signedIn'; administrator: SignedIn }
  | { state: 'ended' }
  | { state: 'notAdministrator'; why: string }
  | InvalidToken

/** A token that is not genuine, or no longer. */
export type InvalidToken =
  | { state: 'expired'; sessionId: string }
  | { state: 'invalid' }
  | { state: 'unreachable'; cause: unknown }

/** A genuine token, whose session may have ended. */
export interface GenuineToken {
  state: 'genuine'
  sessionId: string
  /** The query of the session. Undefined for a hosted sign-in without the second factor that this server requires. */
  live: OneRow<SignedIn | undefined> | undefined
  /** Reads the session. Creates it at the first request of a hosted sign-in. */
  readSession: () => Promise<Bearer>
}
