import { once } from 'node:events'
import { connect as openSocket, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../app/app.ts'
import type { App } from './app.ts'
import { readConfig } from '../config/config.ts'
import { connect } from '../database/connection.ts'
import { CLIENT_LIMITS, type ClientLimits } from './slow-clients.ts'

const LIMITS = { headersMs: 400, windowMs: 400, minBytes: 1000, checkMs: 20 }

/** Chunks of 64 kB: more than the kernel buffers for a reader. */
const LONG = 600
const open = { config: { public: true } }
// these routes do not use the database
const db = connect('postgres://nobody@127.0.0.1:1/none')
const sources: Readable[] = []
let app: App
let port: number

beforeAll(async () => {
  ;({ app, port } = await listening(LIMITS))
})

afterAll(async () => {
  await close(app)
  await db.destroy()
})

async function listening(clientLimits: ClientLimits) {
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const mail = () => Promise.reject(new Error('no mail is sent here'))
  const built = await buildApp({ db, config, mail, clientLimits })
  built.post('/read', open, () => ({ is: 'read' }))
  built.get('/late', open, () => pause(3 * clientLimits.windowMs, { is: 'late' }))
  built.get('/endless', open, (_request, reply) => reply.send(source(Number.POSITIVE_INFINITY)))
  built.get('/long', open, (_request, reply) => reply.send(source(LONG)))
  return {
    app: built,
    port: Number(new URL(await built.listen({ host: '127.0.0.1', port: 0 })).port),
  }
}

async function close(one: App) {
  one.server.closeAllConnections()
  await one.close()
}

/** Chunks of 64 kB. */
function source(pieces: number): Readable {
  function* written() {
    for (let at = 0; at < pieces; at++) yield Buffer.alloc(64 * 1024, 'a')
  }
  const stream = Readable.from(written(), { objectMode: false })
  sources.push(stream)
  return stream
}

function client(text: string, to = port): Socket {
  const socket = openSocket(to, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(text)
  return socket
}

const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
const get = (path: string, header = 'Connection: keep-alive') =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`

/** Writes a chunk every 10 ms until the connection is closed. */
function trickle(socket: Socket, piece: string) {
  const timer = setInterval(() => socket.write(piece), 10)
  socket.once('close', () => clearInterval(timer))
}

/** Returns everything that is received until the connection is closed. */
async function answered(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => (text += String(part)))
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

// tests that wait for a limit on a connection of their own wait together
describe('a client that is too slow', () => {
  test.concurrent('receives 408 with an error body when its headers do not arrive', async () => {
    const answer = await answered(client('GET / HTTP/1.1\r\nHost: a\r\nX-Half: '))
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('{"error":{"code":"TIMEOUT","message":"The request did not arrive')
  })

  test.concurrent('is disconnected when its headers arrive too slowly', async () => {
    const socket = client('GET / HTTP/1.1\r\nHost: a\r\nX-Half: ')
    trickle(socket, 'a')
    expect(await answered(socket)).toMatch(/^HTTP\/1\.1 408 /)
  })

  test.concurrent('receives 408 when the rest of its body does not arrive', async () => {
    expect(await answered(client(`${post('/read', 100)}{`))).toMatch(/^HTTP\/1\.1 408 /)
  })

  test.concurrent('receives 408 when its body arrives too slowly', async () => {
    const socket = client(post('/read', 100_000))
    trickle(socket, ' ')
    expect(await answered(socket)).toMatch(/^HTTP\/1\.1 408 /)
  })

  test.concurrent('is disconnected when it keeps sending its body slowly after the response', async () => {
    const socket = client(post('/exports', 100_000))
    trickle(socket, ' ')
    expect(await answered(socket)).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('is disconnected when it does not read the response, whose source is closed', async () => {
    const socket = client(get('/endless')).pause()
    await expect.poll(() => sources.map(({ closed }) => closed)).toEqual([true])
    socket.destroy()
  })
})

describe('a client that is slow but within the limits', () => {
  test('sends its whole body, even if it takes long', async () => {
    // longer than a busy machine keeps this process waiting
    const limits = { ...LIMITS, windowMs: 1000 }
    const patient = await listening(limits)
    const body = JSON.stringify('x'.repeat(20_000))
    const socket = client(post('/read', body.length), patient.port)
    const answer = once(socket, 'data')
    for (let at = 0; at < body.length; at += 1000) {
      socket.write(body.slice(at, at + 1000))
      await pause((3 * limits.windowMs) / 20)
    }
    expect(String(await answer)).toMatch(/^HTTP\/1\.1 200 /)
    await close(patient.app)
  })

  test('receives the whole response', async () => {
    // the kernel's buffer is emptied a megabyte at a time, so the window is longer than that takes
    const limits = { ...LIMITS, windowMs: 2000 }
    const patient = await listening(limits)
    const since = performance.now()
    let size = 0
    let parts = 0
    for await (const part of client(get('/long', 'Connection: close'), patient.port)) {
      size += (part as Buffer).length
      parts += 1
      // a pause after each part would last several times as long on a busy machine
      if (parts % 8 === 0) await pause(40)
    }
    expect(size).toBeGreaterThan(LONG * 64 * 1024)
    expect(performance.now() - since).toBeGreaterThan(limits.windowMs)
    await close(patient.app)
  })
})

test('does not count the time that the server takes', async () => {
  const socket = client(get('/late'))
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
  socket.destroy()
})

test('answers a request that is not HTTP with 400 and an error body', async () => {
  const answer = await answered(client('namaste\r\n\r\n'))
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('"code":"INVALID"')
})

test('answers headers that are too large with 431 and an error body', async () => {
  const answer = await answered(client(`GET / HTTP/1.1\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`))
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(answer).toContain('"code":"HEADERS_TOO_LARGE"')
})

test('limits headers to 30 s, and bodies and responses to at least 8 kB in 60 s', () => {
  expect(CLIENT_LIMITS).toMatchObject({ headersMs: 30_000, windowMs: 60_000, minBytes: 8192 })
})
