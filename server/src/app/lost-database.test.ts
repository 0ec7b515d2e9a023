import { rm } from 'node:fs/promises'
import { DEMONSTRATION_PASSWORD } from '@mandap/demo/account.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { scratchFolder } from '../../testing/folder.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { type ServerProcess, serverProcess } from '../../testing/process.ts'
import { createScratch } from '../../testing/scratch.ts'
import { WEB_API_KEY } from '../identity/identity-toolkit.ts'

vi.setConfig({ testTimeout: 60_000 })

const SIGN_IN = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${WEB_API_KEY}`
const WHO = { email: 'admin@mandap.example', password: DEMONSTRATION_PASSWORD }

let folder: string
let postgres: Awaited<ReturnType<typeof startPostgres>>
let server: ServerProcess
let token: string

// the tests share one server, in this order
beforeAll(async () => {
  folder = await scratchFolder('lost')
  postgres = await startPostgres()
  const scratch = await createScratch(postgres.url)
  server = await serverProcess(folder, { DATABASE_URL: scratch.url })
  await server.ready()
  const { body } = await call('POST', SIGN_IN, WHO)
  token = (body as { idToken: string }).idToken
})

afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.ended
  await postgres.stop()
  await rm(folder, { recursive: true })
})

async function call(method: string, path: string, sent?: object) {
  const since = performance.now()
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(sent && { 'content-type': 'application/json', 'if-match': '"1"' }),
    },
    ...(sent && { body: JSON.stringify(sent) }),
  })
  const body: unknown = await answer.json()
  const { status, headers } = answer
  return { status, retryAfter: headers.get('retry-after'), body, ms: performance.now() - since }
}

const CALLS = [
  ['GET', '/bookings?limit=5'],
  ['GET', '/bookings'],
  ['GET', '/summary'],
  ['GET', '/session'],
  ['PATCH', '/bookings/none', { partnerName: 'Meera' }],
  ['POST', '/temp-partner', { PartnerName: 'Meera' }],
  ['POST', SIGN_IN, WHO],
] as const

const make = (one: (typeof CALLS)[number]) => call(...(one as (typeof CALLS)[4]))

/** Makes every call three times at once. */
const everyCall = () => Promise.all([...CALLS, ...CALLS, ...CALLS].map(make))

/** Returns the calls that fail because the database does not answer. A busy machine may lose it again. */
const callsRefused = async () => (await everyCall()).filter(({ status }) => status === 503)

const isServed = async () => (await call('GET', '/bookings?limit=5')).status === 200

/** Returns what the log says of the database, in order. */
const changes = () =>
  server.logged().flatMap((line) => {
    const { msg } = JSON.parse(line) as Record<string, unknown>
    return /^The database is (lost|back)/.exec(String(msg))?.[1] ?? []
  })

describe('while PostgreSQL is stopped', () => {
  test('every call answers 503 with Retry-After and an error body within 5 s', async () => {
    expect(await isServed()).toBe(true)
    await postgres.signal('SIGSTOP')
    for (const answer of await everyCall()) {
      expect(answer).toMatchObject({ status: 503, retryAfter: '2' })
      expect(JSON.stringify(answer.body)).toContain('UNAVAILABLE')
      expect(answer.ms).toBeLessThan(5000)
    }
  })

  test('later calls answer 503 at once, and the process is healthy but not ready', async () => {
    for (const one of CALLS) {
      const { status, ms } = await make(one)
      expect(status).toBe(503)
      expect(ms).toBeLessThan(1000)
    }
    expect((await call('GET', '/health')).status).toBe(200)
    expect((await call('GET', '/health/ready')).status).toBe(503)
  })

  test('calls work again after PostgreSQL continues, without a restart', async () => {
    await postgres.signal('SIGCONT')
    await expect.poll(isServed).toBe(true)
    await expect.poll(async () => (await call('GET', '/health/ready')).status).toBe(200)
    await expect.poll(callsRefused).toEqual([])
  })

  test('the log has one line for the loss and one for the return, without a stack', () => {
    expect(changes().length).toBeGreaterThanOrEqual(2)
    // a busy machine may have lost it again
    expect(changes()).toEqual(changes().map((_, at) => (at % 2 === 0 ? 'lost' : 'back')))
    expect(server.logged().join('')).not.toContain('    at ')
  })
})

describe('when PostgreSQL is killed', () => {
  test('calls answer 503 with Retry-After until PostgreSQL is back, and then work', async () => {
    await postgres.signal('SIGKILL')
    const answers = await everyCall()
    for (const failed of answers.filter(({ status }) => status >= 500))
      expect(failed).toMatchObject({ status: 503, retryAfter: '2' })
    for (const { ms } of answers) expect(ms).toBeLessThan(5000)
    await expect.poll(isServed, { timeout: 30_000, interval: 100 }).toBe(true)
    await expect.poll(callsRefused).toEqual([])
    expect(server.logged().join('')).not.toContain('    at ')
  })
})
