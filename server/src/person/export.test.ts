import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bookingJson, userJson } from '@mandap/domain/testing/builders.ts'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { type PreparedExport, prepareExport, readExport } from '../../testing/export.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { storedPartner } from '../../testing/partners.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { UPLOAD_KEY, uploadSample } from '../../testing/upload.ts'
import { upsertBookings } from '../booking/store.ts'
import { diskStore } from '../document-store/disk-store.ts'
import { encryptedStore } from '../document-store/encrypted-store.ts'
import { upsertTempPartners } from '../partner/store.ts'
import { awaitWrites } from '../records/erased.ts'
import { upsertUsers } from '../user/store.ts'
import { openPersonFile } from './export-file.ts'

const REASON = 'Request of 24 November, shown with 2345 6789 0124'
/** As it is recorded and mailed. */
const MASKED_REASON = 'Request of 24 November, shown with XXXX XXXX 0124'

const TOKEN = 'a-token-of-the-metrics-of-a-test'

let api: Awaited<ReturnType<typeof startApi>>
let headers: { 'x-elevation': string }
let folder: string
beforeAll(async () => {
  folder = await scratchFolder('person-export')
  api = await startApi({
    DATA_DIR: folder,
    METRICS_TOKEN: TOKEN,
    UPLOAD_API_KEY: UPLOAD_KEY,
    SUPER_ADMIN_NUMBERS:
      '5550100001=asha.rao@mandap.example,5550100002=head@mandap.example,5550100003',
  })
  headers = await api.elevate()
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

async function metricsOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return answer.text()
}

async function linkTo(subject: string, id: unknown) {
  const body = { subject, id, reason: REASON }
  const made = await api.call('POST', '/person-exports', { body, headers })
  expect(made.status).toBe(201)
  return (made.body as { data: PreparedExport }).data
}

async function exported(subject: string, id: unknown) {
  const link = await linkTo(subject, id)
  const answer = await readExport(api, link)
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=${link.name}`)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return {
    ...link,
    names: Object.keys(files),
    bytes: (name: string) => Buffer.from(files[name] ?? []),
    json: (name: string): unknown => JSON.parse(strFromU8(files[name] ?? new Uint8Array())),
  }
}

describe('the export of a partner', () => {
  test('has the whole record, bookings, audit entries and the decrypted documents', async () => {
    const partner = await storedPartner(api.db, {
      bank: { accountNo: '50100123456789' },
      notes: 'Aadhaar 2345 6789 0124',
      mobileNo: '9876511111',
    })
    const { id: first, content: image } = await uploadSample(
      api.url,
      partner.id,
      '../../../etc/old card.PNG',
    )
    const { id: second } = await uploadSample(api.url, partner.id)
    const mine = bookingJson({ partnerId: partner.id })
    await upsertBookings(api.db, [mine, bookingJson()], 'import')
    await upsertTempPartners(
      api.db,
      [
        { _id: 'hand1', PartnerName: 'Ananya', personalNumber: '+91 98765 11111' },
        { _id: 'hand2', PartnerName: 'Dev' },
      ],
      'import',
    )

    const { names, json, bytes, name } = await exported('partner', partner.id)
    expect(name).toMatch(new RegExp(`^partner-${partner.id}-\\d{4}-\\d\\d-\\d\\d\\.zip$`))
    const paths = [`documents/aadhar-${first}.png`, `documents/aadhar-${second}.png`]
    expect(names).toEqual([
      'README.txt',
      'record.json',
      'entered-by-hand.json',
      'bookings.json',
      'activity.json',
      'documents.json',
      ...paths,
    ])
    expect(json('record.json')).toMatchObject({
      _id: partner.id,
      aadharNo: '234567890124',
      bank: { accountNo: '50100123456789' },
      notes: 'Aadhaar 2345 6789 0124',
    })
    expect(json('bookings.json')).toEqual([mine])
    expect(json('entered-by-hand.json')).toMatchObject([{ _id: 'hand1' }])
    expect(json('activity.json')).toMatchObject([{ kind: 'upload' }, { kind: 'upload' }])
    expect(json('documents.json')).toMatchObject([
      { file: paths[0], field: 'aadharUrl' },
      { file: paths[1] },
    ])
    for (const path of paths) expect(bytes(path).equals(image)).toBe(true)
    expect(bytes('README.txt').toString()).toContain(`about the partner ${partner.id}`)
  })

  test('is recorded with its reason, and mailed to the Super Admins who have an address', async () => {
    const partner = await storedPartner(api.db)
    api.mails.length = 0
    await exported('partner', partner.id)
    const entries = await api.auditOf(partner.id)
    expect(entries.at(-1)).toMatchObject({
      kind: 'exportPerson',
      by: ADMINISTRATOR.email,
      reason: MASKED_REASON,
      elevation: 'XXXXXX0001',
      after: { bookings: 0, documents: 0, entries: 0 },
    })
    await expect
      .poll(() => api.mails.map(({ to }) => to))
      .toEqual([ADMINISTRATOR.email, 'head@mandap.example'])
    expect(api.mails[0]?.text).toContain(
      `${ADMINISTRATOR.email} exported all data of the partner ${partner.id}`,
    )
    expect(api.mails[0]?.text).toContain(MASKED_REASON)
    expect(api.mails[0]?.text).not.toContain('Ananya')
  })

  test('says which file of a document is missing from the store', async () => {
    const partner = await storedPartner(api.db)
    const { id } = await uploadSample(api.url, partner.id)
    await api.db
      .updateTable('document')
      .set({ id: `${id.slice(0, 20)}0000` })
      .where('id', '=', id)
      .execute()
    const { names } = await exported('partner', partner.id)
    expect(names.at(-1)).toBe(`documents/aadhar-${id.slice(0, 20)}0000.png.missing.txt`)
  })

  test('contains a deleted partner, who can still be restored', async () => {
    const partner = await storedPartner(api.db)
    await api.call('DELETE', partner.path, { headers, body: { deletedBy: 'Super Admin' } })
    const { json } = await exported('partner', partner.id)
    expect(json('record.json')).toMatchObject({ aadharNo: '234567890124' })
  })
})

test('the export of a customer has the record and the bookings', async () => {
  const user = userJson({ _id: 'c/1 "x"' })
  const booking = bookingJson({ userId: user['_id'] })
  await upsertUsers(api.db, [user], 'import')
  await upsertBookings(api.db, [booking], 'import')
  const { names, json, name } = await exported('user', user['_id'])
  expect(name).toMatch(/^customer-c-1--x--\d{4}/)
  expect(names).toEqual(['README.txt', 'record.json', 'bookings.json', 'activity.json'])
  expect(json('record.json')).toEqual(user)
  expect(json('bookings.json')).toEqual([booking])
})

test('a secret works once, and not for the export of a list', async () => {
  const partner = await storedPartner(api.db)
  const link = await linkTo('partner', partner.id)
  expect((await readExport(api, { ...link, url: '/exports/file' })).status).toBe(404)
  const first = await readExport(api, link)
  expect(first.status).toBe(200)
  // the next test needs both slots
  await first.arrayBuffer()
  const again = await readExport(api, link)
  expect([again.status, await again.json()]).toMatchObject([
    410,
    { error: { code: 'LINK_EXPIRED' } },
  ])
})

test('a secret that is used twice at the same time exports once', async () => {
  const partner = await storedPartner(api.db)
  const link = await linkTo('partner', partner.id)
  const answers = await Promise.all([readExport(api, link), readExport(api, link)])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 410]))
  for (const answer of answers) await answer.arrayBuffer()
  expect(await api.auditOf(partner.id)).toHaveLength(1)
})

test('a file that is closed before it is sent reads nothing more, so that nothing fails', async () => {
  const { id } = await storedPartner(api.db)
  const store = encryptedStore(diskStore(join(folder, 'closed')), api.db)
  const file = await openPersonFile(api.db, store, { subject: 'partner', id }, new Date())
  expect(file?.name).toBe('Ananya Iyer')
  await file?.close()
  // a failure that nobody handles fails the test, and ends a server
  await pause(200)
})

test('a secret is over once its maker is a viewer, who may still export a list', async () => {
  const setRole = (role: 'administrator' | 'viewer') =>
    api.db
      .updateTable('administrator')
      .set({ role })
      .where('email', '=', ADMINISTRATOR.email)
      .execute()
  const partner = await storedPartner(api.db)
  const link = await linkTo('partner', partner.id)
  const query = { tab: 'booked', today: '2026-11-21', timeZone: 'Asia/Kolkata' }
  const list = await prepareExport(api, { of: 'bookings', query })
  await setRole('viewer')
  try {
    const answer = await readExport(api, link)
    expect([answer.status, await answer.json()]).toMatchObject([
      410,
      { error: { code: 'LINK_EXPIRED' } },
    ])
    expect(await api.auditOf(partner.id)).toEqual([])
    expect((await readExport(api, list)).status).toBe(200)
  } finally {
    await setRole('administrator')
  }
})

test('a download that is broken off is recorded as incomplete, and releases its connection', async () => {
  const partner = await storedPartner(api.db)
  const notes = 'n'.repeat(4000)
  const bookings = Array.from({ length: 2000 }, () => bookingJson({ partnerId: partner.id, notes }))
  await upsertBookings(api.db, bookings, 'import')
  const link = await linkTo('partner', partner.id)
  const answer = await readExport(api, link)
  await answer.body?.cancel()
  await expect
    .poll(async () => (await api.auditOf(partner.id)).at(-1)?.after)
    .toMatchObject({ bookings: 2000, complete: false })
  const inTransaction = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and state like 'idle in%'`.execute(
      api.db,
    )
    return rows
  }
  // other work of the server may be between two statements
  await expect.poll(inTransaction).toEqual([])
})

