import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { idle } from './idle.ts'
import { preloadWhenIdle } from './preload.ts'

function preload(loads: (() => Promise<unknown>)[]) {
  const stop = preloadWhenIdle(loads)
  onTestFinished(stop)
  return stop
}

test('loads nothing before the first input, then each part once, one after the other', async () => {
  const events: string[] = []
  const part = (name: string) => async () => {
    events.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 5))
    events.push(`${name} ends`)
  }
  preload([part('one'), part('two')])
  await idle()
  expect(events).toEqual([])
  await userEvent.keyboard('ab')
  await expect.poll(() => events).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

test('continues after a part that fails', async () => {
  const loaded: string[] = []
  preload([() => Promise.reject(new Error('offline')), async () => loaded.push('second')])
  await userEvent.keyboard('a')
  await expect.poll(() => loaded).toEqual(['second'])
})

test('loads nothing more after it was stopped', async () => {
  const loaded: string[] = []
  const first = Promise.withResolvers<void>()
  const stop = preload([
    () => {
      loaded.push('one')
      return first.promise
    },
    async () => loaded.push('two'),
  ])
  await userEvent.keyboard('a')
  await expect.poll(() => loaded).toEqual(['one'])
  stop()
  first.resolve()
  // the next part would be loaded in the first idle period
  await idle()
  await idle()
  expect(loaded).toEqual(['one'])
})
