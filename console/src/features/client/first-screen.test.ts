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
  let isOver = false
  void afterFirstScreen().then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(FIRST_SCREEN_MS - 1)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver).toBe(true)
  await afterFirstScreen()
  expect(vi.getTimerCount()).toBe(0)
})
