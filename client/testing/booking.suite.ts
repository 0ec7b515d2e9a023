import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import {
  BOOKING_SORTS,
  type BookingFilter,
  type BookingSort,
  EVENT_DATE_RANGES,
  type EventDateRange,
  type ListFilter,
} from '@mandap/domain/booking/filter.ts'
import { bookingTiers } from '@mandap/domain/booking/found.ts'
import { type BookingListing, bookingsOf, sortOf } from '@mandap/domain/booking/listing.ts'
import { bookingNumber } from '@mandap/domain/booking/number.ts'
import { byBookingTime } from '@mandap/domain/booking/order.ts'
import { BOOKING_WORKLISTS } from '@mandap/domain/booking/worklist.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import type { ManualPartner } from '@mandap/domain/booking/manual-partner.ts'
import { BOOKING_TABS, type BookingTab } from '@mandap/domain/booking/tab.ts'
import { partnerIndex } from '@mandap/domain/partner/index-fields.ts'
import { approvedPartners, MAX_NAMES, partnersWithWords } from '@mandap/domain/partner/list.ts'
import { byName } from '@mandap/domain/text/by-name.ts'
import { fold, words } from '@mandap/domain/text/text.ts'
import { type Partner, partnerFrom } from '@mandap/domain/partner/partner.ts'
import { all } from '@mandap/domain/rule/condition.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../src/client.ts'
import { type Page, type RecordCalls, recordCalls } from './record-calls.ts'
import { LISTINGS, NOW } from './booking-listings.ts'
import { type Seed, TODAY } from './seed.ts'

/** A client under test, and the records behind it. */
interface BookingClient {
  client: Client
  stored(kind: 'bookings' | 'tempPartners', id: string): Promise<JsonObject | undefined>
}

const MANUAL: ManualPartner = {
  PartnerName: 'Meera Joshi',
  companyName: 'Joshi Tents',
  companyLocation: 'Pune',
  companyNumber: '0202345678',
  personalNumber: '9822098220',
  companyEmailId: 'meera@example.in',
}

/**
 * Tests the calls of bookings, their users and planners over any transport, on a host with the records of the seed, which
 * it changes. Call it in a `describe`.
 */
