/**
 * How far the clocks of two servers may differ. What ends later than its whole time and this from now was made while a
 * clock was wrong, and counts as ended: otherwise it would stay until that time comes.
 */
const MAX_CLOCK_SKEW_MS = 5 * 60_000

/** Returns the latest end, from now, of something that lasts `seconds`. */
export function latestEnd(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000 + MAX_CLOCK_SKEW_MS)
}
