/** How a sign-in ended: with a session, with the question for a second factor, or refused for a reason. */
export const SIGN_IN_OUTCOMES = [
  'signedIn',
  'asksSecondFactor',
  'wrongPassword',
  'wrongSecondFactor',
  'disabled',
  'limited',
  'failed',
  'invalid',
] as const
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number]

/** What this process has open, and the sign-ins that it answered. `GET /metrics` reads it. */
export interface Workload {
  /** Streams of live changes that are open. */
  openStreams: number
  readonly signIns: Record<SignInOutcome, number>
}

export function newWorkload(): Workload {
  const signIns = {
    signedIn: 0,
    asksSecondFactor: 0,
    wrongPassword: 0,
    wrongSecondFactor: 0,
    disabled: 0,
    limited: 0,
    failed: 0,
    invalid: 0,
  }
  return { openStreams: 0, signIns }
}
