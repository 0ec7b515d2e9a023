import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { dumpOf } from '../../testing/dump.ts'
import { exportOf, prepareExport } from '../../testing/export.ts'
import { appendAuditEntries } from '../audit/append.ts'
import { upsertBookings } from '../booking/store.ts'
import { upsertPartners, upsertTempPartners } from '../partner/store.ts'
import { upsertUsers } from '../user/store.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('an erasure drops the stored answers with the id, and keeps those with an id that contains it', async () => {
  const ids = ['lotus', '7', 'lotus-2', '2lotus', '72', 'LOTUS']
  // nothing but the id says whose they are
  const contact = { personalEmail: '', mobileNo: '', companyEmailId: '' }
  const partners = ids.map((id, at) =>
    // a host may use numbers as ids
    partnerJson({ _id: id === '7' ? 7 : id, ...(at < 2 && contact) }),
  )
  await upsertPartners(api.db, partners, 'import')
  const headers = await api.elevate()
  const writes = ids.map(
    (id) => [id, { ...headers, 'idempotency-key': crypto.randomUUID() }] as const,
  )
  const body = { status: 'AKYC', kycStatus: 'AKYC' }
  const statuses = async () => {
    const answers = writes.map(([id, sent]) =>
      api.call('PUT', `/partners/${id}`, { body, headers: sent }),
    )
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
  for (const id of ['lotus', '7']) {
    const erasure = { subject: 'partner', id, reason: 'Request of 24 November' }
    const { status } = await api.call('POST', '/erasures', { headers, body: erasure })
    expect(status).toBe(200)
  }
  expect(await statuses()).toEqual([403, 403, 200, 200, 200, 200])
})

describe('an erasure of a customer', () => {
  const ROSE_VILLA = 'Rose Villa, 12 Park Street'

  /** Returns what the audit log has of bookings. */
  async function detailsOfBookings(): Promise<string> {
    const entries = await api.db
      .selectFrom('activity')
      .select(['before', 'after'])
      .where('subject', '=', 'booking')
      .execute()
    return JSON.stringify(entries)
  }

  /** Erases the customer, and returns what the audit log then has of bookings. */
  async function detailsAfterErasing(id: string): Promise<string> {
    const headers = await api.elevate()
    const erasure = { subject: 'user', id, reason: 'Request of 24 November' }
    expect((await api.call('POST', '/erasures', { headers, body: erasure })).status).toBe(200)
    return detailsOfBookings()
  }

  test('includes the bookings whose details of the person were removed before', async () => {
    const id = 'kavitha'
    await upsertUsers(api.db, [userJson({ _id: id })], 'import')
    const booking = { _id: 'emptied', userId: id, status: 'pending' }
    await upsertBookings(api.db, [{ ...booking, location: ROSE_VILLA }], 'import')
    await upsertBookings(api.db, [booking], 'import')
    expect(await detailsOfBookings()).toContain(ROSE_VILLA)
    expect(await detailsAfterErasing(id)).not.toContain(ROSE_VILLA)
  })

  test.each([
    ['userId', 'first'],
    ['customer_id', 'second'],
    ['customerId', { _id: 'third', fullName: 'Kavitha' }],
  ])('includes the bookings that have another customer now (%s)', async (field, customer) => {
    const id = typeof customer === 'string' ? customer : customer._id
    await upsertUsers(api.db, [userJson({ _id: id }), userJson({ _id: 'next-customer' })], 'import')
    const booking = { _id: `moved-from-${id}`, status: 'pending' }
    const places = [`${id}, ${ROSE_VILLA}`, `${id}, Lake View`, 'Hill Top']
    for (const location of places.slice(0, 2))
      await upsertBookings(api.db, [{ ...booking, [field]: customer, location }], 'import')
    const moved = { ...booking, [field]: 'next-customer', location: places[2] }
    await upsertBookings(api.db, [moved], 'import')
    expect(await detailsOfBookings()).toContain(places[0])
    expect(await detailsOfBookings()).toContain(places[1])
    const details = await detailsAfterErasing(id)
    expect(details).not.toContain(places[0])
    expect(details).not.toContain(places[1])
  })

  test('includes the bookings that were assigned to them as a manual partner', async () => {
    const id = 'meera'
    const phone = '9876511111'
    await upsertUsers(api.db, [userJson({ _id: id, fullName: 'Meera Krishnan', phone })], 'import')
    const byHand = { _id: 'meera-by-hand', PartnerName: 'Meera Krishnan', personalNumber: phone }
    await upsertTempPartners(api.db, [byHand], 'import')
    await upsertPartners(api.db, [partnerJson({ _id: 'next', status: 'approved' })], 'import')
    const assigned = { partnerName: 'Meera Krishnan', partnerMobile: phone }
    const booking = bookingJson({ partnerId: 'meera-by-hand', ...assigned })
    await upsertBookings(api.db, [booking], 'import')
    const next = { partnerId: 'next', partnerName: 'Ananya Iyer', partnerMobile: '1' }
    const path = `/bookings/${String(booking['_id'])}`
    expect((await api.call('PATCH', path, { body: next })).status).toBe(200)
    expect(await detailsOfBookings()).toContain(phone)
    expect(await detailsAfterErasing(id)).not.toContain(phone)
  })
})

