import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { bookingTiers } from '@mandap/domain/booking/found.ts'
import { byBookingTime } from '@mandap/domain/booking/order.ts'
import { partnerIndex } from '@mandap/domain/partner/index-fields.ts'
import { partnerTiers } from '@mandap/domain/partner/list.ts'
import { byName } from '@mandap/domain/text/by-name.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import type { Condition, IndexFields } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { userIndex, userFrom, userTiers } from '@mandap/domain/user/user.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../src/client.ts'
import { type RecordCalls, recordCalls } from './record-calls.ts'
import type { Seed } from './seed.ts'

interface Under {
  client: Client
}

/** Tests the search of the dashboard on a host with the records of the seed. Call it in a `describe`. */
export function searchSuite(seed: Seed, host: () => Under): void {
  const users = seed.users.map((json) => userIndex(userFrom(json))).toSorted(byName)
  const bookings = seed.bookings
    .map((json) => bookingIndex(bookingFrom(json)))
    .toSorted(byBookingTime('newest'))
  const partners = seed.partners.map((json) => partnerIndex(partnerFrom(json))).toSorted(byName)
  let calls: RecordCalls

  beforeAll(() => {
    calls = recordCalls(host().client)
  })

  test.each([
    'kavya',
    'RAO',
    'a',
    'mb-1',
    'mb12',
    'आरव',
    'व',
    'sons &',
    '&',
    'ananya iyer',
    'nobody',
    'iyer ananya',
    'wedding jaipur',
    'rao kavya',
    'a r',
    '+91 98450 98450',
    '098450 98450 nair',
  ])('returns the first records of each tier, in order: "%s" (§2.4, §5.5)', async (text) => {
    const found = await calls.search(text)
    expect({
      users: idsOf(found.users),
      bookings: idsOf(found.bookings),
      partners: idsOf(found.partners),
      failed: found.failed,
    }).toEqual({
      users: firstOf(users, userTiers(text)),
      bookings: firstOf(bookings, bookingTiers(text)),
      partners: firstOf(partners, partnerTiers(text)),
      failed: [],
    })
  })

  test.each(['', ' ', '\u200b'])('blank text finds none: %j', async (text) => {
    expect(await calls.search(text)).toEqual({ users: [], bookings: [], partners: [], failed: [] })
  })

  test('masks personal numbers in the results', async () => {
    const { partners: found } = await calls.search('tara sen')
    expect(found).toMatchObject([
      { name: 'Tara Sen', original: { aadharNo: 'XXXX XXXX 1234', panNo: 'ABXXXXX34F' } },
    ])
  })

  test('an aborted search rejects with the reason of its signal', async () => {
    const reason = new Error('typed on')
    await expect(calls.search('mb', AbortSignal.abort(reason))).rejects.toBe(reason)
  })
}

function idsOf(records: readonly { id: string }[]): string[] {
  return records.map(({ id }) => id)
}

function firstOf<F extends IndexFields<F> & { id: string }>(
  indexFields: readonly F[],
  tiers: readonly Condition<F>[],
) {
  const found = tiers.flatMap((tier) => indexFields.filter((value) => matches(tier, value)))
  return idsOf(found).slice(0, 5)
}
