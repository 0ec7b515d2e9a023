import { rm } from 'node:fs/promises'
import { DEMONSTRATION_PASSWORD } from '@mandap/demo/account.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { storeAdministrator } from '../../testing/administrators.ts'
import { TEST_KEY_FILE, testKeys } from '../../testing/encryption-key.ts'
import { type PreparedExport, readExport } from '../../testing/export.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { type ServerProcess, serverProcess } from '../../testing/process.ts'
import { startReplicated } from '../../testing/replica.ts'
import { createFilled } from '../../testing/scratch.ts'
import { upsertBookings } from '../booking/store.ts'
import { diagnose } from '../doctor/doctor.ts'
import { WEB_API_KEY } from '../identity/identity-toolkit.ts'
import { connect, type Database } from '../database/connection.ts'
import { openReplica } from '../database/replica.ts'
import { currentPosition } from '../database/replica-position.ts'

// two PostgreSQL servers and ours start, which takes minutes on a busy machine
vi.setConfig({ testTimeout: 60_000, hookTimeout: 300_000 })

const METRICS_TOKEN = 'a-token-of-24-characters-or-more'
const ASHA = { email: 'admin@mandap.example', password: DEMONSTRATION_PASSWORD }
const DEV = { email: 'dev.patel@mandap.example', password: 'saffron-and-cardamom' }
const BOOKING = bookingJson({ location: 'Jaipur' })
const ID = String(BOOKING['_id'])
const TODAY = { today: '2026-11-21', timeZone: 'Asia/Kolkata' }
const ON_TODAY = new URLSearchParams(TODAY).toString()
const BOOKED = `/bookings?tab=booked&limit=5&${ON_TODAY}`

let folder: string
let postgres: Awaited<ReturnType<typeof startReplicated>>
let db: Database
let url: string
let readUrl: string
let server: ServerProcess
let asha: string
let dev: string

// the tests share one server, in this order
beforeAll(async () => {
  folder = await scratchFolder('reads')
  postgres = await startReplicated()
  const filled = await createFilled(postgres.url, async (store) => {
    for (const one of [ASHA, DEV]) await storeAdministrator(store.db, one)
    await upsertBookings(store.db, [BOOKING], 'test')
  })
  ;({ url } = filled)
  db = connect(url, 2, { keys: testKeys() })
  const { pathname } = new URL(url)
  readUrl = Object.assign(new URL(postgres.replicaUrl), { pathname }).href
  server = await serverProcess(folder, {
    DATABASE_URL: url,
    DATABASE_READ_URL: readUrl,
    METRICS_TOKEN,
  })
  await server.ready()
  asha = await signIn(ASHA)
  dev = await signIn(DEV)
})

afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.ended
  await db.destroy()
  await postgres.stop()
  await rm(folder, { recursive: true })
})

interface Sent {
  token?: string
  body?: object
  headers?: Record<string, string>
}

async function call(method: string, path: string, { token = asha, body, headers }: Sent = {}) {
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, text, json: () => JSON.parse(text) as JsonObject }
}

