import { groupDigits } from '@mandap/domain/text/counted.ts'
import { rupeesText } from '../../ui/rupees.ts'

/** Returns an amount with every digit, such as '₹1,30,000.50'. */
export function exactRupees(paise: bigint): string {
  return rupeesText(decimal(paise))
}

/** Returns an amount that fits beside a bar: '₹1.3 L', '₹12.4 Cr', below a lakh every rupee. */
export function shortRupees(paise: bigint): string {
  const sign = paise < 0n ? '-' : ''
  return `${sign}₹${short(Math.abs(Number(paise)) / 100)}`
}

/** Returns a short count: '1.3 L' for 1,30,000. */
export function shortCount(count: number): string {
  return short(count)
}

const LAKH = 100_000
const CRORE = 100 * LAKH
const LAKH_CRORE = LAKH * CRORE

function short(amount: number): string {
  // an amount that rounds up to the next unit is shown in that unit
  if (amount < LAKH - 0.5) return groupDigits(amount.toFixed(0))
  if (amount < CRORE * 0.9995) return `${shown(amount / LAKH)} L`
  if (amount < LAKH_CRORE * 0.9995) return `${shown(amount / CRORE)} Cr`
  return `${shown(amount / LAKH_CRORE)} L Cr`
}

function shown(amount: number): string {
  return amount < 100 ? amount.toFixed(1).replace('.0', '') : groupDigits(amount.toFixed(0))
}

/** Returns an amount of paise in rupees, with every digit. */
function decimal(paise: bigint): string {
  const digits = String(paise < 0n ? -paise : paise).padStart(3, '0')
  return `${paise < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
