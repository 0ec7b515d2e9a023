import type { Role } from '@mandap/domain/session/role.ts'

/** The administrator of a request, and their session. */
export interface SignedIn {
  id: string
  email: string
  name: string
  sessionId: string
  role: Role
}

/** The result of reading a bearer token, and the session that it names. */
export type Bearer =
  | { state: 'signedIn'; administrator: SignedIn }
  | { state: 'ended' }
  | { state: 'stranger'; why: string }
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
  /** Reads the session. Creates it at the first request of a hosted sign-in. */
  readSession: () => Promise<Bearer>
}
