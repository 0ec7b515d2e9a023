import { counted, type Nouns } from '@mandap/domain/text/counted.ts'
import type { PagedList } from './paged-list.ts'

/** Returns how many items a list has, such as '12 bookings', or that they are loading. */
export function totalText(
  { total, totalIsExact }: Pick<PagedList<unknown>, 'total' | 'totalIsExact'>,
  nouns: Nouns,
): string {
  if (total === null) return `Loading ${nouns[1]}…`
  return totalIsExact ? counted(total, nouns) : `More than ${counted(total, nouns)}`
}
