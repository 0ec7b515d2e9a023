import { randomUuid } from '@mandap/client/random-uuid.ts'
import type { Follow, LiveMessage } from '@mandap/client/live-message.ts'
import { type MessageQueue, messageQueue } from './message-queue.ts'
import { postTo, type WorkerEnd } from './worker-messages.ts'

/** Returns the page's side of the streams of a worker that sends what other tabs change. */
export function followWorker(worker: WorkerEnd): Follow {
  const streams = new Map<string, MessageQueue<LiveMessage>>()

  worker.addEventListener('message', ({ data }) => {
    if (data.kind === 'live') streams.get(data.stream)?.add(data.message)
  })

  async function* follow(...[missed, signal]: Parameters<Follow>) {
    const stream = randomUuid()
    const messages = messageQueue<LiveMessage>()
    streams.set(stream, messages)
    postTo(worker, { kind: 'follow', stream, missed })
    try {
      yield* messages.read(signal)
    } finally {
      streams.delete(stream)
      postTo(worker, { kind: 'unfollow', stream })
    }
  }

  return Object.assign(follow, { isOfTab: true })
}
