import type { Client } from '@mandap/client/client.ts'
import type { Role } from '@mandap/domain/session/role.ts'
import { queryOptions, useQuery } from '@tanstack/preact-query'
import { config } from '../client/config.ts'
import { useClient } from '../client/client-context.ts'
import { OWN_ROLE_KEY } from '../client/query-client.ts'
import { session, useSession } from './current.ts'

/** Returns the query of the signed-in administrator's role. */
function ownRole(client: Client) {
  return queryOptions({
    queryKey: OWN_ROLE_KEY,
    queryFn: async ({ signal }) => (await client.call('GET /session', {}, { signal })).role,
    // a Super Admin may change it at any time
    staleTime: 60_000,
  })
}

/** Returns the role that the host answered, or undefined until it has. A host that keeps no accounts has no roles. */
export function useAnsweredRole(): Role | undefined {
  const { token } = useSession()
  const hasRoles = config().capabilities.account && token !== null
  return useQuery({ ...ownRole(useClient()), enabled: hasRoles }).data
}

/** Returns the role: until the host has answered, the one in the token. */
export function useRole(): Role | undefined {
  const answered = useAnsweredRole()
  return answered ?? (config().capabilities.account ? session.identity().role : undefined)
}

/** Returns whether the signed-in administrator is known to be a viewer. If the role is not known, the server refuses. */
export function useIsViewer(): boolean {
  return useRole() === 'viewer'
}
