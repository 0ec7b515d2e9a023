/** Shown for a missing amount or number (§2). */
export const NOTHING = 'N/A'

let format: Intl.NumberFormat | undefined

/** Returns an amount in rupees, such as '₹2,50,000'. */
export function rupees(amount: number | null): string {
  if (amount === null) return NOTHING
  // created with the first amount, because this is slow on a phone
  format ??= new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    maximumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return format.format(amount)
}
