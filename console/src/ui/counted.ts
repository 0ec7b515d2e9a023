/** What one of a list is called, and what several are: 'booking', 'bookings'. */
export type Nouns = readonly [one: string, many: string]

/** '1 booking', '1,20,400 bookings'. */
export function counted(count: number, [one, many]: Nouns): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}

/**
 * A whole number in the Indian number format: '1,20,400'. Without `Intl`, whose first formatter takes a
 * phone a tenth of a second, just when the first list is drawn.
 */
export function countText(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d\d){0,9}\d{3}$)/g, ',')
}
