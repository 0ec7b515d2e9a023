const RUPEES = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})

/** '₹1,30,000.50': whole paise, every digit of them. */
export function exactRupees(paise: bigint): string {
  return RUPEES.format(decimal(paise))
}

/** '₹1.3 L', '₹12.4 Cr': what fits beside a bar; below a lakh every rupee. */
export function shortRupees(paise: bigint): string {
  const sign = paise < 0n ? '-' : ''
  return `${sign}₹${short(Math.abs(Number(paise)) / 100)}`
}

/** '1.3 L' of 1,30,000. */
export function shortCount(count: number): string {
  return short(count)
}

const SHORT = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })
const WHOLE = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

const LAKH = 100_000
const CRORE = 100 * LAKH
const LAKH_CRORE = LAKH * CRORE

function short(amount: number): string {
  // what rounds up to the next unit is told in it
  if (amount < LAKH - 0.5) return WHOLE.format(amount)
  if (amount < CRORE * 0.9995) return `${shown(amount / LAKH)} L`
  if (amount < LAKH_CRORE * 0.9995) return `${shown(amount / CRORE)} Cr`
  return `${shown(amount / LAKH_CRORE)} L Cr`
}

function shown(amount: number): string {
  return (amount < 100 ? SHORT : WHOLE).format(amount)
}

/** Intl keeps every digit of a decimal that comes as text. */
function decimal(paise: bigint): `${number}` {
  const digits = String(paise < 0n ? -paise : paise).padStart(3, '0')
  return `${paise < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`
}
