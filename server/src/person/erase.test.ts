import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ERASED_NAME } from '@mandap/domain/person/erased.ts'
import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { counterDifferences } from '../../testing/counters.ts'
import { dumpOf } from '../../testing/dump.ts'
import { exportOf, prepareExport } from '../../testing/export.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { isWaitingForLock } from '../../testing/lock.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { sendSample, UPLOAD_KEY, uploadSample } from '../../testing/upload.ts'
import { verifyAuditLog } from '../audit/verify.ts'
import { upsertBookings } from '../booking/store.ts'
import type { Database } from '../database/connection.ts'
import { keysOf } from '../database/encryption-keys.ts'
import { insertDocument } from '../document/attach.ts'
import { removeDocuments } from '../document-store/remove.ts'
import { importSource } from '../import/import.ts'
import type { Subject } from '../import/source.ts'
import { restorePartner } from '../partner/delete.ts'
import { PARTNER } from '../partner/kind.ts'
import { upsertPartners, upsertTempPartners } from '../partner/store.ts'
import { lockRows } from '../records/write.ts'
import { upsertUsers } from '../user/store.ts'

const REASON = 'Request of 24 November, shown with 2345 6789 0124'
/** As it is recorded and mailed. */
const MASKED_REASON = 'Request of 24 November, shown with XXXX XXXX 0124'
const NAME = 'Parvathi Subramanian'

/** What must not be found anywhere after the erasure. */
const TRACES = [
  NAME,
  '98765 12399',
  '98765-12399',
  '9876512399',
  'parvathi@example.in',
  '234567890124',
  'Lotus Decor',
]

let api: Awaited<ReturnType<typeof startApi>>
let folder: string
let headers: { 'x-elevation': string }
beforeAll(async () => {
  folder = await scratchFolder('person-erase')
  api = await startApi({
    DATA_DIR: folder,
    UPLOAD_API_KEY: UPLOAD_KEY,
    SUPER_ADMIN_NUMBERS: '5550100001=asha.rao@mandap.example,5550100002,5550100003',
  })
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  headers = await api.elevate()
})

function parvathi(given: JsonObject = {}): JsonObject {
  return partnerJson({
    name: NAME,
    mobileNo: '98765 12399',
    personalEmail: 'Parvathi@example.in',
    companyName: 'Lotus Decor',
    companyEmailId: '',
    notes: 'Aadhaar 2345 6789 0124',
    status: 'approved',
    ...given,
  })
}

const erase = (subject: string, id: unknown) =>
  api.call('POST', '/erasures', { headers, body: { subject, id, reason: REASON } })

async function traces(texts: readonly string[] = TRACES): Promise<string[]> {
  const dump = await dumpOf(api.databaseUrl)
  const parts = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')])
  return [...dump].flatMap(([table, rows]) =>
    parts
      .filter((part) => rows.toLowerCase().includes(part.toLowerCase()))
      .map((part) => `${table}: ${part}`),
  )
}

