// not in limits.ts, whose chunk only screens with a search load

/** The most milliseconds of the past whose events a stream of changes repeats. */
export const MAX_PAST_MS = 600_000
