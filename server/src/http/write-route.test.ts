import { randomUUID } from 'node:crypto'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { storedPartner } from '../../testing/partners.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { buildApp } from '../app/app.ts'
import type { App } from './app.ts'
import { upsertBookings } from '../booking/store.ts'
import { readConfig } from '../config/config.ts'
import { deleteOldIdempotencyKeys, type WriteKey } from './write-route.ts'

let api: Awaited<ReturnType<typeof startApi>>
let elevated: { 'x-elevation': string }
beforeAll(async () => {
  api = await startApi()
  elevated = await api.elevate()
})
afterAll(() => api.close())

interface Write {
  method: string
  path: string
  body?: object
  headers?: Record<string, string>
  /** Changes it to another request. */
  other: Partial<Omit<Write, 'other'>>
}

const AADHAAR = '234123412346'

async function storedBooking(): Promise<string> {
  const json = bookingJson({ aadharNo: AADHAAR })
  await upsertBookings(api.db, [json], 'import')
  return `/bookings/${String(json['_id'])}`
}

async function deletedPartner(): Promise<string> {
  const { path } = await storedPartner(api.db, { aadharNo: AADHAAR })
  await api.call('DELETE', path, { body: DELETION, headers: elevated })
  return path
}

const DELETION = { deletedBy: 'Super Admin' }
const versionOne = { 'if-match': '"1"' }

/** A request for every call that accepts a key. */
const WRITES: Record<WriteKey, () => Promise<Write>> = {
  'PATCH /bookings/{id}': async () => ({
    method: 'PATCH',
    path: await storedBooking(),
    body: { partnerName: 'Meera Joshi' },
    headers: versionOne,
    other: { body: { partnerName: 'Ishaan Rao' } },
  }),
  'PUT /partners/{id}': async () => ({
    method: 'PUT',
    path: (await storedPartner(api.db, { status: 'pending', aadharNo: AADHAAR })).path,
    body: { status: 'AKYC', kycStatus: 'AKYC' },
    headers: versionOne,
    other: { headers: { 'if-match': '"2"' } },
  }),
  'DELETE /partners/{id}': async () => ({
    method: 'DELETE',
    path: (await storedPartner(api.db, { aadharNo: AADHAAR })).path,
    body: DELETION,
    headers: { ...versionOne, ...elevated },
    other: { headers: elevated },
  }),
  'POST /partners/{id}/restore': async () => ({
    method: 'POST',
    path: `${await deletedPartner()}/restore`,
    headers: elevated,
    other: { path: `${await deletedPartner()}/restore` },
  }),
  'POST /temp-partner': async () => ({
    method: 'POST',
    path: '/temp-partner',
    body: { PartnerName: 'Sana Shaikh', personalNumber: '9822098220' },
    other: { body: { PartnerName: 'Sana Shaikh', personalNumber: '9822098221' } },
  }),
}

/** Sends a write, with a key if one is given. Returns the exact response. */
async function send(
  { method, path, body, headers }: Omit<Write, 'other'>,
  key?: string,
  by = ADMINISTRATOR,
) {
  const answer = await api.request(method, path, {
    ...(body && { body }),
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
    by,
  })
  return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() }
}

const codeOf = ({ text }: { text: string }) =>
  (JSON.parse(text) as { error?: { code: string } }).error?.code

async function trailLength(): Promise<number> {
  const { id } = await api.db.selectFrom('activity_head').select('id').executeTakeFirstOrThrow()
  return id
}

const keptKeys = (key: string) =>
  api.db.selectFrom('idempotency_key').selectAll().where('key', '=', key).execute()

describe.each(Object.entries(WRITES))('%s', (_call, prepare) => {
  test('sent again with its key, changes nothing and receives the identical first response', async () => {
    const write = await prepare()
    const before = await trailLength()
    const key = randomUUID()
    const first = await send(write, key)
    expect(first.status).toBeLessThan(300)
    expect(await send(write, key)).toEqual(first)
    expect(await send(write, key)).toEqual(first)
    expect(await trailLength()).toBe(before + 1)
  })

  test('sent five times at once, runs once, and each receives the same response', async () => {
    const write = await prepare()
    const before = await trailLength()
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(write, key)))
    expect(answers[0]?.status).toBeLessThan(300)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await trailLength()).toBe(before + 1)
  })

  test('answers another request with its key with 422, and does not run it', async () => {
    const { other, ...write } = await prepare()
    const key = randomUUID()
    await send(write, key)
    const before = await trailLength()
    const refused = await send({ ...write, ...other }, key)
    expect(refused.status).toBe(422)
    expect(codeOf(refused)).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await trailLength()).toBe(before)
    // the first response stays stored
    expect((await send(write, key)).status).toBeLessThan(300)
  })

  test('runs each time without a key', async () => {
    const write = await prepare()
    const first = await send(write)
    expect(first.status).toBeLessThan(300)
    expect((await send(write)).text).not.toBe(first.text)
  })
})

