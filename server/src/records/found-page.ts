import type { RawBuilder } from 'kysely'
import type { Database } from '../database/connection.ts'
import { readRow } from '../database/one-row.ts'
import type { PageSource, RecordPage } from './page.ts'
import { pageOfAll } from './page-of-all.ts'

/** How much a search reads, so that its time does not grow with the number of records. */
export interface SearchLimits {
  /** If a search is expected to find at most so many records, an index finds all of them. */
  all: number
  /** The largest number that is counted, if the search is expected to find more. */
  counted: number
  /** The largest number of records of the list that are read in order to count them. */
  read: number
  /** If no more than these are found among the records that were read, the index finds all instead. */
  min: number
}

export const SEARCH_LIMITS: SearchLimits = { all: 5_000, counted: 1_000, read: 40_000, min: 50 }

/** The number of records of a search that a page can skip. No search counts more. */
export const MAX_SKIPPED = SEARCH_LIMITS.read

/** Finding a record by an index of texts takes as long as testing so many records in order. */
const FIND_COST = 6

/** A search in a list whose records are in order in an index together with their texts. */
export interface SearchedList {
  /** The length of the list without the search. */
  length: number
  /** The approximate number of records that the search finds. */
  expected: number
  /** Whether the list is known to have more records than are counted. */
  isMany?: boolean
  /** SQL parts that together find all records by an index. Each has the `id` and the order's column. */
  all: readonly RawBuilder<unknown>[]
  /** The same, but at most `limit` in order, if it is faster to find only some. */
  firstOfAll?: ((limit: number) => RawBuilder<unknown>) | undefined
  /** Returns parts of the first records that are found among the first `read` of the list, at most `limit` in each. */
  inOrder: (read: number, limit: number) => readonly RawBuilder<unknown>[]
}

export interface FoundRecords {
  page: RecordPage
  total: number
  /** Whether the search finds no more than `total` records. */
  isExact: boolean
}

/**
 * Reads a page of what a search finds, and counts it. Few records are found by an index and counted exactly. Many are counted
 * among the first records of the list, to a number that the search exceeds.
 */
export async function firstFound(
  db: Database,
  kind: { table: string },
  request: Pick<PageSource, 'order' | 'limit' | 'skip'>,
  { length, expected, isMany = false, all, firstOfAll, inOrder }: SearchedList,
  { all: most, counted, read, min }: SearchLimits = SEARCH_LIMITS,
): Promise<FoundRecords> {
  const { limit, skip = 0 } = request
  const last = skip + limit
  const isShort = length <= read
  // a short list is counted exactly; otherwise one more than the answer says, because it says that there are more
  const wanted = isShort ? length + 1 : Math.max(isMany ? 0 : counted, last) + 1
  const found = (parts: readonly RawBuilder<unknown>[]) =>
    readRow(db, pageOfAll(kind, { ...request, parts }))
  if (isShort ? expected * FIND_COST > length : expected > most) {
    const { page, total } = await found(inOrder(read + last, wanted))
    if (isShort) return { page, total, isExact: true }
    if (isMany && total > last) return { page, total: counted, isExact: false }
    if (total > Math.max(last, min))
      return { page, total: Math.min(rounded(total - 1), counted), isExact: false }
  }
  if (!firstOfAll) return { ...(await found(all)), isExact: true }
  const { page, total } = await found([firstOfAll(wanted)])
  return total < wanted ? { page, total, isExact: true } : { page, total: counted, isExact: false }
}

/** Rounds a number down to two digits and zeros, because "more than 487" looks exact. */
function rounded(number: number): number {
  const unit = 10 ** Math.max(Math.floor(Math.log10(number)) - 1, 0)
  return Math.floor(number / unit) * unit
}
