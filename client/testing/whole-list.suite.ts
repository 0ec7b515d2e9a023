import { expect, test } from 'vitest'
import type { CallRequest, Client } from '../src/client.ts'
import type { Seed } from './seed.ts'

type ListKey = 'GET /bookings' | 'GET /partners'
type ListQuery<K extends ListKey> = NonNullable<CallRequest<K>['query']>

interface Under {
  client: Client
}

/**
 * Tests that a list without parameters is the whole list of §7, and with any parameter except `numberId` a page or an error.
 * Call it in a `describe`.
 */
export function wholeListSuite(seed: Seed, host: () => Under): void {
  const bookings = (query: ListQuery<'GET /bookings'>) =>
    host().client.call('GET /bookings', { query })
  const partners = (query: ListQuery<'GET /partners'>) =>
    host().client.call('GET /partners', { query })

  test('without parameters, a list has every record', async () => {
    expect(await bookings({})).toHaveLength(seed.bookings.length)
    expect(await partners({})).toHaveLength(seed.partners.length)
  })

  test('with limit or skip, a list is a page', async () => {
    const total = seed.bookings.length
    for (const query of [{ limit: 2 }, { skip: total - 2 }])
      expect(await bookings(query)).toMatchObject({ data: [{}, {}], total })
    const { total: count } = (await partners({ skip: 1 })) as { total: number }
    expect(count).toBe(seed.partners.length)
  })

  test.each<ListQuery<'GET /bookings'>>([
    { search: 'mehta' },
    { partnerId: 'p1' },
    { userId: 'u1' },
    { sort: 'oldest' },
    { service: 'Catering' },
    { now: '2026-11-21T06:30:00.000Z' },
  ])('rejects the parameters of a list of bookings without the list: %j', async (query) => {
    await expect(bookings(query)).rejects.toMatchObject({
      kind: 'invalid',
      field: Object.keys(query)[0],
    })
  })

  test('rejects the status of a list of partners without the list', async () => {
    await expect(partners({ status: 'AKYC' })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'status',
    })
  })
}
