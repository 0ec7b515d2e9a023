import type { Prefetch } from '../client/prefetch.ts'
import { partnerById } from './queries.ts'

/** Fetches the partner of a screen about one. */
export const prefetchPartner: Prefetch = ({ client, queryClient, params: { id = '' } }) =>
  queryClient.prefetchQuery(partnerById(client, id))
