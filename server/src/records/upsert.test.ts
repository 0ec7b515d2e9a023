import { randomBytes } from 'node:crypto'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { aBooking, bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { bulkInsertBookings, upsertBookings } from '../booking/store.ts'
import { PARTNER } from '../partner/kind.ts'
import { upsertPartners, upsertTempPartners } from '../partner/store.ts'
import { upsertUsers } from '../user/store.ts'
import { bulkInsert } from './bulk-insert.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

const row = (id: unknown) =>
  scratch.db
    .selectFrom('booking')
    .selectAll()
    .where('id', '=', String(id))
    .executeTakeFirstOrThrow()

describe('storing records by id', () => {
  test('inserts a new record, ignores an equal one, and stores a different one as a new version', async () => {
    const first = bookingJson()
    const second = bookingJson()
    expect(await upsertBookings(scratch.db, [first, second], 'import')).toMatchObject({
      inserted: 2,
      changed: 0,
      same: 0,
      erased: [],
    })
    expect(await upsertBookings(scratch.db, [first, second], 'import')).toMatchObject({
      inserted: 0,
      changed: 0,
      same: 2,
      erased: [],
    })
    const swapped = { ...second, partnerName: 'Rohan Kulkarni' }
    expect(await upsertBookings(scratch.db, [first, swapped], 'import')).toMatchObject({
      inserted: 0,
      changed: 1,
      same: 1,
      erased: [],
    })
    expect(await row(second['_id'])).toMatchObject({
      body: swapped,
      version: 2,
      partner_name: 'rohan kulkarni',
      updated_by: 'import',
    })
    const activity = await scratch.db
      .selectFrom('activity')
      .select(['by', 'kind', 'subject', 'subject_id', 'version', 'before', 'after'])
      .execute()
    expect(activity).toEqual([
      {
        by: 'import',
        kind: 'update',
        subject: 'booking',
        subject_id: second['_id'],
        version: 2,
        before: { partnerName: second['partnerName'] },
        after: { partnerName: 'Rohan Kulkarni' },
      },
    ])
  })

  test('stores exactly the index fields of domain', async () => {
    const json = bookingJson({
      partnerName: '  ÀLEX\u00a0 İpek ',
      budget: '2,50,000',
      dateTo: null,
    })
    await upsertBookings(scratch.db, [json], 'import')
    const indexFields = bookingIndex(aBooking(json))
    expect(await row(json['_id'])).toMatchObject({
      number_id: indexFields.numberId,
      status: indexFields.status,
      phase: indexFields.phase,
      date_from: indexFields.dateFrom,
      date_to: indexFields.dateTo,
      created_at: indexFields.createdAt,
      booked_at: indexFields.bookedAt,
      lead_days: indexFields.leadDays,
      catering: indexFields.catering,
      photography: indexFields.photography,
      event: indexFields.event,
      partner_id: indexFields.partnerId,
      partner_name: indexFields.partnerName,
      user_id: indexFields.userId,
      budget: indexFields.budget,
      search_text: indexFields.searchText,
    })
  })

  test('stores the later of two records with the same id', async () => {
    const json = bookingJson({ location: 'Pune' })
    const later = { ...json, location: 'Nashik' }
    const put = await upsertBookings(scratch.db, [json, later], 'import')
    expect(put).toMatchObject({ inserted: 1, changed: 0, same: 1, erased: [] })
    expect(await row(json['_id'])).toMatchObject({ body: later, version: 1 })
  })

  test('removes from the record what jsonb cannot store', async () => {
    const json = bookingJson({ location: 'Ja\0ipur \ud83d', budget: -0, ['a\0b']: ['\udc00'] })
    await upsertBookings(scratch.db, [json], 'import')
    expect((await row(json['_id'])).body).toMatchObject({
      location: 'Jaipur \ufffd',
      budget: 0,
      ab: ['\ufffd'],
    })
    expect(await upsertBookings(scratch.db, [json], 'import')).toMatchObject({ same: 1 })
  })

  test('removes the version of a record, which is a column', async () => {
    const json = bookingJson({ version: 7 })
    await upsertBookings(scratch.db, [json], 'import')
    const stored = await row(json['_id'])
    expect(stored.version).toBe(1)
    expect(stored.body).not.toHaveProperty('version')
  })

  test.each([
    ['_id', bookingJson({ _id: '  ' })],
    ['partnerName', bookingJson({ partnerName: 'ﷺ'.repeat(100) })],
    ['numberId', bookingJson({ numberId: 'M'.repeat(3000) })],
  ])('rejects a record that cannot be stored because of its %s', async (field, json) => {
    const put = upsertBookings(scratch.db, [bookingJson(), json], 'import')
    await expect(put).rejects.toMatchObject({ name: 'UnstorableError', field })
  })

  test('texts of maximum length fit every index together', async () => {
    const text = () => randomBytes(400).toString('hex')
    const booking = bookingJson({
      _id: text(),
      numberId: text(),
      status: text(),
      partnerId: text(),
      partnerName: text(),
      userId: text(),
    })
    const partner = partnerJson({ _id: text(), name: text(), status: text() })
    const user = userJson({ _id: text(), fullName: text() })
    expect(await upsertBookings(scratch.db, [booking], 'import')).toMatchObject({ inserted: 1 })
    expect(await upsertPartners(scratch.db, [partner], 'import')).toMatchObject({ inserted: 1 })
    expect(await upsertUsers(scratch.db, [user], 'import')).toMatchObject({ inserted: 1 })
    await scratch.db.deleteFrom('partner').execute()
  })

  test('rejects a record that is nested too deep', async () => {
    const deep: unknown = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
    await expect(
      upsertBookings(scratch.db, [bookingJson({ deep })], 'import'),
    ).rejects.toMatchObject({
      name: 'UnstorableError',
    })
  })

  test('two concurrent imports of the same records count every record once', async () => {
    const records = Array.from({ length: 300 }, () => bookingJson())
    const puts = await Promise.all([
      upsertBookings(scratch.db, records, 'import'),
      upsertBookings(scratch.db, records.toReversed(), 'import'),
    ])
    expect(puts.reduce((sum, put) => sum + put.inserted, 0)).toBe(300)
    expect(puts.reduce((sum, put) => sum + put.same, 0)).toBe(300)
  })

  test('stores partners, temp partners and users in the same way', async () => {
    const partner = partnerJson({ aadharNo: '' })
    const temp = { _id: 'temp-1', PartnerName: 'Sana Shaikh', personalNumber: '9822098220' }
    const user = userJson()
    expect(await upsertPartners(scratch.db, [partner], 'import')).toMatchObject({ inserted: 1 })
    expect(await upsertTempPartners(scratch.db, [temp], 'import')).toMatchObject({ inserted: 1 })
    expect(await upsertUsers(scratch.db, [user], 'import')).toMatchObject({ inserted: 1 })
    const stored = await scratch.db.selectFrom('partner').selectAll().executeTakeFirstOrThrow()
    expect(stored.missing_items).toEqual(['aadharNo'])
  })
})

// 20,000 records are one chunk
describe('inserting many new records', { timeout: 120_000 }, () => {
  test('stores the same rows as an upsert, with every index', async () => {
    const fresh = await scratchDatabase()
    const indexes = () =>
      sql<{ indexdef: string }>`select indexdef from pg_indexes where tablename = 'booking'
        order by indexname`.execute(fresh.db)
    const before = await indexes()
    const hostile = bookingJson({ location: 'tab\tback\\slash\nline "quoted" \\N', budget: null })
    const records = [hostile, ...Array.from({ length: 20_500 }, () => bookingJson())]
    const heard: number[] = []
    const copied = await bulkInsertBookings(fresh, records, 'demo', (count) => heard.push(count))
    expect(copied).toBe(20_501)
    expect(heard).toEqual([20_000, 20_501])
    expect(await indexes()).toEqual(before)
    expect(await upsertBookings(fresh.db, records.slice(0, 100), 'demo')).toMatchObject({
      same: 100,
    })
    const copy = await fresh.db
      .selectFrom('booking')
      .selectAll()
      .where('id', '=', String(hostile['_id']))
      .executeTakeFirstOrThrow()
    expect(copy).toMatchObject({ body: hostile, budget: null, updated_by: 'demo' })
    await fresh.drop()
  })

  test('lists keep their items', async () => {
    const partner = partnerJson({ name: '', aadharNo: '', latitude: null })
    await bulkInsert(scratch, PARTNER, [partner], 'demo')
    const stored = await scratch.db
      .selectFrom('partner')
      .select('missing_items')
      .where('id', '=', String(partner['_id']))
      .executeTakeFirstOrThrow()
    expect(stored.missing_items).toEqual(['name', 'aadharNo', 'latitude'])
  })

  test('inserts nothing if one id exists', async () => {
    const there = bookingJson()
    await upsertBookings(scratch.db, [there], 'import')
    const fresh = bookingJson()
    await expect(bulkInsertBookings(scratch, [fresh, there], 'demo')).rejects.toThrow(
      /duplicate key/,
    )
    await expect(row(fresh['_id'])).rejects.toThrow('no result')
  })

  test('inserts nothing and rejects if PostgreSQL stops between two chunks', async () => {
    const first = bookingJson()
    async function* records() {
      yield first
      for (let i = 1; i < 20_000; i++) yield bookingJson()
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(scratch.db)
      for (let i = 0; i < 20_000; i++) yield bookingJson()
    }
    await expect(bulkInsertBookings(scratch, records(), 'demo')).rejects.toThrow(
      /connection|ECONNRESET|EPIPE/i,
    )
    await expect(row(first['_id'])).rejects.toThrow('no result')
  })
})
