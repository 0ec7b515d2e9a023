import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { HOUR } from '@mandap/domain/time/days.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { BOOKING } from '../booking/kind.ts'
import { upsertBookings } from '../booking/store.ts'
import type { Database } from '../database/connection.ts'
import { deletePartner } from '../partner/delete.ts'
import { DELETED_PARTNER, PARTNER } from '../partner/kind.ts'
import { upsertPartners } from '../partner/store.ts'
import { USER } from '../user/kind.ts'
import { upsertUsers } from '../user/store.ts'
import { reindexRecords } from './reindex.ts'
import { codeOfShort } from './short-parts.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

const steered = 'As\u202Eha\u0007 Rao'

const hours = (count: number) => new Date(Date.now() + count * HOUR)

const reindex = (db: Database, now?: Date) =>
  reindexRecords(db, [BOOKING, PARTNER, DELETED_PARTNER, USER], now)

test('computes the index fields of older records again, once', async () => {
  const { db } = scratch
  await upsertBookings(db, [bookingJson({ _id: 'b', partnerName: steered })], 'import')
  await upsertUsers(db, [userJson({ _id: 'u', fullName: steered })], 'import')
  await upsertPartners(
    db,
    [
      partnerJson({ _id: 'p', name: '\u3164', status: 'approved\u200B' }),
      partnerJson({ _id: 'plain', name: 'Asha' }),
    ],
    'import',
  )
  // as an older release computed them; records of plain ASCII are not read
  await db.updateTable('booking').set({ partner_name: 'older' }).execute()
  await db.updateTable('app_user').set({ name: 'older' }).execute()
  await db
    .updateTable('partner')
    .set({ name: 'older', status: 'approved\u200B', missing_items: [] })
    .execute()

  await reindex(db)
  const partners = await db.selectFrom('partner').selectAll().orderBy('id').execute()
  expect(partners).toMatchObject([
    { id: 'p', name: '', status: 'approved', missing_items: ['name'], version: 1 },
    { id: 'plain', name: 'older' },
  ])
  expect(partners[0]?.body).toMatchObject({ name: '\u3164', status: 'approved\u200B' })
  const booking = await db.selectFrom('booking').selectAll().executeTakeFirstOrThrow()
  expect(booking).toMatchObject({ partner_name: 'asha rao', version: 1, updated_by: 'import' })
  const user = await db.selectFrom('app_user').selectAll().executeTakeFirstOrThrow()
  expect(user).toMatchObject({ name: 'asha rao', version: 1 })
  expect(
    await db.selectFrom('activity').selectAll().where('kind', '=', 'update').execute(),
  ).toEqual([])

  await reindex(db, hours(25))
  await db.updateTable('app_user').set({ name: 'older' }).execute()
  await reindex(db, hours(26))
  expect((await db.selectFrom('app_user').select('name').executeTakeFirstOrThrow()).name).toBe(
    'older',
  )
})

test('computes what servers of an earlier release write within a day again, and nothing later', async () => {
  const own = await scratchDatabase()
  const { db } = own
  onTestFinished(() => own.drop())
  const users = ['long-ago', 'recent'].map((_id) => userJson({ _id, fullName: steered }))
  await upsertUsers(db, users, 'import')
  await reindex(db)
  await db
    .updateTable('app_user')
    .set({ updated_at: hours(-30) })
    .where('id', '=', 'long-ago')
    .execute()
  const writeAsEarlier = () => db.updateTable('app_user').set({ name: 'older' }).execute()
  const names = async () =>
    (await db.selectFrom('app_user').select('name').orderBy('id').execute()).map(({ name }) => name)
  for (const at of [0, 20, 25]) {
    await writeAsEarlier()
    await reindex(db, hours(at))
    expect(await names()).toEqual(['older', 'asha rao'])
  }
  await writeAsEarlier()
  await reindex(db, hours(26))
  expect(await names()).toEqual(['older', 'older'])
})

