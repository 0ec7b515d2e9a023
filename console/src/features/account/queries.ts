import type { CallAnswer, Client } from '@mandap/client/client.ts'
import { queryOptions } from '@tanstack/preact-query'

/** The signed-in administrator's account. */
export type OwnAccount = CallAnswer<'GET /account'>['data']

export type OwnSession = OwnAccount['sessions'][number]

/** Returns the query of the account and its sessions. */
export function ownAccount(client: Client) {
  return queryOptions({
    queryKey: ['account'],
    queryFn: async ({ signal }) => (await client.call('GET /account', {}, { signal })).data,
    // a sign-in elsewhere adds a session
    staleTime: 0,
  })
}