// an entry by hand has no personal number
test.each(Object.entries(WRITES).filter(([call]) => call !== 'POST /temp-partner'))(
  'the stored answer to %s has no personal number',
  async (_call, prepare) => {
    const key = randomUUID()
    await send(await prepare(), key)
    const [kept] = await keptKeys(key)
    expect(kept?.body).toContain('XXXX XXXX 2346')
    expect(kept?.body).not.toContain(AADHAAR)
  },
)

test('treats the same key of another administrator as another key', async () => {
  const write = await WRITES['POST /temp-partner']()
  const key = randomUUID()
  const own = await send(write, key)
  const other = await send(write, key, COLLEAGUE)
  expect(other.status).toBe(201)
  expect(other.text).not.toBe(own.text)
  expect(await keptKeys(key)).toHaveLength(2)
})

describe('a rejected write stores nothing, so that its key works later:', () => {
  test('a deletion without Super Admin', async () => {
    const { path } = await storedPartner(api.db)
    const key = randomUUID()
    const write = { method: 'DELETE', path, body: DELETION }
    expect(codeOf(await send(write, key))).toBe('ELEVATION_REQUIRED')
    expect(await keptKeys(key)).toEqual([])
    expect((await send({ ...write, headers: elevated }, key)).status).toBe(200)
  })

  test('a change of a stale version', async () => {
    const path = await storedBooking()
    await api.call('PATCH', path, { body: { partnerName: 'Ishaan Rao' } })
    const key = randomUUID()
    const write = { method: 'PATCH', path, body: { partnerName: 'Meera' }, headers: versionOne }
    expect(codeOf(await send(write, key))).toBe('STALE')
    expect(await keptKeys(key)).toEqual([])
    const onTheCurrent = { ...write, headers: { 'if-match': '"2"' } }
    expect((await send(onTheCurrent, key)).etag).toBe('"3"')
  })

  test('a change of a record that does not exist', async () => {
    const key = randomUUID()
    const write = { method: 'PATCH', path: '/bookings/none', body: { partnerName: 'Meera' } }
    expect((await send(write, key)).status).toBe(404)
    expect(await keptKeys(key)).toEqual([])
  })
})

test('answers a key that is not a UUID with 400 and the header', async () => {
  const refused = await send(await WRITES['POST /temp-partner'](), 'not a UUID')
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('idempotency-key')
})

test('the stored response survives a process that is killed between commit and response', async () => {
  const write = await WRITES['PATCH /bookings/{id}']()
  const key = randomUUID()
  const mute = await muteServer()
  const lost = fetch(mute.url + write.path, {
    method: write.method,
    headers: {
      authorization: `Bearer ${api.tokenOf(ADMINISTRATOR)}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      ...write.headers,
    },
    body: JSON.stringify(write.body),
  }).catch(() => 'no answer')
  await expect.poll(() => keptKeys(key)).toHaveLength(1)
  const before = await trailLength()
  mute.app.server.closeAllConnections()
  expect(await lost).toBe('no answer')

  const again = await send(write, key)
  expect(again).toMatchObject({ status: 200, etag: '"2"' })
  expect(JSON.parse(again.text)).toMatchObject({ partnerName: 'Meera Joshi', version: 2 })
  expect(await trailLength()).toBe(before)
  await mute.app.close()
})

/** Starts a second server on the same database, which commits and never answers. */
async function muteServer(): Promise<{ app: App; url: string }> {
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const app = await buildApp({ db: api.db, config, mail: async () => {} })
  app.addHook('onSend', () => new Promise(() => {}))
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

test('deletes keys after 24 hours, and not before', async () => {
  const write = await WRITES['POST /temp-partner']()
  const [old, young] = [randomUUID(), randomUUID()]
  const first = await send(write, old)
  await send(write, young)
  const age = async (key: string, hours: number) =>
    api.db
      .updateTable('idempotency_key')
      .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
      .where('key', '=', key)
      .execute()
  await age(old, 24.1)
  await age(young, 23.9)
  await deleteOldIdempotencyKeys(api.db)
  expect(await keptKeys(old)).toEqual([])
  expect(await keptKeys(young)).toHaveLength(1)
  expect((await send(write, old)).text).not.toBe(first.text)
})
