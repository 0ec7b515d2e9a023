// not in limits.ts, whose chunk only screens with a search load

/** The maximum age, in milliseconds, of the events that a stream of changes repeats. */
export const MAX_PAST_MS = 600_000
