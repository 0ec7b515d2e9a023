import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scratchFolder } from '../../testing/folder.ts'
import { postmasterPid, type ServerProcess, serverProcess } from '../../testing/process.ts'
import { upsertBookings } from '../booking/store.ts'
import { connect } from '../database/connection.ts'
import { startEmbedded } from '../database/embedded.ts'
import { isAlive } from '../database/embedded/postmaster.ts'
import { migrate } from '../database/migrate.ts'
import { WEB_API_KEY } from '../identity/identity-toolkit.ts'

// a first start writes a thousand files, which takes long on a busy machine
vi.setConfig({ testTimeout: 120_000 })

/** More bytes than the sockets between server and reader buffer. */
const MANY = 3500
const LONG = 'Rambagh Palace '.repeat(300)
const SIGN_IN = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${WEB_API_KEY}`
const WHO = { email: 'asha.rao@mandap.example', password: 'marigold-and-jasmine' }

let dataDir: string
let server: ServerProcess

beforeAll(async () => {
  dataDir = await scratchFolder('stop')
  const postgres = await startEmbedded(dataDir, { settings: { fsync: 'off' } })
  const db = connect(postgres.url)
  await migrate(db)
  const records = Array.from({ length: MANY }, () => bookingJson({ location: LONG }))
  await upsertBookings(db, records, 'import')
  await db.destroy()
  await postgres.stop()
})

afterAll(async () => {
  server.child.kill('SIGKILL')
  const pid = await postmasterPid(dataDir).catch(() => undefined)
  if (pid && isAlive(pid)) process.kill(pid, 'SIGKILL')
  await rm(dataDir, { recursive: true })
})

async function start(env: NodeJS.ProcessEnv = {}) {
  const administrator = { ADMIN_EMAIL: WHO.email, ADMIN_PASSWORD: WHO.password }
  server = await serverProcess(dataDir, { ...administrator, ...env })
  await server.ready()
}

function stopped() {
  server.child.kill('SIGTERM')
  return server.ended
}

/** Starts to receive a list on a keep-alive connection, and reads no further. */
async function beginDownload(): Promise<IncomingMessage> {
  const answer = await fetch(`${server.url}${SIGN_IN}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(WHO),
  })
  const { idToken } = (await answer.json()) as { idToken: string }
  const headers = { authorization: `Bearer ${idToken}` }
  const agent = new Agent({ keepAlive: true })
  const call = request(`${server.url}/bookings`, { headers, agent }).end()
  const [download] = (await once(call, 'response')) as [IncomingMessage]
  return download
}

const isRefused = () =>
  fetch(`${server.url}/health`).then(
    () => false,
    () => true,
  )

test('SIGTERM refuses new connections, lets a download finish and a request whose body is still being sent, and stops PostgreSQL after them', async () => {
  // a busy machine sends the download for longer than the default of 15 s
  await start({ DRAIN_SECONDS: '60' })
  const postgres = await postmasterPid(dataDir)
  const download = await beginDownload()
  const body = JSON.stringify(WHO)
  const call = request(`${server.url}${SIGN_IN}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  })
  call.write(body.slice(0, 10))
  const [socket] = (await once(call, 'socket')) as [Socket]
  if (socket.connecting) await once(socket, 'connect')
  // the server accepts connections in order
  expect(await isRefused()).toBe(false)
  const ended = stopped()
  await expect.poll(isRefused).toBe(true)
  expect(isAlive(postgres)).toBe(true)
  call.end(body.slice(10))
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  expect(await text(answer)).toContain('idToken')
  expect(JSON.parse(await text(download))).toHaveLength(MANY)
  expect(await ended).toBe(0)
  expect(isAlive(postgres)).toBe(false)
})

test('a server that a balancer checks serves new connections until the balancer has noticed', async () => {
  await start({ DRAIN_DELAY_SECONDS: '5' })
  const readiness = async () => (await fetch(`${server.url}/health/ready`)).status
  expect(await readiness()).toBe(200)
  const ended = stopped()
  await expect.poll(readiness).toBe(503)
  const answer = await fetch(`${server.url}/config.json`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await expect.poll(isRefused).toBe(true)
  expect(await ended).toBe(0)
})

test('closes responses that take longer than DRAIN_SECONDS', async () => {
  await start({ DRAIN_SECONDS: '1' })
  const download = await beginDownload()
  const ended = stopped()
  await expect(ended).resolves.toBe(0)
  await expect(text(download)).rejects.toThrow('aborted')
})

test('closes open responses at a second signal', async () => {
  await start()
  const postgres = await postmasterPid(dataDir)
  const download = await beginDownload()
  void stopped()
  await expect.poll(isRefused).toBe(true)
  // two signals at once count as one Ctrl-C
  await pause(600)
  expect(await stopped()).toBe(1)
  await expect(text(download)).rejects.toThrow('aborted')
  await expect.poll(() => isAlive(postgres)).toBe(false)
})
