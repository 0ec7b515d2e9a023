import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { PagedBookings } from '@mandap/contract/codec/bookings.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { describe, expect, test } from 'vitest'
import { type BookingList, readBookingList } from './booking-list.ts'

function listOf(records: readonly JsonObject[]): Promise<BookingList> {
  const sent = JSON.stringify(records)
  return readBookingList(
    'GET /bookings',
    (async function* () {
      yield new TextEncoder().encode(sent)
    })(),
  )
}

const idsOf = (records: readonly JsonObject[]) => records.map((record) => bookingFrom(record).id)

test('counts bookings by status, whatever text a host sends as status', async () => {
  const statuses = ['pending', 'constructor', 'pending', '__proto__', 'constructor', '']
  const { byStatus } = await listOf(statuses.map((status) => bookingJson({ status })))
  expect(Object.entries(byStatus)).toEqual([
    ['pending', 2],
    ['constructor', 2],
    ['__proto__', 1],
    ['', 1],
  ])
})

/** Reads the ids of a list page by page. */
function pagedIds(list: BookingList, listing: PagedBookings, limit: number): string[] {
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = list.page(listing, { limit, after })
    ids.push(...idsOf(page.data))
    after = page.next ?? undefined
    // a cursor that leads to an earlier page would never end
    expect(ids.length).toBeLessThan(10_000)
  } while (after !== undefined)
  return ids
}

describe('the bookings whose number begins with a text', () => {
  const numbered: PagedBookings = { list: 'numbered', numberPrefix: 'MB' }
  const records = Array.from({ length: 2500 }, (_, at) =>
    bookingJson({ _id: `b${at}`, numberId: `MB${9999 - at}` }),
  )
  const inOrder = idsOf(records.toReversed())

  test('are paged by number', async () => {
    const list = await listOf([...records, bookingJson({ numberId: 'XY1' })])
    expect(pagedIds(list, numbered, 700)).toEqual(inOrder)
    const { data, next, total } = list.page(numbered, { limit: 3, skip: 5 })
    expect(idsOf(data)).toEqual(inOrder.slice(5, 8))
    expect(total).toBe(2500)
    expect(idsOf(list.page(numbered, { limit: 2, after: next ?? '' }).data)).toEqual(
      inOrder.slice(8, 10),
    )
    expect(list.page(numbered, { limit: 3, skip: 2497 }).next).toBeNull()
    expect(list.page(numbered, { limit: 3, skip: 3000 })).toMatchObject({ data: [], next: null })
  })
})

describe('the bookings that a search of two words finds', () => {
  const found: PagedBookings = { list: 'found', search: 'asha rao' }
  const records = Array.from({ length: 12 }, (_, at) =>
    bookingJson({
      _id: `b${at}`,
      partnerName: at % 2 ? 'Asha Rao' : 'Rao Asha',
      createdAt: `2026-11-${10 + at}T00:00:00Z`,
    }),
  )
  const inOrder = [11, 9, 7, 5, 3, 1, 10, 8, 6, 4, 2, 0].map((at) => `b${at}`)

  test('are paged in their tiers, each newest first', async () => {
    const list = await listOf(records)
    for (const limit of [1, 4, 6]) expect(pagedIds(list, found, limit)).toEqual(inOrder)
  })

  test('continue after the last page although its last booking is gone', async () => {
    const { next } = (await listOf(records)).page(found, { limit: 4 })
    const list = await listOf(records.filter(({ _id }) => _id !== inOrder[3]))
    const { data } = list.page(found, { limit: 3, after: next ?? '' })
    expect(idsOf(data)).toEqual(inOrder.slice(4, 7))
  })

  test('are not repeated if ids are', async () => {
    const list = await listOf(
      records.map((record, at) => ({ ...record, _id: at % 3 ? record['_id'] : 'same' })),
    )
    expect(pagedIds(list, found, 1)).toHaveLength(12)
  })
})

test('a booking without a user belongs to no user', async () => {
  const today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
  const bookings = ['', 'u1'].map((userId) => bookingJson({ userId, status: 'pending' }))
  const { totals } = await listOf(bookings)
  expect(totals.countsOfUser('', today).all).toBe(0)
  expect(totals.countsOfUser('u1', today).all).toBe(1)
  expect([...totals.usersWith('pending', today)]).toEqual(['u1'])
})
