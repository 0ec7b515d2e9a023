/** Shown for a missing value (§2). */
export const NO_TEXT = 'Not Available'