describe('an erasure of a partner', () => {
  const TABLES = ['activity', 'export_link', 'idempotency_key']

  /** Returns the tables in which a name is found as it was typed. */
  async function tablesWith(name: string): Promise<string[]> {
    const dump = await dumpOf(api.databaseUrl)
    return TABLES.filter((table) => dump.get(table)?.includes(name))
  }

  async function erase(id: string): Promise<void> {
    const headers = await api.elevate()
    const erasure = { subject: 'partner', id, reason: 'Request of 24 November' }
    expect((await api.call('POST', '/erasures', { headers, body: erasure })).status).toBe(200)
  }

  const exported = (partnerName: string) => ({
    of: 'bookings',
    query: { tab: 'booked', partnerName, today: '2026-11-21', timeZone: 'Asia/Kolkata' },
  })

  test.each([
    ['two spaces', 'Ishaan  Kapoor'],
    ['a zero-width non-joiner', 'अन्\u200Cजलि शर्मा'],
    ['a combining accent', 'Jose\u0301 Dias'],
    ['a ligature', 'So\uFB01a Rao'],
    ['a final sigma', 'Νίκος Παππάς'],
  ])('finds a name with %s in exports and stored answers', async (_, name) => {
    const id = crypto.randomUUID()
    const next = partnerJson({ status: 'approved' })
    await upsertPartners(
      api.db,
      [partnerJson({ _id: id, name, status: 'approved' }), next],
      'import',
    )
    const booking = bookingJson({ partnerId: id, partnerName: name, notes: `Ask ${name}` })
    await upsertBookings(api.db, [booking], 'import')
    const swap = await api.call('PATCH', `/bookings/${String(booking['_id'])}`, {
      body: { partnerId: next['_id'], partnerName: next['name'], partnerMobile: '1' },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(swap.status).toBe(200)
    await exportOf(api, exported(name))
    await prepareExport(api, exported(name))
    expect(await tablesWith(name)).toEqual(TABLES)
    await erase(id)
    expect(await tablesWith(name)).toEqual([])
  })

  test('keeps the exports and the stored answers that name somebody else', async () => {
    const name = 'Farhan Qureshi'
    const partner = partnerJson({ name: 'Gauri Deshmukh', status: 'approved' })
    const booking = bookingJson({ notes: `Ask ${name}` })
    await upsertPartners(api.db, [partner], 'import')
    await upsertBookings(api.db, [booking], 'import')
    await api.call('PATCH', `/bookings/${String(booking['_id'])}`, {
      body: { location: 'Pune' },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    await exportOf(api, exported(name))
    await prepareExport(api, exported(name))
    await erase(String(partner['_id']))
    expect(await tablesWith(name)).toEqual(TABLES)
  })

  test('finds the name among more rows than it reads at once', async () => {
    const name = 'Lakshmi Venkataraman'
    const partner = partnerJson({ name, status: 'approved' })
    const id = String(partner['_id'])
    const booking = bookingJson({ partnerId: id, partnerName: name })
    await upsertPartners(api.db, [partner], 'import')
    await upsertBookings(api.db, [booking], 'import')
    await exportOf(api, exported(name))
    const bookingId = String(booking['_id'])
    await sql`
      insert into export_link (secret_hash, session_id, by, request, file_name, expires_at)
      select sha256(n::text::bytea), session.id, 'asha', jsonb_build_object('query', n || ${name}), '', now()
      from generate_series(1, 1100) as n, (select id from session limit 1) as session`.execute(
      api.db,
    )
    await sql`
      insert into idempotency_key (administrator_id, key, request, request_hash, status, body)
      select administrator.id, gen_random_uuid(), '', '', 200,
        jsonb_build_object('_id', ${bookingId}::text, 'notes', ${name}::text)::text
      from generate_series(1, 550), administrator`.execute(api.db)
    await appendAuditEntries(
      api.db,
      ...Array.from({ length: 1100 }, () => ({
        by: 'asha',
        kind: 'export' as const,
        subject: 'list' as const,
        subjectId: 'bookings',
        subjectName: 'Bookings',
        after: { query: { partnerName: name } },
      })),
    )
    await erase(id)
    expect(await tablesWith(name)).toEqual([])
  })
})
