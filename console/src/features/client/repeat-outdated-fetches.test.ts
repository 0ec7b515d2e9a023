import { QueryClient, QueryObserver } from '@tanstack/preact-query'
import { afterEach, expect, test, vi } from 'vitest'
import { repeatOutdatedFetches } from './repeat-outdated-fetches.ts'

afterEach(() => void vi.useRealTimers())

/** Ends once what the last event has caused has begun. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Shows the entries of a log. Each fetch reads them when it begins, and ends when its `arrivals` is resolved. */
function showing() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  repeatOutdatedFetches(queryClient)
  const entries: string[] = []
  const arrivals: PromiseWithResolvers<void>[] = []
  const query = {
    queryKey: ['activity'] as const,
    queryFn: async () => {
      const read = [...entries]
      const arrival = Promise.withResolvers<void>()
      arrivals.push(arrival)
      await arrival.promise
      return read
    },
    staleTime: 30_000,
  }
  const observer = new QueryObserver(queryClient, query)
  const leave = observer.subscribe(() => {})
  return {
    arrivals,
    /** Shows another screen for some time. */
    leaveFor: (ms: number) => {
      leave()
      vi.setSystemTime(Date.now() + ms)
    },
    comeBack: () => void observer.subscribe(() => {}),
    prefetch: () => queryClient.prefetchQuery(query),
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

test('a change during the fetch after a failed first one is fetched after it', async () => {
  const { arrivals, shown, hasFailed, change, refetch } = showing()
  arrivals[0]?.reject(new Error('away'))
  await expect.poll(hasFailed).toBe(true)
  refetch()
  await expect.poll(() => arrivals.length).toBe(2)
  change('looked at the Aadhaar number')
  arrivals[1]?.resolve()
  await expect.poll(() => arrivals.length).toBe(3)
  arrivals[2]?.resolve()
  await expect.poll(shown).toEqual(['looked at the Aadhaar number'])
  expect(arrivals).toHaveLength(3)
})

test.for([
  ['is old', 60_000],
  ['was changed', 0],
] as const)(
  'a change while a log that %s is fetched for a screen that is not open is fetched when it opens',
  async ([, ms]) => {
    const { arrivals, shown, change, leaveFor, prefetch, comeBack } = showing()
    arrivals[0]?.resolve()
    await expect.poll(shown).toEqual([])
    leaveFor(ms)
    if (ms === 0) change('looked at the Aadhaar number')
    const prefetched = prefetch()
    await expect.poll(() => arrivals.length).toBe(2)
    change('looked at the PAN number')
    arrivals[1]?.resolve()
    await prefetched
    expect(arrivals).toHaveLength(2)
    comeBack()
    await expect.poll(() => arrivals.length).toBe(3)
    arrivals[2]?.resolve()
    await expect.poll(shown).toContain('looked at the PAN number')
    expect(arrivals).toHaveLength(3)
  },
)

test('a prefetch waits for the fetch of a changed log instead of returning the cached one', async () => {
  const { arrivals, shown, change, leaveFor, prefetch } = showing()
  arrivals[0]?.resolve()
  await expect.poll(shown).toEqual([])
  leaveFor(0)
  change('looked at the Aadhaar number')
  void prefetch()
  await expect.poll(() => arrivals.length).toBe(2)
  let isThere = false
  void prefetch().then(() => (isThere = true))
  await nextTask()
  expect(isThere).toBe(false)
  arrivals[1]?.resolve()
  await expect.poll(() => isThere).toBe(true)
  expect(arrivals).toHaveLength(2)
})

test('each change during a later fetch replaces it, and the last fetch is not repeated', async () => {
  const { arrivals, shown, change, refetch } = showing()
  arrivals[0]?.resolve()
  await expect.poll(shown).toEqual([])
  refetch()
  await expect.poll(() => arrivals.length).toBe(2)
  for (const at of [1, 2]) {
    change(`entry ${at}`)
    await expect.poll(() => arrivals.length).toBe(at + 2)
  }
  arrivals[3]?.resolve()
  await expect.poll(shown).toEqual(['entry 1', 'entry 2'])
  await nextTask()
  expect(arrivals).toHaveLength(4)
})