test('computes nothing again in a database that this release created', async () => {
  const own = await scratchDatabase()
  const { db } = own
  onTestFinished(() => own.drop())
  await reindex(db)
  await upsertUsers(db, [userJson({ fullName: steered })], 'import')
  await db.updateTable('app_user').set({ name: 'older' }).execute()
  await reindex(db)
  const { name } = await db.selectFrom('app_user').select('name').executeTakeFirstOrThrow()
  expect(name).toBe('older')
})

test('makes the digits of older phones searchable, once', async () => {
  const own = await scratchDatabase()
  const { db } = own
  onTestFinished(() => own.drop())
  await upsertUsers(
    db,
    [
      userJson({ _id: 'plain', phone: '9845098450' }),
      userJson({ _id: 'spaced', phone: '+91 98450 98450' }),
    ],
    'import',
  )
  await upsertPartners(
    db,
    [
      partnerJson({ _id: 'p', mobileNo: '98765-01234' }),
      partnerJson({ _id: 'q', phone: '9845098450', mobileNo: '', personalNumber: '98765-01234' }),
    ],
    'import',
  )
  await db.updateTable('app_user').set({ search_text: 'older' }).execute()
  await db.updateTable('partner').set({ search_text: 'older', guest_search_text: '' }).execute()

  await reindex(db)
  const texts = async () =>
    (await db.selectFrom('app_user').select('search_text').orderBy('id').execute()).map(
      (row) => row.search_text,
    )
  expect(await texts()).toEqual(['older', expect.stringContaining('\n9845098450')])
  const indexed = {
    search_text: expect.stringContaining('9876501234') as string,
    guest_search_text: expect.stringContaining('9876501234') as string,
  }
  expect(await db.selectFrom('partner').selectAll().execute()).toMatchObject([indexed, indexed])

  await reindex(db, hours(25))
  await db.updateTable('app_user').set({ search_text: 'older' }).execute()
  await reindex(db, hours(26))
  expect(await texts()).toEqual(['older', 'older'])
})

test('makes deleted partners searchable by the digits of their phones, once', async () => {
  const own = await scratchDatabase()
  const { db } = own
  onTestFinished(() => own.drop())
  const partners = ['98765-01234', '9845098450'].map((mobileNo, at) =>
    partnerJson({ _id: `p${at}`, name: 'Asha', mobileNo }),
  )
  await upsertPartners(db, partners, 'import')
  for (const id of ['p0', 'p1'])
    await db
      .transaction()
      .execute((trx) => deletePartner(trx, { id, by: 'asha', elevation: '', version: null }))
  const older = { name: 'older', search_text: 'older' }
  const writeAsEarlier = () => db.updateTable('deleted_partner').set(older).execute()
  const stored = () =>
    db.selectFrom('deleted_partner').select(['name', 'search_text']).orderBy('id').execute()
  const indexed = { name: 'asha', search_text: expect.stringContaining('9876501234') as string }

  for (const at of [0, 25]) {
    await writeAsEarlier()
    await reindex(db, hours(at))
    expect(await stored()).toEqual([indexed, older])
  }
  await writeAsEarlier()
  await reindex(db, hours(26))
  expect(await stored()).toEqual([older, older])
})

test('reads the older dates whose offset is whole hours, once', async () => {
  const own = await scratchDatabase()
  const { db } = own
  onTestFinished(() => own.drop())
  const dated = (_id: string, field: string, at: string) =>
    bookingJson({ _id, dateFrom: null, dateTo: null, createdAt: null, [field]: at })
  await upsertBookings(
    db,
    [
      dated('begins', 'dateFrom', '2026-12-05 04:30:00+00'),
      dated('ends', 'dateTo', '2026-12-05 04:30:00.5 -05'),
      dated('made', 'createdAt', ' 2026-12-05T04:30+00 '),
      dated('other', 'dateFrom', '2026-12-05T04:30:00+05:30'),
      bookingJson({ _id: 'two days', dateFrom: '2026-12-05', dateTo: '2026-12-06 04:30:00+00' }),
    ],
    'import',
  )
  const older = { date_from: null, date_to: null, created_at: null }
  const writeAsEarlier = async () => {
    await db.updateTable('booking').set(older).where('id', '!=', 'two days').execute()
    await db
      .updateTable('booking')
      .set({ date_to: sql`date_from` })
      .where('id', '=', 'two days')
      .execute()
  }
  const dates = async () =>
    await db
      .selectFrom('booking')
      .select(['id', 'date_from', 'date_to', 'created_at'])
      .orderBy('id')
      .execute()
  const read = await dates()
  expect(read.every((row) => row.date_from ?? row.date_to ?? row.created_at)).toBe(true)

  await writeAsEarlier()
  await reindex(db)
  expect(await dates()).toEqual(
    read.map((row) => (row.id === 'other' ? { id: 'other', ...older } : row)),
  )

  await reindex(db, hours(25))
  await writeAsEarlier()
  await reindex(db, hours(26))
  expect((await dates()).filter((row) => row.date_to !== row.date_from)).toEqual([])
})