async function storedFiles(): Promise<string[]> {
  const all = await readdir(join(folder, 'documents'), { recursive: true, withFileTypes: true })
  return all.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function bodyOf(table: 'booking' | 'partner' | 'temp_partner', id: unknown) {
  const query = api.db.selectFrom(table).select('body').where('id', '=', String(id))
  return (await query.executeTakeFirstOrThrow()).body
}

// first, because an erasure removes documents after its answer
test('what the store does not remove is removed by a later run', async () => {
  const removals = () => api.db.selectFrom('document_removal').selectAll().execute()
  await api.db
    .insertInto('document_removal')
    .values([{ id: 'd1' }, { id: 'd2' }])
    .execute()
  const removed: string[] = []
  const failing = { remove: () => Promise.reject(new Error('the store is away')) }
  await expect(removeDocuments(api.db, failing)).rejects.toThrow('away')
  await removeDocuments(api.db, { remove: async (id) => void removed.push(id) })
  expect(removed.toSorted()).toEqual(['d1', 'd2'])
  expect(await removals()).toEqual([])
})

describe('erasing a partner', () => {
  test('leaves no name, phone, e-mail address or number in any table, and no document', async () => {
    const partner = parvathi()
    const id = String(partner['_id'])
    const mine = { partnerId: id, partnerName: NAME, partnerMobile: '9876512399' }
    const booking = bookingJson({ ...mine, contact: { who: 'parvathi  SUBRAMANIAN' }, guests: 200 })
    const swapped = bookingJson(mine)
    const other = bookingJson()
    await upsertPartners(
      api.db,
      [partner, partnerJson({ _id: 'next', status: 'approved' })],
      'import',
    )
    await upsertBookings(api.db, [booking, swapped, other], 'import')
    await upsertTempPartners(
      api.db,
      [{ _id: 'by-hand', PartnerName: NAME, personalNumber: '+91 98765-12399' }],
      'import',
    )
    const byHand = bookingJson({ partnerId: 'by-hand', partnerName: NAME })
    await upsertBookings(api.db, [byHand], 'import')
    // what leaves traces: a decision, a swap away, a reveal, an upload, an export with a filter
    const next = { partnerId: 'next', partnerName: 'Ananya Iyer', partnerMobile: '1' }
    const swap = await api.call('PATCH', `/bookings/${String(swapped['_id'])}`, {
      body: next,
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    const decision = await api.call('PUT', `/partners/${id}`, {
      body: { status: 'RKYC', kycStatus: 'RKYC', reason: `VIDEO: ${NAME} is not visible` },
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    })
    await api.call('POST', `/partners/${id}/reveal`, { body: { field: 'aadharNo' } })
    for (const search of ['parvathi subramanian', '98765 12399', '98765-12399']) {
      const query = { list: 'approved', search }
      await exportOf(api, { of: 'partners', query })
      await prepareExport(api, { of: 'partners', query })
    }
    await uploadSample(api.url, id)
    await uploadSample(api.url, id)
    expect([swap.status, decision.status]).toEqual([200, 200])
    expect((await traces()).length).toBeGreaterThan(10)
    expect(await storedFiles()).toHaveLength(2)

    const { status, body } = await erase('partner', id)
    expect(status).toBe(200)
    expect(body).toEqual({
      data: { erasedAt: expect.stringMatching(/Z$/), bookings: 2, documents: 2 },
    })
    expect(await traces()).toEqual([])
    await expect.poll(storedFiles).toEqual([])

    const { erasedAt } = (body as { data: { erasedAt: string } }).data
    expect((await api.call('GET', `/partners/${id}`)).body).toMatchObject({
      name: ERASED_NAME,
      status: 'erased',
      erasedAt,
    })
    const anonymous = { partnerId: id, partnerName: ERASED_NAME, guests: 200, location: 'Jaipur' }
    expect(await bodyOf('booking', booking['_id'])).toMatchObject(anonymous)
    expect(await bodyOf('booking', byHand['_id'])).toMatchObject({ partnerName: ERASED_NAME })
    expect(await bodyOf('booking', swapped['_id'])).toMatchObject(next)
    expect(await bodyOf('booking', other['_id'])).toEqual(other)
    expect(await bodyOf('temp_partner', 'by-hand')).toMatchObject({ PartnerName: ERASED_NAME })
    expect(await counterDifferences(api.db)).toEqual([])
    expect(await verifyAuditLog(api.db)).toMatchObject({ is: 'whole' })
    const found = await api.call('GET', '/partners?search=parvathi')
    expect(found.body).toMatchObject({ data: [], total: 0 })
  })

  test('is recorded without the name, listed for a restore, and mailed', async () => {
    const partner = parvathi()
    const id = String(partner['_id'])
    const booking = bookingJson({ partnerId: id, partnerName: NAME })
    await upsertPartners(api.db, [partner], 'import')
    await upsertBookings(api.db, [booking], 'import')
    await erase('partner', id)
    expect((await api.auditOf(id)).at(-1)).toMatchObject({
      kind: 'erase',
      by: ADMINISTRATOR.email,
      subject: 'partner',
      subject_name: '',
      reason: MASKED_REASON,
      elevation: 'XXXXXX0001',
      after: { bookings: 1, documents: 0 },
    })
    expect((await api.auditOf(booking['_id'])).at(-1)).toMatchObject({
      kind: 'erase',
      version: 2,
      elevation: 'XXXXXX0001',
    })
    const list = () => readFile(join(folder, 'erasures.jsonl'), 'utf8').catch(() => '')
    await expect.poll(list).toContain(`"kind":"erase","subject":"partner","subjectId":"${id}"`)
    // the mail of an earlier test may arrive during this one
    const mails = () => api.mails.filter(({ text }) => text.includes(`erased the partner ${id}`))
    await expect.poll(() => mails().map(({ to }) => to)).toEqual([ADMINISTRATOR.email])
    expect(mails()[0]?.text).toContain(MASKED_REASON)
    expect(mails()[0]?.text).not.toContain(NAME)
  })

  test('changes nothing the second time', async () => {
    const partner = parvathi()
    await upsertPartners(api.db, [partner], 'import')
    const first = await erase('partner', partner['_id'])
    const entries = (await api.auditOf(partner['_id'])).length
    const second = await erase('partner', partner['_id'])
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(await api.auditOf(partner['_id'])).toHaveLength(entries)
  })

  test('refuses every later change', async () => {
    const partner = parvathi()
    const id = String(partner['_id'])
    const path = `/partners/${id}`
    const booking = bookingJson({ partnerId: id, partnerName: NAME })
    const free = bookingJson()
    await upsertPartners(api.db, [partner], 'import')
    await upsertBookings(api.db, [booking, free], 'import')
    const { content } = await uploadSample(api.url, id)
    await erase('partner', id)
    const refused = { status: 403, body: { error: { code: 'ERASED' } } }
    const approve = { status: 'AKYC', kycStatus: 'AKYC' }
    expect(await api.call('PUT', path, { body: approve, headers })).toMatchObject(refused)
    const deletion = { body: { deletedBy: 'Super Admin' }, headers }
    expect(await api.call('DELETE', path, deletion)).toMatchObject(refused)
    expect((await sendSample(api.url, id, content)).status).toBe(403)
    const reveal = { body: { field: 'aadharNo' } }
    expect(await api.call('POST', `${path}/reveal`, reveal)).toMatchObject({ status: 404 })
    const assigned = { partnerId: id, partnerName: NAME, partnerMobile: '1' }
    expect(
      await api.call('PATCH', `/bookings/${String(free['_id'])}`, { body: assigned }),
    ).toMatchObject({ status: 400, body: { error: { field: 'partnerId' } } })
    expect(
      await api.call('PATCH', `/bookings/${String(booking['_id'])}`, {
        body: { partnerName: NAME },
      }),
    ).toMatchObject({ status: 400, body: { error: { field: 'partnerName' } } })
    // what is not about the partner can be changed
    const changed = await api.call('PATCH', `/bookings/${String(booking['_id'])}`, {
      body: { location: 'Pune' },
    })
    expect(changed.status).toBe(200)
    expect(await traces([NAME])).toEqual([])
  })

  test('includes a deleted partner, who cannot be restored any more', async () => {
    const partner = parvathi()
    const path = `/partners/${String(partner['_id'])}`
    await upsertPartners(api.db, [partner], 'import')
    await api.call('DELETE', path, { body: { deletedBy: 'Super Admin' }, headers })
    expect((await erase('partner', partner['_id'])).status).toBe(200)
    expect(await traces()).toEqual([])
    expect((await api.call('POST', `${path}/restore`, { headers })).status).toBe(404)
    expect((await api.call('GET', '/partners?list=deleted')).body).toMatchObject({
      data: [{ name: ERASED_NAME }],
    })
    // nor by an import
    expect(await upsertPartners(api.db, [partner], 'import')).toMatchObject({
      inserted: 0,
      erased: [partner['_id']],
    })
  })

  test('leaves everything as it was if it fails', async () => {
    const partner = parvathi()
    const id = String(partner['_id'])
    // the documents of earlier tests are removed after the answers
    await expect.poll(storedFiles).toEqual([])
    await upsertPartners(api.db, [partner], 'import')
    await uploadSample(api.url, id)
    const before = await bodyOf('partner', id)
    await sql`alter table erasure add constraint no_more check (false) not valid`.execute(api.db)
    try {
      expect((await erase('partner', id)).status).toBe(500)
    } finally {
      await sql`alter table erasure drop constraint no_more`.execute(api.db)
    }
    expect(await bodyOf('partner', id)).toEqual(before)
    expect(await storedFiles()).toHaveLength(1)
    expect((await erase('partner', id)).status).toBe(200)
    await expect.poll(storedFiles).toEqual([])
  })
})

describe('erasing a customer', () => {
  const KAVYA = [
    'Kavitha Ramanathan',
    '9845011223',
    'kavitha@example.in',
    'Rose Villa',
    'TXN-KAVITHA',
  ]

  test('leaves no detail in any table, and the bookings are still counted', async () => {
    const user = userJson({
      fullName: KAVYA[0],
      phone: KAVYA[1],
      email: KAVYA[2],
      address: KAVYA[3],
    })
    const id = String(user['_id'])
    const booking = bookingJson({
      userId: { _id: id, fullName: KAVYA[0], phone: KAVYA[1] },
      location: KAVYA[3],
      transactionId: KAVYA[4],
      notes: `call ${KAVYA[1]}`,
    })
    await upsertUsers(api.db, [user], 'import')
    await upsertBookings(api.db, [booking], 'import')
    await upsertUsers(api.db, [{ ...user, phone: '1' }, user], 'import')
    const day = 'today=2026-11-21&timeZone=Asia/Kolkata'
    const counts = () => api.call('GET', `/user/${id}/booking-counts?${day}`)
    const summary = () => api.call('GET', '/summary')
    const before = [(await counts()).body, (await summary()).body]
    const having = await api.call('GET', `/users?has=pending&${day}`)
    expect(having.body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ _id: id })]),
    })

    expect(await erase('user', id)).toMatchObject({ status: 200, body: { data: { bookings: 1 } } })
    expect(await traces(KAVYA.map(String))).toEqual([])
    expect([(await counts()).body, (await summary()).body]).toEqual(before)
    expect((await api.call('GET', `/user/${id}`)).body).toMatchObject({
      data: { fullName: ERASED_NAME, erasedAt: expect.anything() },
    })
    expect(await bodyOf('booking', booking['_id'])).toMatchObject({
      userId: id,
      partnerName: 'Aarav Mehta',
    })
    const patch = { body: { location: KAVYA[3] } }
    expect(await api.call('PATCH', `/bookings/${String(booking['_id'])}`, patch)).toMatchObject({
      status: 400,
      body: { error: { field: 'location' } },
    })
    expect(await counterDifferences(api.db)).toEqual([])
  })
})

