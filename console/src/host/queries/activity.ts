import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ActivityFilter, Host } from '../host.ts'
import { BLOCK, placeOfBlock } from './block.ts'

/** The trail as filtered, newest first: what lies `block` blocks down. */
export function activityBlock(host: Host, filter: ActivityFilter, block: number) {
  const key = (at: number) => ['activity', 'block', filter, at] as const
  return queryOptions({
    queryKey: key(block),
    queryFn: ({ client, signal }) =>
      host.activityPage({ filter, limit: BLOCK, ...placeOfBlock(client, key, block) }, signal),
    // what others did meanwhile belongs on top
    staleTime: 5_000,
    refetchOnMount: 'always',
  })
}

/** The trail of one record, newest first, as far back as somebody asks. */
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
