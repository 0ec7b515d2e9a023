/** Paise a rupee. */
export const PAISE = 100

/**
 * A budget in whole paise, half a paisa rounded up, so that sums are exact. One that is missing, or
 * beyond ₹90,07,199 crore and so no budget, is none: 0. SQL's `paise()` answers the same.
 */
export function paiseOf(budget: number | null): number {
  const paise = Math.round((budget ?? 0) * PAISE)
  // adding 0 makes of -0 the 0 that sums and texts expect
  return Number.isSafeInteger(paise) ? paise + 0 : 0
}
