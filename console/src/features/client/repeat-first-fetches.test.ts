import { QueryClient, QueryObserver } from '@tanstack/preact-query'
import { expect, test } from 'vitest'
import { repeatFirstFetches } from './repeat-first-fetches.ts'

/** Shows the entries of a log. Each fetch reads them when it begins, and ends when `arrive` is called. */
function showing() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  repeatFirstFetches(queryClient)
  const entries: string[] = []
  const arrivals: PromiseWithResolvers<void>[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: ['activity'],
    queryFn: async () => {
      const read = [...entries]
      const arrival = Promise.withResolvers<void>()
      arrivals.push(arrival)
      await arrival.promise
      return read
    },
  })
  observer.subscribe(() => {})
  return {
    arrivals,
    shown: () => observer.getCurrentResult().data,
    hasFailed: () => observer.getCurrentResult().isError,
    refetch: () => void observer.refetch(),
    change: (entry: string) => {
      entries.push(entry)
      void queryClient.invalidateQueries()
    },
  }
}

test('changes during the first fetch are fetched once, after it', async () => {
  const { arrivals, shown, change } = showing()
  change('looked at the Aadhaar number')
  change('looked at the PAN number')
  expect(arrivals).toHaveLength(1)
  arrivals[0]?.resolve()
  await expect.poll(() => arrivals.length).toBe(2)
  expect(shown()).toEqual([])
  arrivals[1]?.resolve()
  await expect.poll(shown).toEqual(['looked at the Aadhaar number', 'looked at the PAN number'])
  expect(arrivals).toHaveLength(2)
})

test('a fetch that begins after a failed first one is not repeated', async () => {
  const { arrivals, shown, hasFailed, change, refetch } = showing()
  change('looked at the Aadhaar number')
  arrivals[0]?.reject(new Error('away'))
  await expect.poll(hasFailed).toBe(true)
  refetch()
  await expect.poll(() => arrivals.length).toBe(2)
  arrivals[1]?.resolve()
  await expect.poll(shown).toEqual(['looked at the Aadhaar number'])
  expect(arrivals).toHaveLength(2)
})
