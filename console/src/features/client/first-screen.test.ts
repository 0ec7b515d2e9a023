import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
})

test('waits for the first screen, and not any more once it had its time', async () => {
  const { afterFirstScreen, FIRST_SCREEN_MS } = await import('./first-screen.ts')
  const done = vi.fn<() => void>()
  void afterFirstScreen().then(done)
  await vi.advanceTimersByTimeAsync(FIRST_SCREEN_MS - 1)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toHaveBeenCalledOnce()
  await afterFirstScreen()
  expect(vi.getTimerCount()).toBe(0)
})
