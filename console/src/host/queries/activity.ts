import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ActivityFilter, Host } from '../host.ts'
import { BLOCK } from './block.ts'

/** The trail as filtered, newest first, a block at a time. */
export function activityList(host: Host, filter: ActivityFilter) {
  return infiniteQueryOptions({
    queryKey: ['activity', 'listed', filter],
    queryFn: ({ pageParam, signal }) =>
      host.activityPage({ filter, limit: BLOCK, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // what others did meanwhile belongs on top
    staleTime: 5_000,
  })
}

/** Whom the person filter of the trail offers. */
export function activityPeople(host: Host) {
  return queryOptions({
    queryKey: ['activity', 'people'],
    queryFn: ({ signal }) => host.activityPeople(signal),
    staleTime: 5 * 60_000,
  })
}
