import type { Client } from '@mandap/client/client.ts'
import type { Role } from '@mandap/domain/session/role.ts'
import { queryOptions, useQuery } from '@tanstack/preact-query'
import { config } from '../client/config.ts'
import { useClient } from '../client/client-context.ts'
import { afterFirstScreen } from '../client/first-screen.ts'
import { session, useSession } from './current.ts'

/** Returns the query of the signed-in administrator's role. */
function ownRole(client: Client) {
  return queryOptions({
    queryKey: ['role'],
    queryFn: async ({ signal }) => {
      // until then, the role in the token counts; the token of a hosted sign-in has none
      if (session.identity().role !== null) await afterFirstScreen()
      return (await client.call('GET /session', {}, { signal })).role
    },
    // a Super Admin may change it at any time
    staleTime: 60_000,
  })
}

/** Returns the role, or undefined until the host has answered. A host that keeps no administrators has no roles. */
export function useRole(): Role | undefined {
  const { token } = useSession()
  const hasRoles = config().capabilities.administrators && token !== null
  return useQuery({ ...ownRole(useClient()), enabled: hasRoles }).data
}

/**
 * Returns whether the signed-in administrator is known to be a viewer. Until the host has answered, the role in the token
 * counts. If neither is known, the server refuses.
 */
export function useIsViewer(): boolean {
  const role = useRole() ?? session.identity().role
  return config().capabilities.administrators && role === 'viewer'
}
