import { ERASED_NAME } from '@mandap/domain/person/erased.ts'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { dumpOf } from '../../testing/dump.ts'
import { prepareExport } from '../../testing/export.ts'
import { upsertBookings } from '../booking/store.ts'
import { upsertPartners, upsertTempPartners } from '../partner/store.ts'

const NAME = 'Parvathi Subramanian'
const EMAIL = 'parvathi@example.in'

let api: Awaited<ReturnType<typeof startApi>>
let headers: { 'x-elevation': string }
let partner: JsonObject
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  headers = await api.elevate()
  partner = partnerJson({ name: NAME, mobileNo: '98765 12399', personalEmail: EMAIL })
  await upsertPartners(api.db, [partner], 'import')
})

async function erasePartner(): Promise<void> {
  const body = { subject: 'partner', id: partner['_id'], reason: 'Request of 24 November' }
  expect((await api.call('POST', '/erasures', { headers, body })).status).toBe(200)
}

/** Returns the tables that have one of the texts. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const dump = await dumpOf(api.databaseUrl)
  return [...dump].flatMap(([table, rows]) =>
    texts.filter((text) => rows.toLowerCase().includes(text)).map((text) => `${table}: ${text}`),
  )
}

// a part of the phone could be in a random key or hash, too
const traces = () => tablesWith('parvathi', '98765 12399', '9876512399')

async function bookingOf(id: unknown): Promise<JsonObject> {
  const { body } = await api.db
    .selectFrom('booking')
    .select('body')
    .where('id', '=', String(id))
    .executeTakeFirstOrThrow()
  return body
}

test('an import of bookings stores no field that could mention an erased partner again', async () => {
  const stored = bookingJson({
    partnerId: { _id: partner['_id'], name: NAME, personalEmail: EMAIL },
    partnerName: '',
    partnerMobile: '',
    contact: `${NAME}, 98765 12399`,
    vendorEmail: EMAIL,
    guests: 200,
  })
  await upsertBookings(api.db, [stored], 'import')
  await erasePartner()
  expect(await traces()).toEqual([])
  const id = String(stored['_id'])
  const asId: JsonObject = { ...stored, partnerId: partner['_id'] }
  const later: JsonObject = { ...asId, _id: `${id}-later` }
  const third: JsonObject = { ...stored, _id: `${id}-third` }
  await upsertBookings(api.db, [asId, later, third], 'import')
  expect(await traces()).toEqual([])
  expect(await bookingOf(id)).toMatchObject({ partnerName: ERASED_NAME, guests: 200 })
  expect(await bookingOf(later['_id'])).toMatchObject({ location: 'Jaipur', eventType: 'Wedding' })
  expect(await bookingOf(later['_id'])).not.toHaveProperty('guests')
  expect(await upsertBookings(api.db, [asId, later, third], 'import')).toMatchObject({ same: 3 })
})

test('an erasure includes entries of bookings that name the partner in another field than the name', async () => {
  const id = partner['_id']
  const mentions: JsonObject[] = [
    { partnerId: { _id: id, name: NAME } },
    { partnerId: { _id: id, phone: '+91 98765-12399' } },
    { partnerId: id, contact: `call ${NAME}` },
    { partnerId: id, contact: { phones: ['98765 12399'] } },
  ]
  const next = { partnerId: 'next', contact: '' }
  for (const mention of mentions) {
    const booking = bookingJson({ ...mention, partnerName: '', partnerMobile: '' })
    await upsertBookings(api.db, [booking], 'import')
    await upsertBookings(api.db, [{ ...booking, ...next }], 'import')
  }
  const moved = bookingJson({ partnerId: id, location: 'Jaipur' })
  for (const location of ['Jaipur', 'Lake View'])
    await upsertBookings(api.db, [{ ...moved, location }], 'import')
  expect(await traces()).not.toEqual([])
  await erasePartner()
  expect(await traces()).toEqual([])
  // an entry that does not name the partner stays
  expect(await tablesWith('lake view')).toEqual(['activity: lake view', 'booking: lake view'])
})

test.each([
  ['name', `call ${NAME}`],
  ['phone', '98765 12399'],
])(
  'an erasure removes the %s of the person from bookings that somebody else has now',
  async (_, contact) => {
    await upsertPartners(api.db, [partnerJson({ _id: 'next', status: 'approved' })], 'import')
    const mentions = { contact, guests: 200 }
    const booking = bookingJson({ partnerId: partner['_id'], partnerName: NAME, ...mentions })
    await upsertBookings(api.db, [booking], 'import')
    const next = { partnerId: 'next', partnerName: 'Ananya Iyer', partnerMobile: '1' }
    const swap = await api.call('PATCH', `/bookings/${String(booking['_id'])}`, {
      body: next,
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(swap.status).toBe(200)
    await erasePartner()
    expect(await traces()).toEqual([])
    const { contact: __, ...left }: JsonObject = { ...booking, ...next }
    expect(await bookingOf(booking['_id'])).toEqual(left)
    expect(await api.auditOf(String(booking['_id']))).toMatchObject([
      { kind: 'swap', salt: null },
      { kind: 'erase', version: 3 },
    ])
  },
)

test('an erasure writes a booking of the person only once, although an audit entry names the person too', async () => {
  const booking = bookingJson({ contact: `call ${NAME}`, guests: 200 })
  await upsertBookings(api.db, [{ ...booking, partnerId: '' }], 'import')
  await upsertBookings(api.db, [{ ...booking, partnerId: partner['_id'] }], 'import')
  await erasePartner()
  expect(await traces()).toEqual([])
  const [change, erasure] = await api.auditOf(String(booking['_id']))
  expect(change).toMatchObject({ kind: 'update', version: 2 })
  expect(erasure).toMatchObject({ kind: 'erase', version: 3 })
})

test('an import stores no field again that an erasure removed from a booking of somebody else', async () => {
  await upsertPartners(api.db, [partnerJson({ _id: 'next', status: 'approved' })], 'import')
  const sent: JsonObject = {
    ...bookingJson({ contact: `call ${NAME}`, guests: 200 }),
    partnerName: 'Ananya Iyer',
  }
  await upsertBookings(api.db, [{ ...sent, partnerId: partner['_id'] }], 'import')
  await upsertBookings(api.db, [{ ...sent, partnerId: 'next' }], 'import')
  await erasePartner()
  expect(await traces()).toEqual([])
  const location = 'Lake View'
  await upsertBookings(api.db, [{ ...sent, partnerId: 'next', location }], 'import')
  expect(await traces()).toEqual([])
  const { contact: _, ...left }: JsonObject = { ...sent, partnerId: 'next', location }
  expect(await bookingOf(sent['_id'])).toEqual(left)
})

test('an erasure finds what names the person by the phone of a record that was entered by hand', async () => {
  const phones = { personalNumber: '98765 12399', mobileNo: '98450 11223' }
  const byHand = { _id: 'by-hand', PartnerName: 'Parvathi S', ...phones }
  await upsertTempPartners(api.db, [byHand], 'import')
  const contact = 'call 98450-11223'
  const booking = bookingJson({ partnerId: partner['_id'], partnerName: NAME, contact })
  await upsertBookings(api.db, [booking], 'import')
  await prepareExport(api, { of: 'partners', query: { list: 'approved', search: '98450 11223' } })
  const ofPhone = ['98450 11223', '98450-11223', '9845011223']
  expect((await tablesWith(...ofPhone)).length).toBeGreaterThan(2)
  await erasePartner()
  expect(await tablesWith(...ofPhone, 'parvathi')).toEqual([])
})
