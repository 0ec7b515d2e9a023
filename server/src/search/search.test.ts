import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { bookingsFound } from '@mandap/domain/booking/found.ts'
import { byBookingTime } from '@mandap/domain/booking/order.ts'
import { partnerIndex } from '@mandap/domain/partner/index-fields.ts'
import { foundPartnerTiers } from '@mandap/domain/partner/list.ts'
import { byName } from '@mandap/domain/text/by-name.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import type { Condition, IndexFields } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { foundUserTiers, userFrom, userIndex } from '@mandap/domain/user/user.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoCounts, generate } from '@mandap/demo/generate.ts'
import { startApi } from '../../testing/api.ts'
import { BOOKING } from '../booking/kind.ts'
import { upsertBookings } from '../booking/store.ts'
import { PARTNER } from '../partner/kind.ts'
import { upsertPartners } from '../partner/store.ts'
import { bulkInsert } from '../records/bulk-insert.ts'
import { USER } from '../user/kind.ts'
import { upsertUsers } from '../user/store.ts'
import { search } from './find.ts'

interface Found {
  users: JsonObject[]
  bookings: JsonObject[]
  partners: JsonObject[]
}

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

async function found(text: string, limit?: number): Promise<Found> {
  const query = new URLSearchParams({ text, ...(limit && { limit: String(limit) }) })
  const { status, body } = await api.call('GET', `/search?${query}`)
  expect(status).toBe(200)
  return (body as { data: Found }).data
}

const idsOf = (records: JsonObject[]) => records.map(({ _id }) => _id)

describe('the search over users, bookings and partners (§5.5)', () => {
  beforeEach(() => sql`truncate booking, partner, app_user`.execute(api.db))

  test('finds text within names, in capitals or not, in any script', async () => {
    await upsertUsers(api.db, [userJson({ _id: 'u1', fullName: 'Kavya Nair' })], 'test')
    await upsertBookings(api.db, [bookingJson({ _id: 'b1', partnerName: 'KAVYANJALI' })], 'test')
    await upsertPartners(api.db, [partnerJson({ _id: 'p1', name: 'आरव मेहता' })], 'test')
    const { users, bookings, partners } = await found('avYA')
    expect([idsOf(users), idsOf(bookings), idsOf(partners)]).toEqual([['u1'], ['b1'], []])
    expect(idsOf((await found('व मेह')).partners)).toEqual(['p1'])
    expect(idsOf((await found('व')).partners)).toEqual(['p1'])
  })

  test.each(['', ' ', '\u200b'])('blank text finds none: %j', async (text) => {
    await upsertUsers(api.db, [userJson()], 'test')
    expect(await found(text)).toEqual({ users: [], bookings: [], partners: [] })
  })

  test.each(['%', '_', '\\', "'", '%%%', 'a%'])('finds %s as ordinary text', async (text) => {
    await upsertUsers(api.db, [userJson({ _id: 'u1', fullName: `a${text}b` }), userJson()], 'test')
    expect(idsOf((await found(text)).users)).toEqual(['u1'])
  })

  test('distinguishes a space from the letter that the index has in its place', async () => {
    const bookings = ['Kot ǀ Ram', 'KotǀRam', 'Kot Ram'].map((location) =>
      bookingJson({ _id: location, location }),
    )
    await upsertBookings(api.db, bookings, 'test')
    // the other tier has those that contain both words
    expect(idsOf((await found('ot r')).bookings)[0]).toBe('Kot Ram')
    expect(idsOf((await found('otǀr')).bookings)).toEqual(['KotǀRam'])
  })

  test('returns records with a version and masked personal numbers', async () => {
    const partner = { name: 'Zoya Khan', aadharNo: '234567891234', panNo: 'ABCDE1234F' }
    await upsertPartners(api.db, [partnerJson(partner)], 'test')
    const { partners } = await found('zoya')
    expect(partners).toMatchObject([
      { version: 1, aadharNo: 'XXXX XXXX 1234', panNo: 'ABXXXXX34F' },
    ])
  })

  test('does not find a deleted partner', async () => {
    await upsertPartners(api.db, [partnerJson({ _id: 'p1', name: 'Zoya Khan' })], 'test')
    const headers = await api.elevate()
    const body = { deletedBy: 'Super Admin' }
    await api.request('DELETE', '/partners/p1', { headers, body })
    expect((await found('zoya')).partners).toEqual([])
  })

  test.each(['', 'text=a&limit=0', 'text=a&limit=21', 'text=a&limit=x', 'limit=5'])(
    '%j is no search',
    async (query) => {
      expect((await api.call('GET', `/search?${query}`)).status).toBe(400)
    },
  )
})

describe('with more records than are searched in order', () => {
  const records = generate(
    { date: '2026-11-21', timeZone: 'Asia/Kolkata' },
    { ...demoCounts(3000), users: 3000, partners: 3000 },
    { users: 0, partners: 0, tempPartners: 0, bookings: 0 },
  )
  const bookings = [
    ...records.bookings,
    bookingJson({ _id: 'old', location: 'Zz', createdAt: '2001-01-01T00:00:00Z' }),
  ]
  const partners = [...records.partners]
  const users = [
    ...records.users,
    userJson({ _id: 'last', fullName: 'ŽŽ Top' }),
    // has the codes of ŽŽ
    userJson({ _id: 'other', fullName: 'ɾɾ Top' }),
  ]

  beforeAll(async () => {
    await sql`truncate booking, partner, app_user`.execute(api.db)
    await bulkInsert({ db: api.db, url: api.databaseUrl }, USER, users, 'test')
    await bulkInsert({ db: api.db, url: api.databaseUrl }, PARTNER, partners, 'test')
    await bulkInsert({ db: api.db, url: api.databaseUrl }, BOOKING, bookings, 'test')
  })

  const bookingsInOrder = bookings
    .map((json) => bookingIndex(bookingFrom(json)))
    .toSorted(byBookingTime('newest'))
  const partnersInOrder = partners.map((json) => partnerIndex(partnerFrom(json))).toSorted(byName)
  const usersInOrder = users.map((json) => userIndex(userFrom(json))).toSorted(byName)
  const last = bookingsInOrder.at(-2)?.numberId ?? ''

  test.each([
    'a',
    'zz',
    'žž',
    'qx',
    'wedding',
    'zoya',
    last,
    last.slice(-3),
    'jai',
    'nobody at all',
  ])('returns the first records that domain selects, in order: %s', async (text) => {
    const first = (indexFields: { id: string }[]) => indexFields.slice(0, 7).map(({ id }) => id)
    const isFound = <F extends IndexFields<F>>(tiers: readonly Condition<F>[], value: F) =>
      tiers.some((tier) => matches(tier, value))
    const near = { near: 200, nearWithoutIndex: 200 }
    const answer = JSON.parse(await search(api.db, text, 7, near)) as Found
    expect({
      users: idsOf(answer.users),
      bookings: idsOf(answer.bookings),
      partners: idsOf(answer.partners),
    }).toEqual({
      users: first(usersInOrder.filter((value) => isFound(foundUserTiers(text), value))),
      bookings: first(bookingsInOrder.filter((value) => matches(bookingsFound(text), value))),
      partners: first(partnersInOrder.filter((value) => isFound(foundPartnerTiers(text), value))),
    })
  })
})
