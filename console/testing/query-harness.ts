import { createAdapter } from '@mandap/adapter/adapter.ts'
import { type Client, createClient } from '@mandap/client/client.ts'
import type { TransportRequest } from '@mandap/client/transport.ts'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { type PlainHost, plainHost } from '@mandap/server/testing/plain-host.ts'
import type { QueryClient } from '@tanstack/preact-query'
import { configFrom, setConfig } from '../src/features/client/config.ts'
import { createQueryClient } from '../src/features/client/query-client.ts'
import { PAGE_SIZE } from '../src/features/list/page-start.ts'

/** A plain host with two and a half pages of bookings, one more approved partner than a page, and a pending one. */
export interface QueryHarness {
  server: PlainHost
  client: Client
  queryClient: QueryClient
  /** The queries of `GET /bookings` so far, oldest first. */
  sent: NonNullable<TransportRequest['query']>[]
  close(): Promise<void>
}

/** Fields of the host's own in each record. It does not change the version with the record, as our own server does. */
const OWN_FIELDS = { version: 3 }

/** Starts the host, and a client and query cache that use it through the adapter. */
export async function queryHarness(): Promise<QueryHarness> {
  const server = await plainHost({
    bookings: Array.from({ length: 2.5 * PAGE_SIZE }, (_, at) =>
      bookingJson({
        createdAt: new Date(Date.UTC(2026, 9, 30) - at * 60_000).toISOString(),
        ...OWN_FIELDS,
      }),
    ),
    partners: [
      ...Array.from({ length: PAGE_SIZE + 1 }, (_, at) =>
        partnerJson({ name: `Partner ${at}`, status: 'approved', ...OWN_FIELDS }),
      ),
      partnerJson({ name: 'Partner to approve', status: 'pending', ...OWN_FIELDS }),
    ],
  })
  const sent: QueryHarness['sent'] = []
  setConfig(configFrom({ kind: 'plain' }))
  const tokens = { person: () => '', token: () => null, onUnauthorised: () => {} }
  const transport = createAdapter({
    base: server.url,
    apiKey: null,
    superAdminNumbers: [],
    tokens,
  })
  const client = createClient({
    ...transport,
    send(request, signal) {
      if (request.key === 'GET /bookings') sent.push(request.query ?? {})
      return transport.send(request, signal)
    },
  })
  const queryClient = createQueryClient()
  return {
    server,
    client,
    queryClient,
    sent,
    async close() {
      queryClient.clear()
      await server.close()
    },
  }
}
