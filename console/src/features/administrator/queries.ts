import type { CallAnswer, Client } from '@mandap/client/client.ts'
import { queryOptions } from '@tanstack/preact-query'
import { grantHeader } from '../session/grant-header.ts'

export type Administrator = CallAnswer<'GET /administrators'>['data'][number]

/** Returns the query of all administrators, which needs a grant. */
export function administratorList(client: Client, grant: string | null) {
  return queryOptions({
    queryKey: ['administrators'],
    queryFn: async ({ signal }) =>
      (await client.call('GET /administrators', { headers: grantHeader(grant) }, { signal })).data,
    staleTime: 0,
    // not shown again after Super Admin has ended
    gcTime: 0,
  })
}
