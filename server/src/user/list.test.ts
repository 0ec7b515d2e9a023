import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import {
  BOOKING_GROUP_NAMES,
  type BookingGroup,
  bookingsInGroup,
} from '@mandap/domain/booking/group.ts'
import { BOOKING_STATUSES } from '@mandap/domain/booking/status.ts'
import { userBookingCounts } from '@mandap/domain/booking/totals.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { bookingJson, userJson } from '@mandap/domain/testing/builders.ts'
import { byName } from '@mandap/domain/text/by-name.ts'
import { userIndex, userFrom, userTiers } from '@mandap/domain/user/user.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { upsertBookings } from '../booking/store.ts'
import { upsertUsers } from './store.ts'

const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const NAMES = ['Kavya Nair', 'Nair, Kavya', 'kavya  NAIR', 'आरव मेहता', '100%_', '', 'Zoya Khan']
const STARTS = ['2026-11-20T18:29:59.999Z', '2026-11-20T18:30:00Z', '2026-11-21T18:30:00Z', null]

const users = Array.from({ length: 40 }, (_, at) =>
  userJson({ fullName: NAMES[at % NAMES.length], phone: `98450${at}` }),
)
const bookings = users.slice(0, 30).flatMap((user, at) =>
  Object.keys(BOOKING_STATUSES)
    .filter((_, which) => (at + which) % 5 === 0)
    .map((status, which) =>
      bookingJson({
        userId: user['_id'],
        status: at % 4 ? status : 'confirmEvent',
        dateFrom: STARTS[(at + which) % STARTS.length],
      }),
    ),
)
const indexFields = bookings.map((json) => bookingIndex(bookingFrom(json)))

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
  await upsertUsers(api.db, users, 'import')
  await upsertBookings(api.db, bookings, 'import')
})
afterAll(() => api.close())

interface Page {
  data: { _id: string }[]
  next: string | null
  total: number | null
}

async function page(query: Record<string, string>): Promise<Page> {
  const { body } = await api.call('GET', `/users?${new URLSearchParams(query)}`)
  return body as Page
}

function listed(search: string, group?: BookingGroup): string[] {
  const rule = group && bookingsInGroup(group, TODAY)
  const inOrder = users
    .map((json) => userIndex(userFrom(json)))
    .filter(
      (user) =>
        !rule || indexFields.some((value) => value.userId === user.id && matches(rule, value)),
    )
    .toSorted(byName)
  return userTiers(search).flatMap((tier) =>
    inOrder.filter((user) => matches(tier, user)).map(({ id }) => id),
  )
}

const DAY_OF = { today: TODAY.date, timeZone: TODAY.timeZone }

describe('GET /users', () => {
  test.each([
    '',
    ' ',
    'kavya nair',
    'nair kavya',
    'k a',
    '+91 98450 3',
    '098450 kavya',
    'KAVYA',
    '98450',
    '%_',
    'a',
    'Z',
    '39',
    'मे',
    'qq',
    'आरव',
    'nobody',
  ])('returns pages, by tier and name, of those who match "%s" (§2.11, §5.5)', async (search) => {
    const expected = listed(search)
    const ids: string[] = []
    let read = await page({ search, limit: '7' })
    expect(read.total).toBe(expected.length)
    ids.push(...read.data.map(({ _id }) => _id))
    while (read.next !== null) {
      read = await page({ search, limit: '7', after: read.next })
      expect(read.total).toBeNull()
      ids.push(...read.data.map(({ _id }) => _id))
    }
    expect(ids).toEqual(expected)
  })

  test.each(BOOKING_GROUP_NAMES)(
    'has=%s returns those with a booking of the group today (§4.3)',
    async (has) => {
      expect(listed('', has).length).toBeGreaterThan(1)
      expect(listed('', has).length).toBeLessThan(30)
      for (const search of ['', 'nair', 'kavya nair']) {
        const { data, total } = await page({ search, has, ...DAY_OF })
        expect(data.map(({ _id }) => _id)).toEqual(listed(search, has))
        expect(total).toBe(listed(search, has).length)
      }
    },
  )

  test.each<[string, BookingGroup | undefined]>([
    ['', undefined],
    ['kavya', undefined],
    ['kavya nair', undefined],
    ['a', undefined],
    ['', 'upcoming'],
    ['a', 'completed'],
    ['', 'ongoing'],
  ])('returns a page at any position by skip: "%s", %s', async (search, has) => {
    const expected = listed(search, has)
    const { length } = expected
    const skips = [0, 1, length >> 1, length - 6, length - 5, length - 1, length, length + 2]
    for (const skip of new Set(skips.filter((at) => at >= 0))) {
      const given = { search, ...(has && { has, ...DAY_OF }), skip: String(skip), limit: '5' }
      const { data, next, total } = await page(given)
      expect(data.map(({ _id }) => _id)).toEqual(expected.slice(skip, skip + 5))
      expect(total).toBe(expected.length)
      expect(next === null).toBe(skip + 5 >= expected.length)
      if (next === null) continue
      const { skip: _skip, ...rest } = given
      const following = await page({ ...rest, after: next })
      expect(following.data.map(({ _id }) => _id)).toEqual(expected.slice(skip + 5, skip + 10))
    }
  })

  test.each([
    ['has=pending', 'today'],
    ['has=pending&today=2026-11-21&timeZone=x/y', 'timeZone'],
    ['has=waiting&today=2026-11-21&timeZone=UTC', 'has'],
    ['skip=1&after=x', 'skip'],
    ['after=x', 'after'],
  ])('%s answers 400 for its %s', async (query, field) => {
    expect(await api.call('GET', `/users?${query}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID', field } },
    })
  })
})

describe('GET /user/{id}/booking-counts', () => {
  const counts = async (id: unknown) =>
    (await api.call('GET', `/user/${String(id)}/booking-counts?${new URLSearchParams(DAY_OF)}`))
      .body

  test('counts the user’s bookings of each group (§2.11, §4.3)', async () => {
    for (const { _id: id } of users) {
      const own = indexFields.filter(({ userId }) => userId === id)
      expect(await counts(id)).toEqual({ data: userBookingCounts(own, TODAY) })
    }
  })

  test('returns zero for a user without bookings', async () => {
    expect(await counts('nobody')).toEqual({ data: userBookingCounts([], TODAY) })
  })

  test('answers 400 without a day', async () => {
    expect(await api.call('GET', '/user/1/booking-counts')).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID', field: 'today' } },
    })
  })
})
