/** Minutes after a sign-in in which a change of the account needs no other proof of the person. */
export const RECENT_MINUTES = 10

/** Returns whether a sign-in is recent enough for a change of the account. Instants are in milliseconds. */
export function isRecentSignIn(signedInAt: number, now: number): boolean {
  return now - signedInAt <= RECENT_MINUTES * 60_000
}

/** What a person reads who has to sign in again before a change of their account, because nothing else can prove them. */
export const RECENT_SIGN_IN_REQUIRED = `You signed in more than ${RECENT_MINUTES} minutes ago. Sign in again first.`
