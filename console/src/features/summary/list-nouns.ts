import type { ListName } from '@mandap/contract/list-names.ts'
import type { Nouns } from '@mandap/domain/text/counted.ts'

/** What the screens call the records of each list: a host's users are customers. */
export const LIST_NOUNS = {
  users: ['customer', 'customers'],
  bookings: ['booking', 'bookings'],
  partners: ['partner', 'partners'],
} as const satisfies Record<ListName, Nouns>

/** The headings of the lists. */
export const LIST_LABELS = {
  users: 'Customers',
  bookings: 'Bookings',
  partners: 'Partners',
} as const satisfies Record<ListName, string>

/** Returns the names of lists in a sentence: 'customers and partners'. */
export function listsText(
  lists: readonly ListName[],
  nouns: Readonly<Record<ListName, Nouns>> = LIST_NOUNS,
): string {
  return new Intl.ListFormat('en').format(lists.map((list) => nouns[list][1]))
}