test('reads the older amounts with the marks of rupees, once', async () => {
  const own = await scratchDatabase()
  const { db } = own
  onTestFinished(() => own.drop())
  const budgets = ['Rs. 45,000', ' inr 45000', '45,000/- ', '45000']
  const bookings = budgets.map((budget, at) => bookingJson({ _id: `b${at}`, budget }))
  await upsertBookings(db, bookings, 'import')
  const read = async () =>
    (await db.selectFrom('booking').select('budget').orderBy('id').execute()).map(
      (row) => row.budget,
    )

  await db.updateTable('booking').set({ budget: null }).execute()
  await reindex(db)
  expect(await read()).toEqual([45_000, 45_000, 45_000, null])

  await reindex(db, hours(25))
  await db.updateTable('booking').set({ budget: null }).execute()
  await reindex(db, hours(26))
  expect(await read()).toEqual([null, null, null, null])
})

test('no longer calls older coordinates missing that are text, once', async () => {
  const own = await scratchDatabase()
  const { db } = own
  onTestFinished(() => own.drop())
  const partners = [
    partnerJson({ _id: 'both', latitude: '19.0760° N', longitude: '72.8777° E' }),
    partnerJson({ _id: 'none', latitude: null, longitude: ' ' }),
    partnerJson({ _id: 'one', latitude: null, longitude: '72.8777° E' }),
  ]
  await upsertPartners(db, partners, 'import')
  const missing = async () =>
    (await db.selectFrom('partner').select('missing_items').orderBy('id').execute()).map(
      (row) => row.missing_items,
    )
  const older = { missing_items: ['latitude', 'longitude'] }

  await db.updateTable('partner').set(older).execute()
  await reindex(db)
  expect(await missing()).toEqual([[], ['latitude', 'longitude'], ['latitude']])

  await reindex(db, hours(25))
  await db.updateTable('partner').set(older).execute()
  await reindex(db, hours(26))
  expect(await missing()).toEqual(partners.map(() => ['latitude', 'longitude']))
})

test('finds older records by their short parts, once', async () => {
  const own = await scratchDatabase()
  const { db } = own
  onTestFinished(() => own.drop())
  await upsertBookings(db, [bookingJson({ _id: 'b', eventType: 'Zq' })], 'import')
  await upsertPartners(db, [partnerJson({ _id: 'p', name: 'Zq' })], 'import')
  await upsertUsers(db, [userJson({ _id: 'u', fullName: 'Zq' })], 'import')
  const tables = ['booking', 'partner', 'app_user'] as const
  const withPart = () =>
    Promise.all(
      tables.map((table) =>
        db
          .selectFrom(table)
          .select('id')
          .where(sql<boolean>`${codeOfShort('zq')} = any(short_parts)`)
          .execute(),
      ),
    )
  const all = [[{ id: 'b' }], [{ id: 'p' }], [{ id: 'u' }]]
  expect(await withPart()).toEqual(all)
  const forget = () =>
    Promise.all(tables.map((table) => db.updateTable(table).set({ short_parts: [] }).execute()))

  await forget()
  await reindex(db)
  expect(await withPart()).toEqual(all)

  await reindex(db, hours(25))
  await forget()
  await reindex(db, hours(26))
  expect(await withPart()).toEqual([[], [], []])
})
