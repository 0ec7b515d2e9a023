import type { PageRequest } from '@mandap/contract/codec/page.ts'
import { byName } from '@mandap/domain/text/by-name.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import {
  foundUserTiers,
  type UserIndex,
  userFrom,
  userIndex,
  userTiers,
} from '@mandap/domain/user/user.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { firstMatches } from './first-matches.ts'
import type { Page } from './page.ts'
import { inTiers, type NamedEntry, pageByName } from './page-by-name.ts'
import { readRecordBytes } from './record-bytes.ts'

/** All users of a host, to which the rules of User Count apply. */
export interface UserList {
  readonly count: number
  /** `having` contains the ids of the users with a booking in the group of the listing. */
  page(listing: UserListing, request: PageRequest, having: ReadonlySet<string> | null): Page
  /** Returns every user of a list, in its order. */
  all(listing: UserListing, having: ReadonlySet<string> | null): Iterable<JsonObject>
  /** Returns the first users that a search finds (§5.5), by name. */
  found(text: string, limit: number): JsonObject[]
}

export async function readUserList(
  call: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<UserList> {
  const indexFields: UserIndex[] = []
  const records = await readRecordBytes(call, bytes, (record) => {
    indexFields.push(userIndex(userFrom(record)))
  })
  const named = indexFields
    .map((value, position) => ({ value, position }))
    .toSorted((a, b) => byName(a.value, b.value))
  // scrolling reads several pages of the same list
  let last: {
    search: string
    having: ReadonlySet<string> | null
    found: readonly NamedEntry[]
  } | null = null

  function chosen(search: string, having: ReadonlySet<string> | null) {
    const listed = having ? named.filter(({ value }) => having.has(value.id)) : named
    return inTiers(listed, userTiers(search))
  }

  return {
    count: indexFields.length,

    page({ search = '' }, request, having) {
      if (last?.search !== search || last.having !== having)
        last = { search, having, found: chosen(search, having) }
      return pageByName(last.found, request, (position) => records.json(position))
    },

    *all({ search = '' }, having) {
      for (const { position } of chosen(search, having)) yield records.json(position)
    },

    found: (text, limit) =>
      firstMatches(named, ({ value }) => value, foundUserTiers(text), limit).map(({ position }) =>
        records.json(position),
      ),
  }
}
