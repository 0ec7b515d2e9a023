import type { LiveMessage } from '@mandap/client/live-message.ts'
import type { Transport } from '@mandap/client/transport.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { followWorker } from './follow-worker.ts'
import { messageQueue } from './message-queue.ts'
import { serveAdapter } from './serve-adapter.ts'
import { postTo, type WorkerEnd } from './worker-messages.ts'

const OPEN: LiveMessage = { is: 'open', id: null, stream: 's1' }
const MANY: LiveMessage = { is: 'many', id: null }

let channel: MessageChannel
afterEach(() => channel.port1.close())

/** Serves an adapter that sends the messages of the test. */
function arrange() {
  channel = new MessageChannel()
  const { port1: worker, port2: page } = channel
  const messages = messageQueue<LiveMessage>()
  const missed = vi.fn<(given: unknown) => void>()
  const close = vi.fn<() => void>()
  let streams = 0
  const adapter: Transport = {
    send: () => Promise.resolve({ status: 200, body: null }),
    refresh() {},
    watch: () => () => {},
    async *follow(given, signal) {
      missed(given)
      streams += 1
      yield* messages.read(signal)
      streams -= 1
    },
  }
  serveAdapter(worker, () => ({ ...adapter, close }))
  worker.start()
  page.start()
  const toWorker = page as unknown as WorkerEnd
  postTo(toWorker, { kind: 'open', settings: {} })
  const follow = followWorker(toWorker)
  return { toWorker, messages, missed, close, follow, streams: () => streams }
}

test('the page receives the messages of the adapter in the worker until it leaves', async () => {
  const { messages, missed, follow, streams } = arrange()
  const left = new AbortController()
  const received: LiveMessage[] = []
  const ended = (async () => {
    for await (const message of follow({ past: 5 }, left.signal)) received.push(message)
  })()
  messages.add(OPEN)
  messages.add(MANY)
  await expect.poll(() => received).toEqual([OPEN, MANY])
  expect(missed).toHaveBeenCalledExactlyOnceWith({ past: 5 })
  left.abort()
  await ended
  await expect.poll(streams).toBe(0)
})

test('the adapter is closed, and its streams end, when the page no longer holds its lock', async () => {
  const { toWorker, messages, close, follow, streams } = arrange()
  const { promise: closed, resolve: closePage } = Promise.withResolvers<void>()
  await new Promise<void>((held) => {
    void navigator.locks.request('page', () => {
      held()
      return closed
    })
  })
  postTo(toWorker, { kind: 'held', lock: 'page' })
  messages.add(OPEN)
  const received = follow({ past: 0 }, new AbortController().signal)[Symbol.asyncIterator]()
  expect(await received.next()).toMatchObject({ value: OPEN })
  expect(close).not.toHaveBeenCalled()
  closePage()
  await expect.poll(() => close).toHaveBeenCalledOnce()
  await expect.poll(streams).toBe(0)
})
