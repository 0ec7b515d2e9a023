import type { Client } from '@mandap/client/client.ts'
import type { PresenceEvent, PresenceReport } from '@mandap/contract/live.ts'
import { type Query, type QueryCache, type QueryClient, queryOptions } from '@tanstack/preact-query'
import { config } from '../client/config.ts'
import { afterFirstScreen } from '../client/first-screen.ts'

/** Milliseconds for which an answer is cached after its screen is closed. An older answer is out of date. */
const KEPT_MS = 1000

/** A record that is open, and whether its screen is for decisions on it. */
export type OpenRecord = NonNullable<PresenceReport['record']>

/** Returns the query of who else has a record open. While it is on the screen, the others see this administrator. */
export function recordPresence(client: Client, record: OpenRecord) {
  return queryOptions({
    queryKey: ['presence', 'record', record],
    queryFn: async ({ signal }) => {
      await afterFirstScreen()
      const { subject, subjectId } = record
      return (await client.call('GET /presence', { query: { subject, subjectId } }, { signal }))
        .data
    },
    staleTime: 0,
    gcTime: KEPT_MS,
    enabled: config().capabilities.liveChanges,
  })
}

/** Returns the query of who else reviews which partner, by the partner's id. */
export function reviewPresence(client: Client) {
  return queryOptions({
    queryKey: ['presence', 'reviews'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const query = { subject: 'partner' } as const
      const { data: people } = await client.call('GET /presence', { query }, { signal })
      const reviewers = people.filter(({ isReview }) => isReview)
      return new Map(reviewers.map(({ subjectId, name, by }) => [subjectId, name ?? by]))
    },
    staleTime: 0,
    enabled: config().capabilities.liveChanges,
  })
}

/** Returns the record whose presence is on the screen. */
export function openRecordIn(cache: QueryCache): OpenRecord | null {
  const [open] = cache.findAll({ queryKey: ['presence', 'record'], type: 'active' })
  return open ? recordOf(open) : null
}

/** Fetches again the presence on the screen of these records. Null means that the presence of any record may have changed. */
export function refetchPresence(queryClient: QueryClient, records: PresenceEvent['records']): void {
  const isAffected = (query: Query) => {
    if (records === null) return true
    const open = recordOf(query)
    return records.some(({ subject, subjectId }) =>
      open ? open.subject === subject && open.subjectId === subjectId : subject === 'partner',
    )
  }
  void queryClient.invalidateQueries({ queryKey: ['presence'], predicate: isAffected })
}

function recordOf({ queryKey: [, , record] }: Query) {
  return (record as OpenRecord | undefined) ?? null
}
