// separate from the other limits, whose chunk screens without a search do not load

/** The most milliseconds of the past whose events a stream of changes repeats. */
export const MAX_PAST_MS = 600_000
