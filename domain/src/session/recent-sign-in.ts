/** Minutes after a sign-in in which a change of the account needs no other proof of the person. */
const RECENT_MINUTES = 10

/** Returns whether a sign-in is recent enough for a change of the account. Instants are in milliseconds. */
export function isRecentSignIn(signedInAt: number, now: number): boolean {
  return now - signedInAt <= RECENT_MINUTES * 60_000
}
