const RUPEES = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})

/** Returns an amount with every digit, such as '₹1,30,000.50'. */
export function exactRupees(paise: bigint): string {
  return RUPEES.format(decimal(paise))
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

const SHORT = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })
const WHOLE = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

const LAKH = 100_000
const CRORE = 100 * LAKH
const LAKH_CRORE = LAKH * CRORE

function short(amount: number): string {
  // an amount that rounds up to the next unit is shown in that unit
  if (amount < LAKH - 0.5) return WHOLE.format(amount)
  if (amount < CRORE * 0.9995) return `${shown(amount / LAKH)} L`
  if (amount < LAKH_CRORE * 0.9995) return `${shown(amount / CRORE)} Cr`
  return `${shown(amount / LAKH_CRORE)} L Cr`
}

function shown(amount: number): string {
  return (amount < 100 ? SHORT : WHOLE).format(amount)
}

/** Returns an amount as text, because `Intl` keeps every digit of a decimal string. */
function decimal(paise: bigint): `${number}` {
  const digits = String(paise < 0n ? -paise : paise).padStart(3, '0')
  return `${paise < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`
}
