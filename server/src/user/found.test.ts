import { bookingJson, userJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { bulkInsertBookings, upsertBookings } from '../booking/store.ts'
import { BY_NAME, readPage } from '../records/page.ts'
import { foundUsers } from './found.ts'
import { USER } from './kind.ts'
import { MAX_FOUND, nextPlan, searchConditions, usersListed } from './list.ts'
import { upsertUsers } from './store.ts'

const COUNT = 11_000

/** Users, sorted by name. One in 300 is a Khan. */
const USERS = Array.from({ length: COUNT }, (_, at) =>
  userJson({
    fullName: `Kavya ${String(at).padStart(5, '0')} ${at % 300 === 0 ? 'Khan' : 'Nair'}`,
    // the index of the order does not contain long texts
    ...(at % 500 === 7 && { email: `${'x'.repeat(900)}@mandap.example` }),
  }),
)

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
  await upsertUsers(api.db, USERS, 'import')
})
afterAll(() => api.close())

interface Page {
  data: JsonObject[]
  next: string | null
  total: number | null
  totalIsExact?: boolean
}

async function page(query: Record<string, string>): Promise<Page> {
  const { status, body } = await api.call('GET', `/users?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body as Page
}

const namesOf = ({ data }: Page) => data.map(({ fullName }) => fullName)
const names = USERS.map(({ fullName }) => fullName)

describe('the users that a search finds (§2.11)', () => {
  test.each([
    ['kavya', COUNT],
    ['ka', COUNT],
    ['khan', Math.ceil(COUNT / 300)],
  ])('are counted exactly if the list is short: %s', async (search, count) => {
    const { total, totalIsExact } = await page({ search })
    expect(total).toBe(count)
    expect(totalIsExact).toBeUndefined()
  })

  test('are counted exactly in a short group too, although an index finds few of all users', async () => {
    const inGroup = USERS.filter((_, at) => at % 300 === 0 || at % 25 === 1)
    await upsertBookings(
      api.db,
      inGroup.map(({ _id }) => bookingJson({ userId: _id, status: 'pending' })),
      'import',
    )
    const today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
    const listing = { search: 'khan', has: { group: 'pending', today } } as const
    const found = await searchConditions(api.db, listing)
    const limits = { all: 5000, counted: 20, read: 40_000, min: 50 }
    const text = await foundUsers(api.db, listing, found, { limit: 5 }, limits)
    expect(JSON.parse(text)).toMatchObject({ total: Math.ceil(COUNT / 300) })
    expect(text).not.toContain('totalIsExact')
  })

  describe('in a list that is longer than a search reads', () => {
    const LIMITS = { all: 20, counted: 200, read: 500, min: 50 }

    async function pageOfLong(search: string, skip: number) {
      const listing = { search }
      const found = await searchConditions(api.db, listing)
      const request = { limit: 5, skip }
      return JSON.parse(await foundUsers(api.db, listing, found, request, LIMITS)) as Page
    }

    test.each([
      ['kavya', 200, false],
      ['ka', 200, false],
      // the users that are read have too few, so an index finds all
      ['khan', 37, true],
    ])('%s is counted: %i, exactly: %s', async (search, total, isExact) => {
      const expected = names.filter((name) => String(name).toLowerCase().includes(search))
      const first = await pageOfLong(search, 0)
      expect(first).toMatchObject(isExact ? { total } : { total, totalIsExact: false })
      expect('totalIsExact' in first).toBe(!isExact)
      for (const skip of [0, total >> 1, total - 5, 9000])
        expect(namesOf(await pageOfLong(search, skip))).toEqual(expected.slice(skip, skip + 5))
    })
  })

  describe('among those with an event on a busy day', () => {
    // the list is longer than the 500 users that are read, and the users of more than 5,000 events are not all found
    const LIMITS = { all: 20, counted: 200, read: 500, min: 50 }
    const has = {
      group: 'ongoing',
      today: { date: '2026-12-05', timeZone: 'Asia/Kolkata' },
    } as const
    const isBusy = (_: unknown, at: number) => at % 2 === 1 || at % 300 === 0
    const busyNames = names.filter(isBusy)

    beforeAll(async () => {
      // each of the first has another event in the evening
      const ids = USERS.filter(isBusy).map(({ _id }) => _id)
      const bookings = [...ids, ...ids.slice(0, 500)].map((userId, at) =>
        bookingJson({
          _id: `busy-${at}`,
          userId,
          status: 'confirmEvent',
          dateFrom: at < ids.length ? '2026-12-05T10:00:00Z' : '2026-12-05T15:00:00Z',
        }),
      )
      await bulkInsertBookings({ db: api.db, url: api.databaseUrl }, bookings, 'test')
    })

    async function pageOfDay(search: string, skip: number) {
      const listing = { search, has }
      const found = await searchConditions(api.db, listing)
      const text = await foundUsers(api.db, listing, found, { limit: 5, skip }, LIMITS)
      return JSON.parse(text) as Page
    }

    test.each([
      ['', 200, false],
      ['kavya', 200, false],
      ['ka', 200, false],
      ['nair kavya', 200, false],
      ['khan', 37, true],
    ])('"%s" is counted: %i, exactly: %s', async (search, total, isExact) => {
      const expected = busyNames.filter((name) =>
        search.split(' ').every((word) => String(name).toLowerCase().includes(word)),
      )
      const first = await pageOfDay(search, 0)
      expect(first).toMatchObject(isExact ? { total } : { total, totalIsExact: false })
      for (const skip of [0, total >> 1, total - 5, 4000])
        expect(namesOf(await pageOfDay(search, skip))).toEqual(expected.slice(skip, skip + 5))
    })

    test('are not counted by bookings of users without a record', async () => {
      const few = Array.from({ length: 8 }, (_, at) => `busy-${at}`)
      await api.db
        .updateTable('booking')
        .set({ user_id: sql`'nobody-' || id` })
        .where('id', 'like', 'busy-%')
        .where('id', 'not in', few)
        .execute()
      const { total, totalIsExact } = await pageOfDay('', 0)
      expect({ total, totalIsExact }).toEqual({ total: few.length, totalIsExact: undefined })
    })
  })

  test.each([0, 1, 5000, 9990])('have pages in order from %i on', async (skip) => {
    for (const search of ['kavya', 'ka']) {
      const first = await page({ search, skip: String(skip), limit: '5' })
      expect(namesOf(first)).toEqual(names.slice(skip, skip + 5))
      const next = await page({ search, after: first.next ?? '', limit: '5' })
      expect(namesOf(next)).toEqual(names.slice(skip + 5, skip + 10))
    }
  })

  test('have pages beyond those counted', async () => {
    const last = await page({ search: 'kavya', skip: '9998', limit: '5' })
    expect(namesOf(last)).toEqual(names.slice(9998, 10_003))
    expect(last.next).not.toBeNull()
  })
})

describe('the next users of a search', () => {
  async function areFoundByIndex(search: string, most = MAX_FOUND) {
    const listing = { search }
    const found = await searchConditions(api.db, listing)
    const { few } = await nextPlan(api.db, listing, found, { limit: 50, most })
    return few
  }

  test('are found by the index of short parts if few users have the text', async () => {
    expect(await areFoundByIndex('kh')).toBe(true)
  })

  test('are read in order if most users have the text', async () => {
    expect(await areFoundByIndex('ka')).toBe(false)
  })

  test('are read in order if a small share of the users has the text, but that is many', async () => {
    expect(await areFoundByIndex('kh', 20)).toBe(false)
  })

  test('are left to PostgreSQL if the word is longer', async () => {
    expect(await areFoundByIndex('khan')).toBe(false)
  })

  test('are the same, found by the index and read in order', async () => {
    const listing = { search: 'kh' }
    const found = await searchConditions(api.db, listing)
    const first = (few: boolean) =>
      readPage(api.db, USER, {
        parts: usersListed(listing, found, few),
        order: BY_NAME,
        few,
        limit: 50,
      })
    const byIndex = await first(true)
    expect(JSON.parse(byIndex.data)).toHaveLength(Math.ceil(COUNT / 300))
    expect(await first(false)).toEqual(byIndex)
  })
})