describe('an import of an erased person', () => {
  function imported(subject: Subject, records: readonly JsonObject[]) {
    const chunks = async function* () {
      yield Buffer.from(JSON.stringify(records))
    }
    const open = async () => ({ chunks: chunks(), progress: () => null })
    return importSource(
      { db: api.db, url: api.databaseUrl },
      { name: `${subject}.json`, subject, open },
    )
  }

  test('reports the record, and stores the others', async () => {
    const [partner, user] = [parvathi(), userJson({ fullName: NAME })]
    await upsertPartners(api.db, [partner], 'import')
    await upsertUsers(api.db, [user], 'import')
    await erase('partner', partner['_id'])
    await erase('user', user['_id'])
    for (const [subject, record, other] of [
      ['partner', partner, partnerJson()],
      ['user', user, userJson()],
    ] as const) {
      const report = await imported(subject, [record, other])
      expect(report).toMatchObject({ read: 2, inserted: 1, changed: 0, refused: 1 })
      expect(report.problems).toEqual([
        `${subject}.json:1:2 (record 1): This person was erased, so the record is not stored.`,
      ])
    }
    expect(await traces()).toEqual([])
  })

  test('stores bookings without the person, and changes nothing the next time', async () => {
    const [partner, user] = [parvathi(), userJson({ fullName: NAME })]
    await upsertPartners(api.db, [partner], 'import')
    await upsertUsers(api.db, [user], 'import')
    const booking = bookingJson({
      partnerId: partner['_id'],
      partnerName: NAME,
      partnerMobile: '9876512399',
      userId: { _id: user['_id'], fullName: NAME },
      notes: 'Aadhaar 2345 6789 0124',
    })
    await upsertBookings(api.db, [booking], 'import')
    await erase('partner', partner['_id'])
    await erase('user', user['_id'])
    const later = bookingJson({
      partnerId: partner['_id'],
      partnerName: NAME,
      partnerMobile: '9876512399',
    })
    expect(await imported('booking', [booking, later])).toMatchObject({ inserted: 1, same: 1 })
    expect(await imported('booking', [booking, later])).toMatchObject({ inserted: 0, same: 2 })
    expect(await traces()).toEqual([])
  })
})

