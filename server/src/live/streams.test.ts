import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStreams } from './streams.ts'

let server: Server
const closed: string[] = []
const streams = openStreams(({ id }) => closed.push(id))

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const stream = { id: url.slice(1), administratorId: 'a1', sessionId: 's1', tokenSerial: 0 }
    const added = streams.add(stream, response)
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

test('sends no event twice, and events that arrive before the first ones after them', async () => {
  const written: string[] = []
  const response = {
    once: () => response,
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
