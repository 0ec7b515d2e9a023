import { QueryClient } from '@tanstack/preact-query'
import { expect, test, vi } from 'vitest'
import { startQuery } from './start-query.ts'

test('fetches a query once, at once', async () => {
  const client = new QueryClient()
  const queryFn = vi.fn<() => Promise<string>>(() => Promise.resolve('answer'))
  expect(startQuery(client, { queryKey: ['summary'], queryFn })).toBe(true)
  expect(queryFn).toHaveBeenCalledOnce()
  expect(startQuery(client, { queryKey: ['summary'], queryFn })).toBe(false)
  await expect.poll(() => client.getQueryData(['summary'])).toBe('answer')
  startQuery(client, { queryKey: ['summary'], queryFn })
  expect(queryFn).toHaveBeenCalledOnce()
  client.clear()
})

test('does not fetch a disabled query', () => {
  const client = new QueryClient()
  const queryFn = vi.fn<() => string>()
  startQuery(client, { queryKey: ['summary'], queryFn, enabled: false })
  expect(queryFn).not.toHaveBeenCalled()
})
