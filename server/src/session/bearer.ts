/** Who makes a request, and by which sign-in. */
export interface SignedIn {
  id: string
  email: string
  name: string
  sessionId: string
}

/** What a bearer token turned out to be. */
export type Bearer =
  | { state: 'signedIn'; administrator: SignedIn }
  | { state: 'expired'; sessionId: string }
  | { state: 'ended' | 'invalid' }
  | { state: 'unreachable'; cause: unknown }
  | { state: 'stranger'; why: string }
