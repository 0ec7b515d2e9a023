import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { BOOKING_GROUP_NAMES, bookingsInGroup } from '@mandap/domain/booking/group.ts'
import { BOOKING_STATUSES } from '@mandap/domain/booking/status.ts'
import { userBookingCounts, totalsOf } from '@mandap/domain/booking/totals.ts'
import { startOfDay, type Today } from '@mandap/domain/time/days.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { bookingJson, userJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import { byName } from '@mandap/domain/text/by-name.ts'
import { userIndex, userFrom, userTiers } from '@mandap/domain/user/user.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../src/client.ts'
import { type RecordCalls, recordCalls } from './record-calls.ts'
import { TODAY } from './seed.ts'

/** Starts a host with only these users and their bookings. */
export interface UsersUnderTest {
  client: Client
  close(): Promise<void>
}

interface Seed {
  users: readonly JsonObject[]
  bookings: readonly JsonObject[]
}

const NAMES = ['Zoya Khan', 'kavya  nair', 'Kavya Nair', 'Örs', 'आरव मेहता', '', '🎉 Party', 'محمد']
const MONTHS = ['2025-11', '2025-12', '2026-10', '2026-11', '2026-12', '2027-05', '2027-06']

const ISHAAN = {
  PartnerName: 'Ishaan Rao',
  companyName: '',
  companyLocation: '',
  companyNumber: '',
  personalNumber: '',
  companyEmailId: '',
}

/** Users with bookings of every status around the bounds of months and of today, and some without bookings. */
function aSeed(): Seed {
  const users = Array.from({ length: 24 }, (_, at) =>
    userJson({ fullName: NAMES[at % NAMES.length], phone: `98450984${at}` }),
  )
  const turns = [
    ...MONTHS.map((month) => startOfDay(`${month}-01`, TODAY.timeZone)),
    startOfDay('2026-11-21', TODAY.timeZone),
    startOfDay('2026-11-22', TODAY.timeZone),
  ].flatMap((at) => [at - 1, at])
  const statuses = [...Object.keys(BOOKING_STATUSES), 'cancelled', '']
  const bookings = statuses.flatMap((status, which) =>
    turns.map((at, position) =>
      bookingJson({
        // the last users have no booking
        userId: users[(position * 3 + which) % 19]?.['_id'],
        status,
        dateFrom: position % 9 ? new Date(at).toISOString() : null,
        createdAt: new Date(turns[(position + which) % turns.length] ?? 0).toISOString(),
        budget: [0.1, '1,30,000.20', null, 'free', 90_071_992_547_409][position % 5],
        photographyEvent: position % 3 ? '' : 'event-1',
        cateringEvent: position % 4 ? '' : 'event-1',
      }),
    ),
  )
  return { users, bookings }
}

/** Tests the calls of User Count (§2.11) and of the charts on any host. Call it in a `describe`. */
export function userSuite(arrange: (seed: Seed) => Promise<UsersUnderTest>): void {
  const seed = aSeed()
  const users = seed.users.map((json) => userIndex(userFrom(json)))
  const indexFields = seed.bookings.map((json) => bookingIndex(bookingFrom(json)))
  let under: UsersUnderTest
  let calls: RecordCalls

  beforeAll(async () => {
    under = await arrange(seed)
    calls = recordCalls(under.client)
  })
  afterAll(() => under?.close())

  function listed({ search = '', has }: UserListing): string[] {
    const rule = has && bookingsInGroup(has.group, has.today)
    const inOrder = users
      .filter(
        ({ id }) =>
          !rule || indexFields.some((value) => value.userId === id && matches(rule, value)),
      )
      .toSorted(byName)
    return userTiers(search).flatMap((tier) =>
      inOrder.filter((user) => matches(tier, user)).map(({ id }) => id),
    )
  }

  const LISTINGS: UserListing[] = [
    {},
    { search: ' KAVYA nair ' },
    { search: 'आरव' },
    { search: 'nair kavya' },
    { search: 'k a' },
    { search: '+91 98450 98450' },
    { search: 'nair kavya', has: { group: 'upcoming', today: TODAY } },
    { search: 'nobody' },
    ...BOOKING_GROUP_NAMES.map((group) => ({ has: { group, today: TODAY } })),
    { search: 'kavya', has: { group: 'upcoming', today: TODAY } },
  ]

  test.each(LISTINGS)(
    'lists exactly the users of the rules by tier and name: %j (§2.11, §5.5)',
    async (listing) => {
      const ids: string[] = []
      let page = await calls.usersPage({ listing, limit: 5 })
      expect(page.total).toBe(listed(listing).length)
      ids.push(...page.rows.map(({ id }) => id))
      while (page.next !== null) {
        page = await calls.usersPage({ listing, limit: 5, after: page.next })
        expect(page.total).toBeNull()
        ids.push(...page.rows.map(({ id }) => id))
      }
      expect(ids).toEqual(listed(listing))
    },
  )

  test('a page of users at any position is read by skip', async () => {
    const page = await calls.usersPage({ listing: {}, limit: 4, skip: 9 })
    expect(page.rows.map(({ id }) => id)).toEqual(listed({}).slice(9, 13))
    expect(page.total).toBe(users.length)
  })

  test('a user’s bookings are counted by group (§4.3)', async () => {
    for (const { id } of users) {
      const own = indexFields.filter(({ userId }) => userId === id)
      const counts = await calls.userBookingCounts({ userId: id, today: TODAY })
      expect(counts).toEqual(userBookingCounts(own, TODAY))
    }
  })

  test('the counts equal the totals of the user’s lists', async () => {
    const [id = ''] = listed({ has: { group: 'completed', today: TODAY } })
    const counts = await calls.userBookingCounts({ userId: id, today: TODAY })
    for (const group of BOOKING_GROUP_NAMES) {
      const listing = { list: 'ofUser', userId: id, group, today: TODAY } as const
      expect((await calls.bookingsPage({ listing, limit: 1 })).total).toBe(counts[group])
    }
  })

  describe('totals', () => {
    const DAYS: Today[] = [
      TODAY,
      { date: '2026-12-01', timeZone: 'America/St_Johns' },
      { date: '2026-11-30', timeZone: 'Pacific/Kiritimati' },
    ]

    test.each(DAYS)('equal the sums of the rules: %j', async (today) => {
      expect(await calls.totals(today)).toEqual(totalsOf(indexFields, today))
    })

    test('the groups and Other add up to all bookings', async () => {
      const { groups, other } = await calls.totals(TODAY)
      expect(other).toBeGreaterThan(0)
      expect(Object.values(groups).reduce((sum, n) => sum + n, other)).toBe(indexFields.length)
    })

    test('revenue is exact, and larger than the sum of its months if a date is missing', async () => {
      const { revenue, months } = await calls.totals(TODAY)
      expect(revenue % 100n).not.toBe(0n)
      expect(revenue).toBeGreaterThan(9_007_199_254_740_991n)
      expect(months.reduce((sum, month) => sum + month.revenue, 0n)).toBeLessThan(revenue)
    })
  })

  test('a swap does not change the sums', async () => {
    const before = await calls.totals(TODAY)
    const booking = await calls.booking(indexFields[0]?.id ?? '')
    await calls.swapBookingPartner(booking, await calls.createTempPartner(ISHAAN))
    expect(await calls.totals(TODAY)).toEqual(before)
  })
}
