import type { UserListing } from '@mandap/domain/user/list.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { readRow, readRows } from '../database/one-row.ts'
import { firstFound, SEARCH_LIMITS } from '../records/found-page.ts'
import { pageBody } from '../records/page.ts'
import { pageOfAll } from '../records/page-of-all.ts'
import { summary } from '../summary/summary.ts'
import { isKept, storedInGroup } from './group.ts'
import { USER } from './kind.ts'
import {
  BY_NAME,
  BY_TIER,
  isInTiers,
  type Search,
  firstListed,
  usersInTiers,
  usersListed,
} from './list.ts'

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
  limits = SEARCH_LIMITS,
): Promise<string> {
  const { has } = listing
  if (isInTiers(listing) || (has && !isKept(has.group))) {
    const { page, total } = await readRow(db, allFound(listing, search, request))
    return pageBody(page, total)
  }
  const { counts, stored } = await readRows(db, {
    counts: summary(db),
    stored: storedInGroup(has?.group),
  })
  const list = {
    length: has ? stored : counts.users,
    expected: search.share * counts.users,
    all: usersListed(listing, search),
    inOrder: (read: number, limit: number) => sql`
      select * from (${firstListed(listing, search.inOrder, read)}) as listed
      order by name, id limit ${limit}`,
  }
  const { page, total, isExact } = await firstFound(
    db,
    USER,
    { ...request, order: BY_NAME },
    list,
    limits,
  )
  return pageBody(page, total, isExact)
}

/** Reads a page and the number of users by finding all of them once. */
function allFound(listing: UserListing, search: Search, request: FoundRequest) {
  const { parts, order } = isInTiers(listing)
    ? { parts: usersInTiers(listing), order: BY_TIER }
    : { parts: usersListed(listing, search), order: BY_NAME }
  return pageOfAll(USER, { ...request, parts, order })
}
