import { type Client, createClient } from '@mandap/client/client.ts'
import { type QueryKey, QueryObserver } from '@tanstack/preact-query'
import { expect, test } from 'vitest'
import { canChange, createQueryClient, followLists } from './query-client.ts'

/** Returns a client, and a function that tells its watchers that lists have changed. */
function changingLists(): { client: Client; change: () => void } {
  const watchers = new Set<() => void>()
  const client = createClient({
    send: () => Promise.reject(new Error('not expected')),
    refresh() {},
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  })
  return { client, change: () => watchers.forEach((watcher) => watcher()) }
}

test('fetches what is shown again when lists have changed, and no document', async () => {
  const { client, change } = changingLists()
  const queryClient = createQueryClient()
  const stop = followLists(client, queryClient)
  const fetched: QueryKey[] = []
  const shown: QueryKey[] = [
    ['documents', 'p1', 'https://papers.example/card'],
    ['documents', 'recognised', 'https://papers.example/card'],
    ['partners', 'one', 'p1'],
  ]
  const leave = shown.map((queryKey) =>
    new QueryObserver(queryClient, {
      queryKey,
      queryFn: () => fetched.push(queryKey),
    }).subscribe(() => {}),
  )
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(fetched.splice(0)).toEqual(shown)
  change()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(fetched.splice(0)).toEqual([['partners', 'one', 'p1']])
  stop()
  change()
  expect(queryClient.isFetching()).toBe(0)
  for (const unsubscribe of leave) unsubscribe()
  queryClient.clear()
})

test('canChange is true for records, and false for documents and for answers to writes', () => {
  expect(canChange(['partners', 'one', 'p1'])).toBe(true)
  expect(canChange(['documents', 'p1', '/documents/d1'])).toBe(false)
  expect(canChange(['createdPartners', 'b1'])).toBe(false)
})