test('imports, changes and disclosures at the same time leave no trace', async () => {
  for (let round = 0; round < 5; round += 1) {
    const partner = parvathi()
    const id = String(partner['_id'])
    const [stored, later] = [0, 1].map(() =>
      bookingJson({ partnerId: id, partnerName: NAME, partnerMobile: '9876512399' }),
    ) as [JsonObject, JsonObject]
    await upsertPartners(api.db, [partner], 'import')
    await upsertBookings(api.db, [stored], 'import')
    const [erased] = await Promise.all([
      erase('partner', id),
      upsertBookings(api.db, [stored, later], 'import'),
      upsertPartners(api.db, [{ ...partner, mobileNo: '9876512399' }], 'import'),
      api.call('POST', `/partners/${id}/reveal`, { body: { field: 'aadharNo' } }),
      api.call('PATCH', `/bookings/${String(stored['_id'])}`, {
        body: { partnerName: `${NAME} 2` },
      }),
    ])
    expect(erased.status).toBe(200)
  }
  expect(await traces()).toEqual([])
})

describe('an erasure waits', () => {
  /** Erases a partner while another transaction has done some work. */
  async function eraseDuring(id: string, work: (trx: Database) => Promise<unknown>) {
    const [done, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const other = api.db.transaction().execute(async (trx) => {
      await work(trx)
      done.resolve()
      await waits.promise
    })
    await done.promise
    const erased = erase('partner', id)
    await expect.poll(() => isWaitingForLock(api.db)).toBe(true)
    waits.resolve()
    await other
    expect(await erased).toMatchObject({ status: 200 })
  }

  test('for an upload, and destroys the document', async () => {
    const partner = parvathi()
    const id = String(partner['_id'])
    await upsertPartners(api.db, [partner], 'import')
    const file = { path: '', size: 1, sha256: Buffer.alloc(32), type: null }
    const document = {
      partnerId: id,
      kind: 'aadharUrl',
      name: 'a.png',
      type: 'image/png',
      file,
    } as const
    const { id: dataKey } = await keysOf(api.db).current(api.db)
    const stored = { size: 1, sha256: Buffer.alloc(32), dataKey }
    await eraseDuring(id, async (trx) => {
      await insertDocument(trx, 'late', document, stored, 'asha')
      await lockRows(trx, PARTNER, [id])
    })
    const left = api.db.selectFrom('document').select('id').where('partner_id', '=', id)
    expect(await left.execute()).toEqual([])
  })

  test('for a deleted partner to be restored, and erases them', async () => {
    const partner = parvathi()
    const id = String(partner['_id'])
    await upsertPartners(api.db, [partner], 'import')
    await api.call('DELETE', `/partners/${id}`, { body: { deletedBy: 'Super Admin' }, headers })
    await eraseDuring(id, (trx) => restorePartner(trx, { id, by: 'asha', elevation: '' }))
    expect(await bodyOf('partner', id)).toMatchObject({ name: ERASED_NAME })
  })
})

test.each(['partner', 'user', 'tempPartner'])('answers 404 for an unknown %s', async (subject) => {
  expect(await erase(subject, 'nobody')).toMatchObject({ status: 404 })
})

test('refuses without Super Admin', async () => {
  const partner = parvathi()
  await upsertPartners(api.db, [partner], 'import')
  headers = { 'x-elevation': 'made up' }
  expect(await erase('partner', partner['_id'])).toMatchObject({
    status: 403,
    body: { error: { code: 'ELEVATION_REQUIRED' } },
  })
  expect(await bodyOf('partner', partner['_id'])).toMatchObject({ name: NAME })
})
