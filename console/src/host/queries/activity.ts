import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AuditFilter, Host } from '../host.ts'
import { PAGE_SIZE, pageStart } from './page-start.ts'

/** The trail as filtered, newest first: what lies `block` blocks down. */
export function auditPage(host: Host, filter: AuditFilter, page: number) {
  const key = (at: number) => ['activity', 'block', filter, at] as const
  return queryOptions({
    queryKey: key(page),
    queryFn: ({ client, signal }) =>
      host.auditPage({ filter, limit: PAGE_SIZE, ...pageStart(client, key, page) }, signal),
    // what others did meanwhile belongs on top
    staleTime: 5_000,
    refetchOnMount: 'always',
  })
}

/** The trail of one record, newest first, as far back as somebody asks. */
export function auditList(host: Host, filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['activity', 'listed', filter],
    queryFn: ({ pageParam, signal }) =>
      host.auditPage({ filter, limit: PAGE_SIZE, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // what others did meanwhile belongs on top
    staleTime: 5_000,
  })
}

/** Whom the person filter of the trail offers. */
export function auditPeople(host: Host) {
  return queryOptions({
    queryKey: ['activity', 'people'],
    queryFn: ({ signal }) => host.auditPeople(signal),
    staleTime: 5 * 60_000,
  })
}