export function bookingSuite(seed: Seed, host: () => BookingClient): void {
  const bookings = seed.bookings.map(bookingFrom)
  const indexFields = bookings.map(bookingIndex)
  const partners = seed.partners.map(partnerFrom)
  let calls: RecordCalls

  beforeAll(() => {
    calls = recordCalls(host().client)
  })

  function idsListed(listing: BookingListing): string[] {
    const tiers = listing.list === 'found' ? bookingTiers(listing.search) : [bookingsOf(listing)]
    const inOrder = indexFields.toSorted(byBookingTime(sortOf(listing)))
    const found = tiers.flatMap((tier) => inOrder.filter((value) => matches(tier, value)))
    return found.map(({ id }) => id)
  }

  const listed = (filter: BookingFilter, today = TODAY) => idsListed(details(filter, today))

  const filteredLists: [string, (filter: ListFilter, today?: Today) => BookingListing][] = [
    ...(Object.entries(BOOKING_TABS) as [BookingTab, string][]).map(
      ([tab, label]): (typeof filteredLists)[number] => [
        label,
        (filter, today) => details({ ...filter, tab }, today),
      ],
    ),
    [BOOKING_WORKLISTS.ended, (filter, today = TODAY) => ({ list: 'ended', filter, today })],
  ]

  describe('Booking Details and ended events (§2.5, §4.3)', () => {
    const combined: ListFilter = {
      numberId: 'MB1',
      service: 'Event',
      eventDate: 'thisMonth',
      partnerName: 'zoya KHAN',
    }
    const filters: ListFilter[] = [
      ...Object.keys(EVENT_DATE_RANGES).map((range) => ({ eventDate: range as EventDateRange })),
      ...['2026-11-19', '2026-11-21'].map((bookedDate) => ({ bookedDate })),
      ...SERVICE_CATEGORIES.map((service) => ({ service })),
      ...['Ananya Iyer', 'आरव मेहता', 'Nobody'].map((partnerName) => ({ partnerName })),
      ...['mb-1', 'MB12', 'x'].map((numberId) => ({ numberId })),
      combined,
    ]
    // server/src/booking/list.test.ts combines every list, filter and sort
    const listings: BookingListing[] = [
      ...(Object.keys(BOOKING_SORTS) as BookingSort[]).flatMap((sort) =>
        filteredLists.map(([, listingOf]) => listingOf({ sort })),
      ),
      ...filters.map((filter) => details({ ...filter, tab: 'booked' })),
      { list: 'ended', filter: combined, today: TODAY },
    ]

    test.each(listings)('lists exactly the bookings of the rules: %j', async (listing) => {
      const ids = idsListed(listing)
      const page = await calls.bookingsPage({ listing, limit: 200 })
      expect(idsOf(page)).toEqual(ids)
      expect(page).toMatchObject({ next: null, total: ids.length })
    })

    test.each(filteredLists)(
      '%s: days are those of the administrator’s time zone',
      async (_, listingOf) => {
        const listing = listingOf({}, { date: '2026-11-20', timeZone: 'America/New_York' })
        const page = await calls.bookingsPage({ listing, limit: 200 })
        expect(idsOf(page)).toEqual(idsListed(listing))
      },
    )
  })

  test.each(filteredLists)('%s has bookings to list', (_, listingOf) => {
    expect(idsListed(listingOf({})).length).toBeGreaterThan(5)
  })

  test.each(['newest', 'oldest'] as const)(
    'consecutive pages contain the whole list, %s first',
    async (sort) => {
      const filter = { tab: 'booked', sort } as const
      const request = { listing: details(filter), limit: 7 }
      const ids: string[] = []
      let page = await calls.bookingsPage(request)
      expect(page.total).toBe(listed(filter).length)
      ids.push(...idsOf(page))
      while (page.next !== null) {
        page = await calls.bookingsPage({ ...request, after: page.next })
        expect(page.total).toBeNull()
        expect(page.rows.length).toBeGreaterThan(0)
        ids.push(...idsOf(page))
      }
      expect(ids).toEqual(listed(filter))
    },
  )

  test.each(['newest', 'oldest'] as const)(
    'a page at any position is read by skip, %s first',
    async (sort) => {
      const filter = { tab: 'booked', sort } as const
      const ids = listed(filter)
      for (const skip of [0, 1, 13, ids.length - 1]) {
        const page = await calls.bookingsPage({ listing: details(filter), limit: 10, skip })
        expect(idsOf(page)).toEqual(ids.slice(skip, skip + 10))
        expect(page.total).toBe(ids.length)
        if (page.next === null) continue
        const further = { listing: details(filter), limit: 10, after: page.next }
        expect(idsOf(await calls.bookingsPage(further))).toEqual(ids.slice(skip + 10, skip + 20))
      }
      const beyond = { listing: details(filter), limit: 10, skip: ids.length + 5 }
      expect(await calls.bookingsPage(beyond)).toMatchObject({ rows: [], next: null })
    },
  )

  test.each(LISTINGS)('a list read by cursor and by skip equals the rules: %j', async (listing) => {
    const ids = idsListed(listing)
    expect(ids.length).toBeGreaterThan(2)
    expect(idsOf(await calls.bookingsPage({ listing, limit: 200 }))).toEqual(ids.slice(0, 200))
    const first = await calls.bookingsPage({ listing, limit: 2 })
    expect(first.total).toBe(ids.length)
    const second = await calls.bookingsPage({ listing, limit: 2, after: first.next ?? '' })
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids.slice(0, 4))
    expect(second.total).toBeNull()
    const jumped = await calls.bookingsPage({ listing, limit: 2, skip: ids.length - 1 })
    expect(jumped).toMatchObject({ rows: [{ id: ids.at(-1) }], next: null, total: ids.length })
  })

  test.each<BookingListing>([
    { list: 'found', search: 'nobody' },
    { list: 'found', search: ' ' },
    { list: 'expired', now: NOW, numberId: 'nothing like it' },
    { list: 'expired', now: Date.parse('2020-01-01') },
    { list: 'ofPartner', partnerId: 'nobody' },
    { list: 'ofPartner', partnerId: '' },
    { list: 'ofUser', userId: '', today: TODAY },
  ])('a list without matches is empty: %j', async (listing) => {
    expect(await calls.bookingsPage({ listing, limit: 5 })).toEqual({
      rows: [],
      next: null,
      total: 0,
    })
  })

  test('a listed booking is the record that was stored', async () => {
    const page = await calls.bookingsPage({ listing: details({ tab: 'booked' }), limit: 20 })
    for (const row of page.rows) expect(plain(row)).toEqual(plain(find(bookings, row.id)))
  })

  test.each(['MB1', 'mb-12', 'm', 'ODD', 'MB1007', 'nothing like it'])(
    'suggestions match the start of the number, at most 8: %s (§5.4)',
    async (text) => {
      const suggested = await calls.bookingNumbersLike(text)
      const expected = indexFields
        .filter(({ numberId }) => numberId.startsWith(bookingNumber(text)))
        .toSorted((a, b) => compare(a.numberId, b.numberId) || compare(a.id, b.id))
        .slice(0, 8)
      expect(suggested.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    },
  )

  test('a lookup returns only bookings with exactly the number (§5.4)', async () => {
    const wanted = find(bookings.filter(({ numberId }) => /^mb-\d+$/.test(numberId)))
    const number = bookingNumber(wanted.numberId)
    expect(bookings.map((booking) => booking.numberId)).toContain(`${wanted.numberId}X`)
    for (const typed of [number, wanted.numberId, number.toLowerCase()])
      expect((await calls.bookingsNumbered(typed)).map(({ id }) => id)).toEqual([wanted.id])
    // many numbers begin with it, and none is equal to it
    expect(await calls.bookingsNumbered('MB1')).toEqual([])
  })

  test('a booking is found by its id', async () => {
    const [wanted] = bookings
    expect(plain(await calls.booking(wanted?.id ?? ''))).toEqual(plain(find(bookings, wanted?.id)))
    await expect(calls.booking('65f0c0ffee00ffffffffffff')).rejects.toMatchObject({
      kind: 'notFound',
    })
  })

  test('a user is found by name or fullName (§3)', async () => {
    const [kavya, ravi] = seed.users
    expect(await calls.user(String(kavya?.['_id']))).toMatchObject({ name: 'Kavya Nair' })
    expect(await calls.user(String(ravi?.['_id']))).toMatchObject({ name: 'Ravi Rao' })
    await expect(calls.user('65f0c0ffee00fffffffffffe')).rejects.toMatchObject({
      kind: 'notFound',
    })
  })

  test('a partner and a temp partner are different calls (§7)', async () => {
    const [partner] = partners
    expect(await calls.partner(partner?.id ?? '')).toMatchObject({
      id: partner?.id,
      name: partner?.name,
    })
    expect(await calls.tempPartner('temp-1')).toMatchObject({
      id: 'temp-1',
      name: 'Rohan Das',
      mobileNo: '9830098300',
    })
    await expect(calls.partner('temp-1')).rejects.toMatchObject({ kind: 'notFound' })
    await expect(calls.tempPartner('temp-2')).rejects.toMatchObject({ kind: 'notFound' })
  })

  test.each(['', 'partner', 'iyer', 'PARTNER 0', 'zoya chennai', 'zoya jaipur', 'sons &'])(
    'approved partners with every word, by name: "%s" (§5.5)',
    async (search) => {
      const condition = all(approvedPartners, partnersWithWords(search))
      const expected = partners
        .map(partnerIndex)
        .filter((value) => matches(condition, value))
        .toSorted(byName)
        .map(({ id }) => id)
      const ids: string[] = []
      const listing = { list: 'approved', search } as const
      let page: Page<Partner> = await calls.partnersPage({ listing, limit: 4 })
      expect(page.total).toBe(expected.length)
      ids.push(...idsOf(page))
      while (page.next !== null) {
        page = await calls.partnersPage({ listing, limit: 4, after: page.next })
        ids.push(...idsOf(page))
      }
      expect(ids).toEqual(expected)
    },
  )

  test.each(['', 'ananya', 'IYER an', 'आरव', 'a', 'nobody', 'surat', '+91 98'])(
    'the planner filter suggests each approved partner whose name contains %j once (§2.5)',
    async (search) => {
      const names = await calls.approvedPartnerNames(search)
      const expected = partners
        .map(partnerIndex)
        .filter(
          ({ status, name }) =>
            status === 'approved' &&
            name !== '' &&
            words(search).every((word) => name.includes(word)),
        )
        .toSorted(byName)
        .map(({ name }) => name)
      const begins = (name: string) => name.startsWith(fold(search))
      const inOrder = [...expected.filter(begins), ...expected.filter((name) => !begins(name))]
      expect(names.map(fold)).toEqual([...new Set(inOrder)].slice(0, MAX_NAMES))
    },
  )

  test('the summary counts all records (§2.4)', async () => {
    const byStatus: Record<string, number> = {}
    for (const { status } of bookings) byStatus[status] = (byStatus[status] ?? 0) + 1
    const { failed = [], ...summary } = await calls.summary()
    expect(failed).toEqual([])
    expect(summary).toMatchObject({
      users: seed.users.length,
      bookings: bookings.length,
      partners: partners.length,
    })
    expect(summary.bookingsByStatus).toMatchObject(byStatus)
  })

  describe('the partner swap (§2.6, §7)', () => {
    test('to an existing partner appears in the list and changes no other field of the booking', async () => {
      const booking = await nthListed(calls, 0)
      const partner = { id: find(partners).id, name: 'Ishaan Rao', mobile: '9000090000' }
      const swapped = await calls.swapBookingPartner(booking, partner)
      expect(swapped).toMatchObject({ id: booking.id, partnerName: 'Ishaan Rao' })
      expect(await nthListed(calls, 0)).toMatchObject({
        id: booking.id,
        partnerId: partner.id,
        partnerName: 'Ishaan Rao',
        partnerMobile: '9000090000',
      })
      const sent = find(
        seed.bookings.map((json) => ({ ...json, id: json['_id'] })),
        booking.id,
      )
      const { id: _, ...original } = sent
      expect(withoutVersion(await host().stored('bookings', booking.id))).toEqual({
        ...original,
        partnerId: partner.id,
        partnerName: 'Ishaan Rao',
        partnerMobile: '9000090000',
      })
    })

    test('to a manual partner creates it and writes its stored details to the booking', async () => {
      const booking = await nthListed(calls, 1)
      const partner = await calls.createTempPartner(MANUAL)
      expect(partner).toEqual({
        id: expect.stringMatching(/./),
        name: MANUAL.PartnerName,
        mobile: MANUAL.personalNumber,
      })
      const fresh = await calls.booking(booking.id)
      await calls.swapBookingPartner(fresh, partner)
      expect(await calls.booking(booking.id)).toMatchObject({
        partnerId: partner.id,
        partnerName: 'Meera Joshi',
        partnerMobile: '9822098220',
      })
      expect(await calls.tempPartner(partner.id)).toMatchObject({
        name: 'Meera Joshi',
        companyName: 'Joshi Tents',
      })
      expect(await host().stored('tempPartners', partner.id)).toMatchObject(MANUAL)
    })

    test('moves the booking to its new partner in the partner filter at once', async () => {
      const named = async (partnerName: string) =>
        idsOf(
          await calls.bookingsPage({
            listing: details({ tab: 'booked', partnerName }),
            limit: 200,
          }),
        )
      const [id] = await named('Zoya Khan')
      expect(await named('Arjun Bose')).toEqual([])
      const booking = await calls.booking(id ?? '')
      const partner = { id: find(partners).id, name: 'Arjun Bose', mobile: '90' }
      await calls.swapBookingPartner(booking, partner)
      expect(await named('arjun bose')).toEqual([id])
      expect(await named('Zoya Khan')).not.toContain(id)
    })

    test('rejects the swap of a booking that does not exist', async () => {
      const gone = bookingFrom(bookingJson({ _id: '65f0c0ffee00fffffffffff0' }))
      const partner = { id: 'p', name: 'P', mobile: '' }
      await expect(calls.swapBookingPartner(gone, partner)).rejects.toMatchObject({
        kind: 'notFound',
      })
    })
  })

  test('an aborted read rejects with the reason of its signal', async () => {
    const reason = new Error('typed on')
    const signal = AbortSignal.abort(reason)
    const request = { listing: details({ tab: 'booked' }), limit: 5 }
    await expect(calls.bookingsPage(request, signal)).rejects.toBe(reason)
    await expect(calls.booking('MB1007', signal)).rejects.toBe(reason)
  })
}

async function nthListed(calls: RecordCalls, position: number): Promise<Booking> {
  const page = await calls.bookingsPage({ listing: details({ tab: 'booked' }), limit: 5 })
  return find(page.rows.slice(position))
}

function details(filter: BookingFilter, today = TODAY): BookingListing {
  return { list: 'details', filter, today }
}

function idsOf({ rows }: { rows: readonly { id: string }[] }): string[] {
  return rows.map(({ id }) => id)
}

/** Returns the first record with the id, or the first one if no id is given. */
function find<R extends { id: unknown }>(records: readonly R[], id?: string): R {
  const found = records.find((record) => id === undefined || record.id === id)
  if (!found) throw new Error(`No record ${id}`)
  return found
}

/** A booking without its version, which only our server sends. */
function plain(booking: Booking): Booking {
  return { ...booking, version: null, original: withoutVersion(booking.original) ?? {} }
}

function withoutVersion(json: JsonObject | undefined): JsonObject | undefined {
  if (!json) return json
  const { version: _, ...rest } = json
  return JSON.parse(JSON.stringify(rest)) as JsonObject
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