test('a mail server that does not answer delays no later export', async () => {
  const answered = Promise.withResolvers<void>()
  const mails: string[] = []
  const slow = await startApi(
    { SUPER_ADMIN_NUMBERS: '5550100001=asha.rao@mandap.example,5550100002,5550100003' },
    {
      mail({ subject }) {
        mails.push(subject)
        return answered.promise
      },
    },
  )
  try {
    const { id } = await storedPartner(slow.db)
    const elevated = await slow.elevate()
    for (let at = 0; at < 4; at += 1) {
      const body = { subject: 'partner', id, reason: REASON }
      const made = await slow.call('POST', '/person-exports', { body, headers: elevated })
      const answer = await readExport(slow, (made.body as { data: PreparedExport }).data)
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
    }
    expect(mails.filter((subject) => subject.includes('exported'))).toHaveLength(4)
  } finally {
    answered.resolve()
    await slow.close()
  }
})

test('limits the exports of an account', async () => {
  const { id } = await storedPartner(api.db)
  await linkTo('partner', id)
  const { numUpdatedRows } = await api.db
    .updateTable('attempt')
    .set({ count: 59 })
    .where('kind', '=', 'exportByAccount')
    .executeTakeFirstOrThrow()
  expect(numUpdatedRows).toBe(1n)
  await linkTo('partner', id)
  const body = { subject: 'partner', id, reason: REASON }
  const refused = await api.call('POST', '/person-exports', { body, headers })
  await api.db.deleteFrom('attempt').execute()
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_EXPORTS' } } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a third export at the same time is refused, and its secret works later', async () => {
  const { id } = await storedPartner(api.db)
  const links = [1, 2, 3].map(() => linkTo('partner', id))
  const sent = await api.db.transaction().execute(async (trx) => {
    // the exports wait before they are sent
    await awaitWrites(trx)
    const reading = (await Promise.all(links)).map(async (link) => {
      const answer = await readExport(api, link)
      return { link, answer, text: await answer.text() }
    })
    const { link, answer, text } = await Promise.race(reading)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('30')
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'EXPORTS_BUSY' } })
    expect(await metricsOf(api.url)).toMatch(/^mandap_exports_refused_total\{of="persons"\} 1$/m)
    return { reading, refused: link }
  })
  const statuses = (await Promise.all(sent.reading)).map(({ answer }) => answer.status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 503])
  await expect.poll(async () => (await readExport(api, sent.refused)).status).toBe(200)
})

test.each(['partner', 'user', 'tempPartner'])('answers 404 for an unknown %s', async (subject) => {
  const body = { subject, id: 'nobody', reason: REASON }
  expect((await api.call('POST', '/person-exports', { body, headers })).status).toBe(404)
})

test.each([
  [{ subject: 'booking', id: '1', reason: 'x' }, 'subject'],
  [{ subject: 'user', id: '1', reason: ' ' }, 'reason'],
  [{ subject: 'user', id: '1' }, 'reason'],
])('answers 400 for %j', async (body, field) => {
  expect(await api.call('POST', '/person-exports', { body, headers })).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID', field } },
  })
})
