import type { LiveMessage } from '@mandap/client/live-message.ts'
import { type Query, QueryClient, QueryObserver } from '@tanstack/preact-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveUpdates } from './live-updates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const OWN = 'asha@mandap.example'

const changed = (subjectId: string, given: object = {}): LiveMessage => ({
  is: 'change',
  id: 1,
  change: {
    kind: 'decide',
    subject: 'partner',
    subjectId,
    version: 2,
    by: 'dev@mandap.example',
    name: 'Dev Patel',
    position: '0/1',
    ...given,
  },
})

/** Shows the partners p1 and p2, and counts how often each is fetched after the first time. */
async function showing(given: { isHeld?: (query: Query) => boolean } = {}) {
  const queryClient = new QueryClient()
  const fetched: Record<string, number> = { p1: -1, p2: -1 }
  const stops = ['p1', 'p2'].map((id) =>
    new QueryObserver(queryClient, {
      queryKey: ['partners', 'one', id],
      queryFn: () => {
        fetched[id] = (fetched[id] ?? 0) + 1
        return { id, version: 1 + (fetched[id] ?? 0) }
      },
      staleTime: Infinity,
    }).subscribe(() => {}),
  )
  await vi.advanceTimersByTimeAsync(0)
  const updates = createLiveUpdates({ queryClient, own: () => OWN, random: () => 1, ...given })
  return {
    updates,
    fetched,
    close: () => {
      updates.close()
      for (const stop of stops) stop()
    },
  }
}

test('fetches what a change affects, soon and at most once a second', async () => {
  const { updates, fetched, close } = await showing()
  updates.handle(changed('p1'))
  await vi.advanceTimersByTimeAsync(150)
  expect(fetched).toEqual({ p1: 1, p2: 0 })
  for (let n = 0; n < 20; n += 1) {
    updates.handle(changed('p1'))
    await vi.advanceTimersByTimeAsync(40)
  }
  expect(fetched).toEqual({ p1: 1, p2: 0 })
  await vi.advanceTimersByTimeAsync(200)
  expect(fetched).toEqual({ p1: 2, p2: 0 })
  await vi.advanceTimersByTimeAsync(5000)
  expect(fetched).toEqual({ p1: 2, p2: 0 })
  close()
})

test('fetches what a change affects as soon after the clock was set back', async () => {
  const { updates, fetched, close } = await showing()
  updates.handle(changed('p1'))
  await vi.advanceTimersByTimeAsync(150)
  vi.setSystemTime(Date.now() - 5 * 3_600_000)
  updates.handle(changed('p1'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetched).toEqual({ p1: 2, p2: 0 })
  close()
})

test('fetches everything that is shown after many changes', async () => {
  const { updates, fetched, close } = await showing()
  updates.handle({ is: 'many', id: 1 })
  await vi.advanceTimersByTimeAsync(150)
  expect(fetched).toEqual({ p1: 1, p2: 1 })
  close()
})

test('does not fetch a change that this tab made, but one that the same person made in another tab', async () => {
  const { updates, fetched, close } = await showing()
  updates.handle(changed('p1', { by: OWN, version: 1 }))
  await vi.advanceTimersByTimeAsync(2000)
  expect(fetched).toEqual({ p1: 0, p2: 0 })
  updates.handle(changed('p1', { by: OWN, version: 2 }))
  await vi.advanceTimersByTimeAsync(2000)
  expect(fetched).toEqual({ p1: 1, p2: 0 })
  close()
})

test.each(['delete', 'restore'] as const)(
  'fetches what an own %s affects, because no version shows whether this tab sent it',
  async (kind) => {
    const { updates, fetched, close } = await showing()
    updates.handle(changed('p1', { kind, by: OWN, version: 1 }))
    await vi.advanceTimersByTimeAsync(2000)
    expect(fetched).toEqual({ p1: 1, p2: 0 })
    close()
  },
)

test('fetches what a person uses once they no longer do', async () => {
  let isHeld = true
  const { updates, fetched, close } = await showing({ isHeld: () => isHeld })
  updates.handle(changed('p1'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(fetched).toEqual({ p1: 0, p2: 0 })
  isHeld = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetched).toEqual({ p1: 1, p2: 0 })
  close()
})

test('fetches the rest of what a change affects once while a person uses a part of it', async () => {
  let isUsed = true
  const { updates, fetched, close } = await showing({
    isHeld: ({ queryKey }) => isUsed && queryKey[2] === 'p1',
  })
  updates.handle({ is: 'many', id: 1 })
  await vi.advanceTimersByTimeAsync(3000)
  expect(fetched).toEqual({ p1: 0, p2: 1 })
  updates.handle(changed('p2'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(fetched).toEqual({ p1: 0, p2: 2 })
  isUsed = false
  await vi.advanceTimersByTimeAsync(3000)
  expect(fetched).toEqual({ p1: 1, p2: 2 })
  close()
})
