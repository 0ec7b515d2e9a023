import { matches } from '@mandap/domain/rule/matches.ts'
import { type UserListing, usersWithText } from '@mandap/domain/user/list.ts'
import { byName } from '@mandap/domain/text/by-name.ts'
import {
  type User,
  type UserIndex,
  userIndex,
  userFrom,
  usersFound,
} from '@mandap/domain/user/user.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Page, UsersRequest } from '../host.ts'
import { firstFound } from './first-found.ts'
import { pageByName } from './page-by-name.ts'
import { firstOf, readRecordBytes } from './record-bytes.ts'

/** All users of a host without query parameters, with the rules of their list applied here. */
export interface UserList {
  readonly count: number
  /** `having` are the ids of those who have a booking in the group that was asked for. */
  page(request: UsersRequest, having: ReadonlySet<string> | null): Page<User>
  /** Every user of a list, in its order. */
  all(listing: UserListing, having: ReadonlySet<string> | null): Iterable<User>
  /** The first that a search finds (§5.5), by name. */
  found(text: string, most: number): User[]
  /** The first records as they came. */
  first(most: number): JsonObject[]
}

export async function readUserList(bytes: AsyncIterable<Uint8Array>): Promise<UserList> {
  const indexFields: UserIndex[] = []
  const records = await readRecordBytes(bytes, (record) => {
    indexFields.push(userIndex(userFrom(record)))
  })
  const placed = indexFields
    .map((value, place) => ({ value: value, place }))
    .toSorted((a, b) => byName(a.value, b.value))
  // scrolling asks for the list that it is in, again and again
  let last: { search: string; having: ReadonlySet<string> | null; found: typeof placed } | null =
    null

  const userAt = (place: number) => userFrom(records.json(place))

  function chosen(search: string, having: ReadonlySet<string> | null) {
    const condition = usersWithText(search)
    return placed.filter(
      ({ value }) => (!having || having.has(value.id)) && matches(condition, value),
    )
  }

  return {
    count: indexFields.length,

    page({ listing: { search = '' }, ...request }, having) {
      if (last?.search !== search || last.having !== having)
        last = { search, having, found: chosen(search, having) }
      return pageByName(last.found, request, userAt)
    },

    *all({ search = '' }, having) {
      for (const { place } of chosen(search, having)) yield userAt(place)
    },

    first: (most) => firstOf(records, most),

    found: (text, most) =>
      firstFound(placed, ({ value }) => value, usersFound(text), most).map(({ place }) =>
        userAt(place),
      ),
  }
}
