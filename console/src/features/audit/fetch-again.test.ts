import { QueryClient, QueryObserver } from '@tanstack/preact-query'
import { expect, test } from 'vitest'
import { fetchActivityAgain } from './fetch-again.ts'

test('shows the entry of a change during which the first fetch was under way', async () => {
  const queryClient = new QueryClient()
  const entries: string[] = []
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const observer = new QueryObserver(queryClient, {
    queryKey: ['activity', 'listed'],
    queryFn: async () => {
      const read = [...entries]
      await arrived
      return read
    },
  })
  const stop = observer.subscribe(() => {})
  entries.push('looked at the Aadhaar number')
  const again = fetchActivityAgain(queryClient)
  arrive()
  await again
  expect(observer.getCurrentResult().data).toEqual(entries)
  stop()
})
