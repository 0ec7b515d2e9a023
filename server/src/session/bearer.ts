/** The administrator of a request, and their session. */
export interface SignedIn {
  id: string
  email: string
  name: string
  sessionId: string
}

/** The result of reading a bearer token. */
export type Bearer =
  | { state: 'signedIn'; administrator: SignedIn }
  | { state: 'expired'; sessionId: string }
  | { state: 'ended' | 'invalid' }
  | { state: 'unreachable'; cause: unknown }
  | { state: 'stranger'; why: string }
