import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
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
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'
  const answer = await fetch(`${server.url}${path}?key=${WEB_API_KEY}`, {
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

test('SIGTERM refuses new connections, lets a download finish, and stops PostgreSQL after it', async () => {
  await start()
  const postgres = await postmasterPid(dataDir)
  const download = await beginDownload()
  const ended = stopped()
  await expect.poll(isRefused, { timeout: 10_000 }).toBe(true)
  expect(isAlive(postgres)).toBe(true)
  expect(JSON.parse(await text(download))).toHaveLength(MANY)
  expect(await ended).toBe(0)
  expect(isAlive(postgres)).toBe(false)
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
  await expect.poll(isRefused, { timeout: 10_000 }).toBe(true)
  // two signals at once count as one Ctrl-C
  await pause(600)
  expect(await stopped()).toBe(1)
  await expect(text(download)).rejects.toThrow('aborted')
  await expect.poll(() => isAlive(postgres), { timeout: 10_000 }).toBe(false)
})
