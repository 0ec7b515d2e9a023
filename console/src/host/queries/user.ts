import { queryOptions } from '@tanstack/react-query'
import type { Host } from '../host.ts'

/** The customer of a booking. */
export function userById(host: Host, id: string) {
  return queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => host.user(id, signal),
    enabled: id !== '',
  })
}
