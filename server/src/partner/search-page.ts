import type { PageRequest } from '@mandap/contract/codec/page.ts'
import type { Database } from '../database/connection.ts'
import type { JsonText } from '../http/route.ts'
import { NOTHING, readRows } from '../database/one-row.ts'
import { pageBody, readPage } from '../records/page.ts'
import { chosenFrom, countPartners, countUnsearched, type PartnerList } from './list.ts'

/** Up to this many results are sorted in 0.3 s, whereas reading them by the index of names may take 2 s. */
const MAX_SORTED = 50_000

/** Returns the body of a page of the partners that a search finds. How it is read depends on how many there are. */
export async function searchPage(
  db: Database,
  list: PartnerList,
  { limit, after, skip }: PageRequest,
): Promise<JsonText> {
  const { total, length } = await readRows(db, {
    total: after === undefined ? countPartners(db, list) : NOTHING,
    length: after === undefined ? countUnsearched(db, list) : NOTHING,
  })
  const few = total !== null && isFew({ total, length, last: (skip ?? 0) + limit })
  const chosen = { ...chosenFrom(list, few), limit, after, skip, record: list.record }
  return pageBody(await readPage(db, list, chosen), total)
}

/**
 * Whether finding and sorting all results of a search is faster than testing the partners of a list in order, until the
 * last one of a page is found.
 */
function isFew({ total, length, last }: { total: number; length: number | null; last: number }) {
  if (total >= MAX_SORTED || length === null) return total < MAX_SORTED
  return total * total <= last * length
}
