import { verhoeffDigit } from '@mandap/domain/partner/verhoeff.ts'
import type { SeededRandom } from './seeded-random.ts'

/* Well-formed numbers that are issued to nobody: no Aadhaar number begins with 0 or 1, and no PAN has the digits
   0000. No mobile operator has the 66 series, as far as published plans say (India reserves no numbers for
   fiction). */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')

/** Returns an Aadhaar number with its Verhoeff digit, from a range that is never issued. */
export function aadhaarNumber(random: SeededRandom): string {
  const digits = `${random.below(2)}${String(random.below(1e10)).padStart(10, '0')}`
  return digits + verhoeffDigit(digits)
}

/** Returns a PAN: `P` for a person, `C` for a company or `F` for a firm, then the first letter of the name. */
export function panNumber(holder: 'P' | 'C' | 'F', name: string, random: SeededRandom): string {
  const initial = /[A-Z]/.exec(name.toUpperCase())?.[0] ?? 'A'
  const series = random.pick(LETTERS) + random.pick(LETTERS) + random.pick(LETTERS)
  return `${series}${holder}${initial}0000${random.pick(LETTERS)}`
}

/** Returns a GSTIN: the state's code, the PAN, 1 for the first registration in the state, Z, and a check digit. */
export function gstin(stateCode: string, pan: string): string {
  const body = `${stateCode}${pan}1Z`
  return body + gstinCheck(body)
}

/** Returns the mobile number of the person of this kind and index. Below 10 million, all are different. */
export function mobileNumber(kind: number, index: number): string {
  // 7,368,787 and 10 million have no common factor, so this is a permutation
  return `66${kind}${String((index * 7_368_787 + 1_234_567) % 1e7).padStart(7, '0')}`
}

const BASE36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function gstinCheck(body: string): string {
  let sum = 0
  for (let position = 0; position < body.length; position += 1) {
    const product = BASE36.indexOf(body.charAt(position)) * (1 + (position % 2))
    sum += Math.floor(product / 36) + (product % 36)
  }
  return BASE36.charAt((36 - (sum % 36)) % 36)
}
