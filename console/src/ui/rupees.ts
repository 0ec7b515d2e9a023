import { inPaise, PAISE } from '@mandap/domain/money/paise.ts'
import { groupDigits } from '@mandap/domain/text/counted.ts'

/** Shown for a missing amount or number (§2). */
export const NOTHING = 'N/A'

/** Returns an amount in rupees, such as '₹2,50,000'. Does not use `Intl`, for the reason given at `countText`. */
export function rupees(amount: number | null): string {
  return amount === null ? NOTHING : rupeesText(decimalText(amount))
}

/**
 * Returns an amount with two places, rounded as in the sums of budgets. From 1e21 on, which `toFixed` writes as '1.5e+21', an
 * amount has no paise.
 */
function decimalText(amount: number): string {
  const paise = inPaise(amount)
  const rounded = Number.isSafeInteger(paise) ? paise / PAISE : amount
  const [digits = '', exponent] = rounded.toFixed(2).split('e+')
  if (exponent === undefined) return digits
  const [whole = '', rest = ''] = digits.split('.')
  return `${whole}${rest.padEnd(Number(exponent), '0')}.00`
}

/** Returns a decimal number with two places as rupees. Paise are shown only if there are any: '₹1,30,000.50'. */
export function rupeesText(decimal: string): string {
  const [whole = '', paise = ''] = decimal.replace('-', '').split('.')
  const sign = decimal.startsWith('-') && decimal !== '-0.00' ? '-' : ''
  return `${sign}₹${groupDigits(whole)}${paise === '00' ? '' : `.${paise}`}`
}
