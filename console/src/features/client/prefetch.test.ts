import { QueryClient } from '@tanstack/preact-query'
import { expect, test, vi } from 'vitest'
import { type Opening, prefetched } from './prefetch.ts'

const OPENING = { queryClient: new QueryClient(), params: {}, search: '' } as Opening

test('waits until the data of a screen is there', async () => {
  let isThere = false
  await prefetched(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    isThere = true
  }, OPENING)
  expect(isThere).toBe(true)
})

test('waits no longer than a tenth of a second, and not for data that failed', async () => {
  vi.useFakeTimers()
  const onEnd = vi.fn<() => void>()
  void prefetched(() => new Promise(() => {}), OPENING).then(onEnd)
  await vi.advanceTimersByTimeAsync(99)
  expect(onEnd).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onEnd).toHaveBeenCalledOnce()
  vi.useRealTimers()

  await prefetched(() => Promise.reject(new Error('unreachable')), OPENING)
})
