/** Singular and plural: 'booking', 'bookings'. */
export type Nouns = readonly [one: string, many: string]

/** Returns '1 booking', '1,20,400 bookings'. */
export function counted(count: number, [one, many]: Nouns): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}

/**
 * Returns a whole number in the Indian format: '1,20,400'. Does not use `Intl`, because creating its first
 * formatter takes a tenth of a second on a phone, while the first list is rendered.
 */
export function countText(count: number): string {
  return groupDigits(String(count))
}

/** Separates the digits of a whole number by thousand, lakh and crore: '1,20,400'. */
export function groupDigits(digits: string): string {
  const sign = digits.startsWith('-') ? '-' : ''
  const groups = [digits.slice(sign.length).slice(-3)]
  for (let end = digits.length - 3; end > sign.length; end -= 2)
    groups.unshift(digits.slice(Math.max(sign.length, end - 2), end))
  return sign + groups.join(',')
}
