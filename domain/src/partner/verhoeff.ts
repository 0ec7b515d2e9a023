/** Returns whether the last digit is Verhoeff's check digit of the others, as in every Aadhaar number. */
export function passesVerhoeff(digits: string): boolean {
  return checkOf(digits, 0) === 0
}

/** Returns Verhoeff's check digit of a row of digits. */
export function verhoeffDigit(digits: string): string {
  const check = checkOf(digits, 1)
  // a rotation is inverted by the opposite one, a reflection by itself
  return String(check > 0 && check < 5 ? 5 - check : check)
}

/** Returns the product of the digits, each permuted by its position. The last digit has the position `first`. */
function checkOf(digits: string, first: 0 | 1): number {
  let check = 0
  for (let at = 0; at < digits.length; at += 1)
    check = product(check, permuted(Number(digits.charAt(digits.length - 1 - at)), at + first))
  return check
}

/** Returns the product of two symmetries of a pentagon: 0–4 are rotations, 5–9 are reflections. */
function product(a: number, b: number): number {
  const turn = a < 5 ? a + b : a - b
  const rotated = ((turn % 5) + 5) % 5
  return a < 5 === b < 5 ? rotated : rotated + 5
}

const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

function permuted(digit: number, position: number): number {
  let result = digit
  for (let times = position % 8; times > 0; times -= 1) result = PERMUTATION[result] ?? 0
  return result
}
