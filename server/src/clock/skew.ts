/**
 * How far the clocks of two servers may differ. A row whose end is later than now, its lifetime and this difference was
 * written while a clock was wrong. It counts as ended, because it would last too long otherwise.
 */
export const MAX_CLOCK_SKEW_MS = 5 * 60_000

/** Returns the latest end, from now, of something that lasts `seconds`. */
export function latestEnd(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000 + MAX_CLOCK_SKEW_MS)
}
