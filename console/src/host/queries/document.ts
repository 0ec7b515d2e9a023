import { queryOptions } from '@tanstack/react-query'
import type { Host } from '../host.ts'

/** A partner's document, opened for reading; its link is asked for anew once it is no longer good. */
export function openDocument(host: Host, partnerId: string, address: string) {
  return queryOptions({
    queryKey: ['documents', partnerId, address],
    queryFn: ({ signal }) => host.openDocument(address, signal),
    staleTime: ({ state }) => state.data?.goodFor ?? Number.POSITIVE_INFINITY,
    // a link in use stays as it is: a film would begin again
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
}
