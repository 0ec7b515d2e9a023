import { fold } from '@mandap/domain/text/text.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Host } from '../host.ts'

/** What a search finds (§5.5); what the search before found stays meanwhile. */
export function searchResults(host: Host, text: string) {
  const folded = fold(text)
  return queryOptions({
    queryKey: ['search', folded],
    queryFn: ({ signal }) => host.search(folded, signal),
    enabled: folded !== '',
    // a record may have gone since the same text was typed before
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** The debug data of the dashboard (§2.4). */
export function firstRecords(host: Host) {
  return queryOptions({
    queryKey: ['search', 'first records'],
    queryFn: ({ signal }) => host.firstRecords(signal),
  })
}
