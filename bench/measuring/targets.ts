/** Scores out of 100, milliseconds, a share of the screen, and kilobytes of compressed script until a screen is of use. */
export const SCREEN = {
  performance: 98,
  accessibility: 100,
  largestPaint: 1800,
  blocked: 60,
  shift: 0,
  script: 110,
}

/** Kilobytes of script on the page to sign in. `e2e/shell.spec.ts` has the same limit. */
export const SCRIPT_OF_SIGN_IN = 30

/** Milliseconds until the answer to an input is painted: the 95th percentile. */
export const ANSWER = 100

/** Milliseconds of a task while a list scrolls. */
export const TASK = 50

/** How much the heap may grow, as a share. */
export const GROWTH = 0.1

/** Requests per second, as a share of a bare handler's. */
export const RATIO = 0.7

/** Milliseconds of a call: the 95th percentile. */
export const CALL = 25

/** How many times as long as with the smallest population a call may take, if that is more than `CALL`. */
export const CALL_RATIO = 2

/** Seconds until the server of a fresh clone is ready, with a package cache. */
export const FIRST_START = 30

/** Seconds until it is ready at a later start. */
export const START = 1

/** Bookings that are added in a second, by demonstration data or an import. */
export const ADDED = 20_000

/** How many times as long other requests may take during an import or an export. */
export const SLOWED = 2

/** How many times as long a page of bookings may take beside open streams: no longer, except for the noise of the machine. */
export const SLOWED_BY_STREAMS = 1.1
