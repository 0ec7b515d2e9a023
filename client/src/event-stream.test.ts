import { expect, test, vi } from 'vitest'
import { answeringServer } from '../testing/answering-server.ts'
import { eventStream } from './event-stream.ts'
import type { LiveMessage } from './live-message.ts'

const CHANGE = {
  kind: 'update',
  subject: 'booking',
  subjectId: 'b1',
  version: 2,
  by: 'a@b.example',
}

const signal = new AbortController().signal

test('reads events that arrive in any pieces, and skips comments and unknown events', async () => {
  const text = `id: 7\nevent: open\ndata: {"stream":"s1"}\n\n:\n\nevent: later\ndata: {}\n\nid: 8\nevent: change\ndata: ${JSON.stringify(CHANGE)}\n\nevent: many\ndata: {"position":"0/1"}\n\nretry: 250\n\n`
  const requested: (string | undefined)[] = []
  const server = await answeringServer((request, response) => {
    requested.push(request.url, request.headers.authorization, request.headers.accept)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const bytes = Buffer.from(text)
    const send = (at: number) => {
      if (at >= bytes.length) response.end()
      else response.write(bytes.subarray(at, at + 11), () => setImmediate(send, at + 11))
    }
    send(0)
  })
  const tokens = { person: () => '', token: () => 't1', onUnauthorised: () => {} }
  const received: LiveMessage[] = []
  for await (const message of eventStream({ base: server.url, tokens }, { after: 7 }, signal))
    received.push(message)
  await server.close()
  expect(requested).toEqual(['/events?after=7', 'Bearer t1', 'text/event-stream'])
  expect(received).toEqual([
    { is: 'open', id: 7, stream: 's1' },
    { is: 'change', id: 8, change: CHANGE },
    { is: 'many', id: null, position: '0/1' },
    { is: 'retry', ms: 250 },
  ])
})

test('renews a rejected token, and reports a session that has ended', async () => {
  const server = await answeringServer((_request, response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end('{}'),
  )
  const renewed: string[] = []
  let ended = 0
  let token = 't1'
  const tokens = {
    person: () => '',
    token: () => token,
    renew: async (refused: string) => {
      renewed.push(refused)
      token = 't2'
      return token
    },
    onUnauthorised: () => (ended += 1),
  }
  const messages = eventStream({ base: server.url, tokens }, { past: 0 }, signal)
  await expect(messages.next()).rejects.toMatchObject({ kind: 'unauthorised' })
  await server.close()
  expect({ renewed, ended }).toEqual({ renewed: ['t1'], ended: 1 })
})

test('treats a stream as lost after 40 s without a byte, and as open with a comment every 15 s', async () => {
  vi.useFakeTimers()
  try {
    let send: ((text: string) => void) | undefined
    const fetch = async (_url: unknown, { signal: aborted }: RequestInit = {}) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          send = (text) => controller.enqueue(new TextEncoder().encode(text))
          aborted?.addEventListener('abort', () => controller.error(aborted.reason))
        },
      })
      send?.('id: 7\nevent: open\ndata: {"stream":"s1"}\n\n')
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
    const tokens = { person: () => '', token: () => 't1', onUnauthorised: () => {} }
    const settings = { base: 'https://host.example', tokens, fetch }
    const messages = eventStream(settings, { past: 0 }, signal)
    expect((await messages.next()).value).toMatchObject({ is: 'open' })
    const later = messages.next()
    for (let comments = 0; comments < 4; comments += 1) {
      await vi.advanceTimersByTimeAsync(15_000)
      send?.(':\n\n')
    }
    await vi.advanceTimersByTimeAsync(15_000)
    send?.('event: many\ndata: {}\n\n')
    expect((await later).value).toMatchObject({ is: 'many' })
    const lost = messages.next().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(41_000)
    expect(await lost).toMatchObject({ kind: 'timeout' })
  } finally {
    vi.useRealTimers()
  }
})
