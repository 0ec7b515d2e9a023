import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { keepConnected } from './live-connection.ts'
import type { LiveMessage, Missed } from './live-message.ts'

const change = (id: number): LiveMessage => ({
  is: 'change',
  id,
  change: {
    kind: 'update',
    subject: 'booking',
    subjectId: 'b1',
    version: id,
    by: 'a@b.example',
    name: null,
    position: '0/1',
  },
})
const opened = (id: number): LiveMessage => ({ is: 'open', id, stream: `s${id}` })

type Part = LiveMessage | Error

/** Connects to a server that sends these parts in one connection after the other, and then nothing more. */
async function connectTo(
  connections: Part[][],
  given: { after?: number; since?: number; random?: number } = {},
) {
  const requested: Missed[] = []
  const waited: number[] = []
  const received: LiveMessage[] = []
  const done = Promise.withResolvers<void>()
  const close = keepConnected({
    async *follow(missed, signal) {
      requested.push(missed)
      const parts = connections.shift()
      if (!parts) {
        done.resolve()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return
      }
      for (const part of parts) {
        if (part instanceof Error) throw part
        yield part
      }
    },
    after: given.after ?? null,
    since: given.since ?? 1000,
    onMessage: (message) => received.push(message),
    now: () => 5000,
    random: () => given.random ?? 1,
    wait: async (ms) => void waited.push(ms),
  })
  await done.promise
  close()
  return { requested, waited, received }
}

test('continues after the last message that it received', async () => {
  const { requested, received } = await connectTo([[opened(4), change(5), change(6)], [opened(6)]])
  expect(requested).toEqual([{ past: 4000 }, { after: 6 }, { after: 6 }])
  expect(received).toEqual([opened(4), change(5), change(6), opened(6)])
})

test('continues after the first message if nothing has changed', async () => {
  const { requested } = await connectTo([[opened(4)]])
  expect(requested.at(-1)).toEqual({ after: 4 })
})

test('does not continue after a message without an id', async () => {
  const { requested } = await connectTo([[opened(4), { is: 'many', id: null }]])
  expect(requested.at(-1)).toEqual({ after: 4 })
})

test('waits longer after each failure, up to 30 s, and starts again after a success', async () => {
  const lost = new ApiError('unreachable', { call: 'GET /events' })
  const { waited } = await connectTo([[lost], [lost], [lost], [lost], [lost], [lost], [opened(1)]])
  expect(waited).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 1000])
})

test('waits for half of that or longer, so that not all clients connect at the same moment', async () => {
  const lost = new ApiError('unreachable', { call: 'GET /events' })
  const waits = async (random: number) => (await connectTo([[lost], [lost]], { random })).waited
  expect(await waits(0)).toEqual([500, 1000])
  expect(await waits(0.5)).toEqual([750, 1500])
})

test('waits for as long as the server asks when it stops or has too many streams', async () => {
  const tooMany = new ApiError('tooMany', { call: 'GET /events', retryAfter: 60 })
  const { waited } = await connectTo([[opened(1), { is: 'retry', ms: 321 }], [tooMany]])
  expect(waited).toEqual([321, 60_000])
})

test('waits after a failure even if Retry-After is 0, and never longer than 5 minutes', async () => {
  const busy = (retryAfter: number) => new ApiError('server', { call: 'GET /events', retryAfter })
  const { waited } = await connectTo([[busy(0)], [busy(0)], [busy(1)], [busy(3_000_000)]])
  expect(waited).toEqual([1000, 2000, 4000, 300_000])
})

test('reports that anything may have changed if it missed more than the server repeats', async () => {
  const { requested, received } = await connectTo([[opened(4)]], { since: -600_000 })
  expect(requested[0]).toEqual({ past: 600_000 })
  expect(received).toEqual([{ is: 'many', id: null }, opened(4)])
})

test('says once that anything may have changed, when a connection opens after failed ones', async () => {
  const lost = new ApiError('unreachable', { call: 'GET /events' })
  const { received } = await connectTo([[lost], [lost], [opened(4), change(5)], [opened(5)]], {
    since: -600_000,
  })
  expect(received).toEqual([{ is: 'many', id: null }, opened(4), change(5), opened(5)])
})

test('requests whole milliseconds of the past, although a page may begin at a fraction of one', async () => {
  const { requested } = await connectTo([[opened(4)]], { since: 999.75 })
  expect(requested[0]).toEqual({ past: 4001 })
})
