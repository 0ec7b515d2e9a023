import type { UserListing } from '@mandap/domain/user/list.ts'
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
  firstInTiers,
  isInTiers,
  typedShareOf,
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
  if (has && !isKept(has.group)) {
    const { page, total } = await readRow(db, allFound(listing, search, request))
    return pageBody(page, total)
  }
  const tiered = isInTiers(listing)
  const [{ counts, stored }, typedShare] = await Promise.all([
    readRows(db, { counts: summary(db), stored: storedInGroup(has?.group) }),
    tiered ? typedShareOf(db, listing) : 0,
  ])
  const length = has ? stored : counts.users
  const typedIsCommon = length > limits.read && typedShare * counts.users > limits.all
  const list = {
    length,
    expected: search.share * counts.users,
    all: tiered ? usersInTiers(listing) : usersListed(listing, search),
    inOrder: (read: number, limit: number) =>
      tiered
        ? firstInTiers(listing, typedIsCommon, { read, limit })
        : [firstListed(listing, search.inOrder, { read, limit })],
  }
  const order = tiered ? BY_TIER : BY_NAME
  const { page, total, isExact } = await firstFound(db, USER, { ...request, order }, list, limits)
  return pageBody(page, total, isExact)
}

/** Reads a page and the number of users by finding all of them once. */
function allFound(listing: UserListing, search: Search, request: FoundRequest) {
  const { parts, order } = isInTiers(listing)
    ? { parts: usersInTiers(listing), order: BY_TIER }
    : { parts: usersListed(listing, search), order: BY_NAME }
  return pageOfAll(USER, { ...request, parts, order })
}