async function signIn(who: typeof ASHA): Promise<string> {
  const path = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${WEB_API_KEY}`
  return String((await call('POST', path, { token: '', body: who })).json()['idToken'])
}

/** Returns how many reads each of the two databases has answered. */
async function reads() {
  const { text } = await call('GET', '/metrics', { token: METRICS_TOKEN })
  const from = (name: string) =>
    Number(new RegExp(`mandap_list_reads_total\\{from="${name}"\\} (\\d+)`).exec(text)?.[1])
  return { replica: from('replica'), primary: from('primary') }
}

/** Returns which database answers what the work reads. */
async function readFrom(work: () => Promise<unknown>): Promise<'replica' | 'primary' | 'both'> {
  const before = await reads()
  await work()
  const after = await reads()
  if (after.primary === before.primary) return after.replica > before.replica ? 'replica' : 'both'
  return after.replica === before.replica ? 'primary' : 'both'
}

async function locationInList(sent: Sent = {}): Promise<string> {
  const { text } = await call('GET', BOOKED, sent)
  return /"location": ?"([^"]+)"/.exec(text)?.[1] ?? ''
}

async function move(location: string) {
  const { version } = (await call('GET', `/bookings/${ID}`)).json()
  const headers = { 'if-match': `"${Number(version)}"` }
  expect((await call('PATCH', `/bookings/${ID}`, { body: { location }, headers })).status).toBe(200)
}

/** Returns the position of the last write on the primary. */
async function position(): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(db)
  return rows[0]?.at ?? ''
}

const LISTS = [
  '/bookings',
  BOOKED,
  '/bookings?list=found&limit=5&search=meera',
  '/bookings?numberPrefix=MB&limit=5',
  `/bookings?numberId=${String(BOOKING['numberId'])}`,
  '/partners',
  '/partners?list=approved&limit=5',
  '/partners?list=approved&limit=5&search=meera',
  '/partners/counts',
  '/partner-names?list=approved',
  '/user/all',
  '/users?limit=5',
  '/users?limit=5&search=as',
  `/user/u1/booking-counts?${ON_TODAY}`,
  '/search?text=meera',
  '/summary',
  `/totals?${ON_TODAY}`,
  '/activity?limit=5',
  '/activity/people',
]

describe('with a replica that follows', () => {
  test.each(LISTS)('GET %s is read there', async (path) => {
    await expect
      .poll(() => readFrom(async () => expect((await call('GET', path)).status).toBe(200)))
      .toBe('replica')
  })

  test('an export is read there', async () => {
    // on a busy machine, the replica may need longer than the server waits
    await expect.poll(() => readFrom(exported)).toBe('replica')
  })

  test('a read that finds many deltas of a counter rolls them up on the primary', async () => {
    await sql`insert into booking_expirable_delta select 1, 0 from generate_series(1, 3000)`.execute(
      db,
    )
    const expired = `/bookings?list=expired&limit=5&now=${new Date().toISOString()}`
    const deltas = () => db.selectFrom('booking_expirable_delta').select('n').execute()
    await expect
      .poll(async () => {
        expect((await call('GET', expired)).status).toBe(200)
        return (await deltas()).length
      })
      .toBe(0)
  })

  test('one booking is read on the primary', async () => {
    expect(await readFrom(() => call('GET', `/bookings/${ID}`))).toBe('both')
  })

  test('a read waits for what the person has written', async () => {
    const replica = openReplica(readUrl, { primary: db, keys: testKeys(), waitMs: 20_000 })
    await postgres.pause()
    await move('Pune')
    const reading = replica.read({
      received: 0n,
      confirm: () => currentPosition(db),
      work: (from) =>
        from
          .selectFrom('booking')
          .select(sql<string>`body ->> 'location'`.as('location'))
          .where('id', '=', ID)
          .executeTakeFirst(),
    })
    const resumed = new Promise((resolve) => setTimeout(resolve, 80)).then(postgres.resume)
    expect(await reading).toEqual({ location: 'Pune' })
    expect(replica.answered).toEqual({ replica: 1, primary: 0 })
    await resumed
    await replica.close()
  })
})

test('the doctor compares it with the primary', async () => {
  const settings = { DATA_DIR: folder, ENCRYPTION_KEY_FILE: TEST_KEY_FILE, DATABASE_URL: url }
  const findings = async (of: string) => diagnose({ ...settings, DATABASE_READ_URL: of })
  expect(await findings(readUrl)).toContainEqual({
    subject: 'Replica',
    is: 'ok',
    text: expect.stringMatching(/^It lacks \d+ kB of the log of the primary\.$/),
  })
  const about = { subject: 'Replica', text: expect.stringContaining('is the primary') }
  expect(await findings(url)).toContainEqual(expect.objectContaining({ is: 'warning', ...about }))
})

describe('with a replica that is behind', () => {
  beforeAll(async () => {
    await postgres.pause()
  })
  afterAll(() => postgres.resume())

  test('a person reads their own write from the primary, and others what the replica has', async () => {
    expect(await locationInList({ token: dev })).toBe('Pune')
    await move('Udaipur')
    expect(await readFrom(async () => expect(await locationInList()).toBe('Udaipur'))).toBe(
      'primary',
    )
    const theirs = async () => expect(await locationInList({ token: dev })).toBe('Pune')
    expect(await readFrom(theirs)).toBe('replica')
  })

  test('a client that received the event of a change reads the change from the primary', async () => {
    const headers = { 'x-position': await position() }
    expect(await locationInList({ token: dev, headers })).toBe('Udaipur')
  })

  test('ignores a position that is none', async () => {
    const headers = { 'x-position': 'newest' }
    expect(await locationInList({ token: dev, headers })).toBe('Pune')
  })

  test('a position of another PostgreSQL, as after a restore, keeps nobody from the replica', async () => {
    await sql`update write_position set position = 'FF/0'`.execute(db)
    await postgres.resume()
    await expect.poll(() => readFrom(() => call('GET', '/summary'))).toBe('replica')
    await postgres.pause()
  })

  test('a person reads their own write after PostgreSQL has lost the positions of writes', async () => {
    await move('Jodhpur')
    // what a crash and the promotion of a replica do to tables that are not logged
    await sql`truncate write_position, write_position_start`.execute(db)
    const own = async () => expect(await locationInList()).toBe('Jodhpur')
    expect(await readFrom(own)).toBe('primary')
    expect(await readFrom(own)).toBe('primary')
    await postgres.resume()
    await expect.poll(() => readFrom(own)).toBe('replica')
    await postgres.pause()
  })

  test('an export contains everything that was written', async () => {
    await move('Kota')
    expect(await exported()).toContain('Kota')
  })

  test('an ended session is refused, although the replica has it', async () => {
    const token = await signIn(DEV)
    expect((await call('POST', '/session/end', { token })).status).toBe(204)
    for (const path of LISTS) expect((await call('GET', path, { token })).status).toBe(401)
  })
})

test('the primary answers while the replica is lost', async () => {
  await postgres.stopReplica()
  for (const path of LISTS) expect((await call('GET', path)).status).toBe(200)
  expect(await readFrom(() => call('GET', '/summary'))).toBe('primary')
  await expect.poll(() => server.logged().join('\n')).toContain('The replica is lost.')
})

/** Returns the content of a list that Dev exports. */
async function exported(): Promise<string> {
  const request = {
    of: 'bookings',
    format: 'csv',
    timeZone: 'Asia/Kolkata',
    query: { tab: 'booked', ...TODAY },
  }
  const { data } = (await call('POST', '/exports', { token: dev, body: request })).json()
  const file = await readExport(server, data as PreparedExport)
  expect(file.status).toBe(200)
  return file.text()
}
