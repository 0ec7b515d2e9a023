import { type Client, malformed } from '@mandap/client/client.ts'
import { encodePageRequest } from '@mandap/contract/codec/page.ts'
import { encodeUserListing } from '@mandap/contract/codec/users.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import { type User, userFrom } from '@mandap/domain/user/user.ts'
import { queryOptions } from '@tanstack/preact-query'
import { pageFrom } from '../list/page.ts'
import { PAGE_SIZE, pageStart } from '../list/page-start.ts'
import { listedKey, recordKey } from '../client/query-keys.ts'

/** Returns the query of a booking's customer. */
export function userById(client: Client, id: string) {
  return queryOptions({
    queryKey: recordKey('users', id),
    queryFn: ({ signal }) => readUser(client, id, signal),
    enabled: id !== '',
  })
}

async function readUser(client: Client, id: string, signal: AbortSignal): Promise<User> {
  const request = { params: { id } }
  const user = userFrom((await client.call('GET /user/{id}', request, { signal })).data)
  if (user.id === '') throw malformed('GET /user/{id}', request)
  return user
}

/** Returns the query of one page of a list of users. A virtual list fetches the pages in view. */
export function usersPageQuery(client: Client, listing: UserListing, page: number) {
  const key = (at: number) => listedKey('users', listing, at)
  return queryOptions({
    queryKey: key(page),
    queryFn: async ({ client: queryClient, signal }) => {
      const start = pageStart(queryClient, key, page)
      const query = {
        ...encodeUserListing(listing),
        ...encodePageRequest({ limit: PAGE_SIZE, ...start }),
      }
      return pageFrom(await client.call('GET /users', { query }, { signal }), userFrom)
    },
  })
}
