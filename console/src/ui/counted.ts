/** What one of a list is called, and what several are: 'booking', 'bookings'. */
export type Nouns = readonly [one: string, many: string]

/** '1 booking', '1,20,400 bookings'. */
export function counted(count: number, [one, many]: Nouns): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`
}
