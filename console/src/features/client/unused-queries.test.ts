import { QueryClient, QueryObserver } from '@tanstack/preact-query'
import { expect, test } from 'vitest'
import { limitUnusedQueries, MAX_UNUSED_QUERIES } from './unused-queries.ts'

const DAY_MS = 24 * 60 * 60_000

/** A query client of which only the limit on unused queries removes answers. */
function limitedClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, gcTime: DAY_MS } },
  })
  limitUnusedQueries(client.getQueryCache())
  return client
}

/** Shows the answer of a query on a screen. Returns a function that closes the screen. */
function show(client: QueryClient, key: string | number): () => void {
  const observer = new QueryObserver(client, { queryKey: ['search', key], queryFn: () => key })
  return observer.subscribe(() => {})
}

async function openAndClose(client: QueryClient, key: string | number): Promise<void> {
  const close = show(client, key)
  await expect.poll(() => client.getQueryData(['search', key])).toBe(key)
  close()
}

test('keeps the answers of the screens that were closed last, and removes older ones', async () => {
  const client = limitedClient()
  for (let at = 0; at < MAX_UNUSED_QUERIES + 2; at += 1) await openAndClose(client, at)
  const kept = client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[1])
  expect(kept).toEqual(Array.from({ length: MAX_UNUSED_QUERIES }, (_, at) => at + 2))
})

test('keeps the answer of an open screen, and of one that was opened again', async () => {
  const client = limitedClient()
  const close = show(client, 'open')
  await openAndClose(client, 'again')
  for (let at = 0; at < MAX_UNUSED_QUERIES - 1; at += 1) await openAndClose(client, at)
  await openAndClose(client, 'again')
  await openAndClose(client, 'last')
  expect(client.getQueryData(['search', 'open'])).toBe('open')
  expect(client.getQueryData(['search', 'again'])).toBe('again')
  expect(client.getQueryData(['search', 0])).toBeUndefined()
  close()
})

test('keeps an answer that is being fetched for a screen that will open', async () => {
  const client = limitedClient()
  const { promise, resolve } = Promise.withResolvers<string>()
  const fetched = client.fetchQuery({ queryKey: ['search', 'awaited'], queryFn: () => promise })
  for (let at = 0; at < MAX_UNUSED_QUERIES + 2; at += 1) await openAndClose(client, at)
  resolve('answer')
  await fetched
  expect(client.getQueryData(['search', 'awaited'])).toBe('answer')
})

test('keeps answers after many others were removed while their screens were open', async () => {
  const client = limitedClient()
  for (let at = 0; at <= MAX_UNUSED_QUERIES; at += 1) {
    const close = show(client, at)
    await expect.poll(() => client.getQueryData(['search', at])).toBe(at)
    client.removeQueries({ queryKey: ['search', at] })
    close()
  }
  await openAndClose(client, 'kept')
  await openAndClose(client, 'last')
  expect(client.getQueryData(['search', 'kept'])).toBe('kept')
})

test('keeps an answer without an end', async () => {
  const client = limitedClient()
  await client.fetchQuery({
    queryKey: ['search', 'created'],
    queryFn: () => 'partner',
    gcTime: Infinity,
  })
  for (let at = 0; at < MAX_UNUSED_QUERIES + 2; at += 1) await openAndClose(client, at)
  expect(client.getQueryData(['search', 'created'])).toBe('partner')
})
