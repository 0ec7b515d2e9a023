import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStreams } from './streams.ts'

let server: Server
const closed: string[] = []
const responses = new Map<string, ServerResponse>()
const streams = openStreams(({ id }) => closed.push(id))

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const stream = { id: url.slice(1), administratorId: 'a1', sessionId: 's1', tokenSerial: 0 }
    const added = streams.add(stream, response)
    responses.set(stream.id, response)
    response.writeHead(200)
    added?.begin([{ id: null, text: 'first\n\n' }], 0)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.closeAllConnections())

async function connect(id: string): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo
  const sent = request({ port, host: '127.0.0.1', path: `/${id}` }).end()
  sent.on('error', () => {})
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.on('error', () => {})
  return answer
}

test('cuts off a client that does not read, and no other', async () => {
  // nobody listens to its data
  await connect('slow')
  const fast = await connect('fast')
  let received = 0
  fast.on('data', (part: Buffer) => (received += part.length))
  const text = `data: ${'x'.repeat(60_000)}\n\n`
  for (let sent = 1; closed.length === 0 && sent < 500; sent += 1) {
    streams.sendText(text)
    await expect.poll(() => received, { interval: 1 }).toBeGreaterThanOrEqual(sent * text.length)
  }
  expect(closed).toEqual(['slow'])
  expect(streams.all().map(({ id }) => id)).toEqual(['fast'])
  fast.destroy()
  await expect.poll(() => closed).toEqual(['slow', 'fast'])
})

test('ends the stream of a client that does not read, and resets its connection when it is ended again', async () => {
  await connect('stuck')
  const response = responses.get('stuck')
  // until the buffers of both sockets are full
  while (response?.socket?.writableLength === 0) {
    streams.sendText(`data: ${'x'.repeat(20_000)}\n\n`)
    await setImmediate()
  }
  streams.end(['stuck'])
  const errors: unknown[] = []
  response?.on('error', (error) => errors.push(error))
  streams.sendText(':\n\n')
  streams.send([{ id: 1, text: 'data: 1\n\n' }])
  streams.endAll()
  await setImmediate()
  expect(errors).toEqual([])
  expect(closed).not.toContain('stuck')
  streams.end(['stuck'])
  await expect.poll(() => closed).toContain('stuck')
})

test('does not end a stream that has not begun', async () => {
  const own = openStreams(() => {})
  const response = { once: () => response, on: () => response, end: vi.fn<() => void>() }
  const stream = { id: 'early', administratorId: 'a1', sessionId: 's1', tokenSerial: 0 }
  const added = own.add(stream, response as unknown as ServerResponse)
  own.end(['early'])
  expect(response.end).not.toHaveBeenCalled()
  added?.begin([], 0)
  own.end(['early'])
  expect(response.end).toHaveBeenCalledOnce()
})

test('sends no event twice, and events that arrive before the first ones after them', async () => {
  const written: string[] = []
  const response = {
    once: () => response,
    on: () => response,
    write: (text: string) => written.push(text),
  } as unknown as Parameters<typeof streams.add>[1]
  const added = streams.add(
    { id: 'x', administratorId: 'a1', sessionId: 's1', tokenSerial: 0 },
    response,
  )
  streams.send([{ id: 7, text: '7' }])
  added?.begin(
    [
      { id: 6, text: '6' },
      { id: 7, text: '7' },
    ],
    5,
  )
  streams.send([{ id: 5, text: '5' }])
  streams.send([{ id: null, text: 'bulk' }])
  streams.send([{ id: 8, text: '8' }])
  expect(written).toEqual(['67', 'bulk', '8'])
})
