/** Paise per rupee. */
export const PAISE = 100

/** Converts rupees to paise, rounded to whole ones. Half a paisa is rounded up. */
export function inPaise(rupees: number): number {
  return Math.round(rupees * PAISE)
}

/**
 * Converts a budget to whole paise, so that sums are exact. Half a paisa is rounded up. Returns 0 if the budget is
 * missing or beyond the safe integers (₹90,07,199 crore). The SQL function `paise()` returns the same.
 */
export function paiseOf(budget: number | null): number {
  const paise = inPaise(budget ?? 0)
  // -0 + 0 is 0
  return Number.isSafeInteger(paise) ? paise + 0 : 0
}
