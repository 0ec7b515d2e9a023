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
  const waiting = (async () => {
    await afterFirstScreen()
    isOver = true
  })()
  await vi.advanceTimersByTimeAsync(FIRST_SCREEN_MS - 1)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver).toBe(true)
  await waiting
  await afterFirstScreen()
  expect(vi.getTimerCount()).toBe(0)
})
