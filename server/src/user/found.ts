import type { UserListing } from '@mandap/domain/user/list.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { readRow } from '../database/one-row.ts'
import { pageBody, readPage } from '../records/page.ts'
import { pageOfAll } from '../records/page-of-all.ts'
import { MAX_COUNTED } from '../records/search-text.ts'
import { summary } from '../summary/summary.ts'
import { USER } from './kind.ts'
import { BY_NAME, BY_TIER, isInTiers, type Search, usersInTiers, usersListed } from './list.ts'

/** Finding a user by an index of texts takes as long as testing so many users in order. A group is looked up, too. */
const FIND_COST = 6
const FIND_COST_IN_GROUP = 12

interface FoundRequest {
  limit: number
  skip?: number | undefined
}

/** Returns the body of a page of the users whom a search or a group of one day finds (§2.11, §5.5), and how many there are. */
export async function foundUsers(
  db: Database,
  listing: UserListing,
  search: Search,
  request: FoundRequest,
): Promise<string> {
  const { users } = await readRow(db, summary(db))
  const expected = search.share * users
  if (isInTiers(listing) || expected <= MAX_COUNTED) {
    const { page, total } = await readRow(db, allFound(listing, search, request))
    return pageBody(page, total)
  }
  const { limit, skip = 0 } = request
  const few = isFewer(listing, expected, (skip + limit) / search.share)
  const [page, count] = await Promise.all([
    readPage(db, USER, {
      parts: usersListed(listing, search, few),
      order: BY_NAME,
      few,
      limit,
      skip,
    }),
    countFound(db, listing, search, expected),
  ])
  const total = Math.min(count, MAX_COUNTED)
  return pageBody(page, total, count === total)
}

/** Returns whether finding so many users by an index takes less time than reading so many in order. */
function isFewer({ has }: UserListing, found: number, inOrder: number): boolean {
  return (has ? FIND_COST_IN_GROUP : FIND_COST) * found < inOrder
}

/** Reads a page and the number of users by finding all of them once. */
function allFound(listing: UserListing, search: Search, request: FoundRequest) {
  const { parts, order } = isInTiers(listing)
    ? { parts: usersInTiers(listing), order: BY_TIER }
    : { parts: usersListed(listing, search), order: BY_NAME }
  return pageOfAll(USER, { ...request, parts, order })
}

/** Counts the users found, to one more than `MAX_COUNTED`. `expected` have the text, in all groups. */
async function countFound(
  db: Database,
  listing: UserListing,
  search: Search,
  expected: number,
): Promise<number> {
  const few = isFewer(listing, expected, MAX_COUNTED / search.share)
  const parts = sql.join(usersListed(listing, search, few), sql` union all `)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select from (${parts}) as users limit ${MAX_COUNTED + 1}
    ) as found`.execute(db)
  return rows[0]?.n ?? 0
}
