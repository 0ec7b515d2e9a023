import type { Client } from '@mandap/client/client.ts'
import { encodeAuditListing } from '@mandap/contract/codec/audit.ts'
import { encodePageRequest, type PageRequest } from '@mandap/contract/codec/page.ts'
import { type AuditEntry, auditEntryFrom } from '@mandap/domain/audit/entry.ts'
import type { AuditSubject } from '@mandap/domain/audit/kind.ts'
import type { AuditListing } from '@mandap/domain/audit/listing.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/preact-query'
import { afterFirstScreen } from '../client/first-screen.ts'
import { type Page, pageFrom } from '../list/page.ts'
import { PAGE_SIZE } from '../list/page-start.ts'
import { listedKey } from '../client/query-keys.ts'

async function readPage(
  client: Client,
  listing: AuditListing,
  page: PageRequest,
  signal: AbortSignal,
): Promise<Page<AuditEntry>> {
  const query = { ...encodeAuditListing(listing), ...encodePageRequest(page) }
  return pageFrom(await client.call('GET /activity', { query }, { signal }), auditEntryFrom)
}

/** Returns the infinite query of the audit log, or of one record's entries, newest first. */
export function auditList(client: Client, listing: AuditListing) {
  return infiniteQueryOptions({
    queryKey: listedKey('activity', listing),
    queryFn: ({ pageParam, signal }) =>
      readPage(client, listing, { limit: PAGE_SIZE, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // other administrators add entries all the time, and they appear first
    staleTime: 5_000,
    refetchOnMount: 'always',
  })
}

/** Returns the infinite query of one record's entries, newest first. */
export function recordLog(client: Client, kind: AuditSubject, id: string) {
  return auditList(client, { subject: { kind, id } })
}

/** Returns the query of the options of the person filter. */
export function auditPeople(client: Client) {
  return queryOptions({
    queryKey: ['activity', 'people'],
    queryFn: async ({ signal }) => {
      await afterFirstScreen()
      return (await client.call('GET /activity/people', {}, { signal })).data
    },
    staleTime: 5 * 60_000,
  })
}
