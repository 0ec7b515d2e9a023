import { BOOKING_FIGURES, type BookingFigure } from '@mandap/domain/booking/figure.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { BOOKING_STATUSES } from '@mandap/domain/booking/status.ts'
import { countOf } from '@mandap/domain/booking/count.ts'
import { type BookingListing, bookingsOf } from '@mandap/domain/booking/listing.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { bulkInsertBookings, upsertBookings } from '../booking/store.ts'
import { readRow } from '../database/one-row.ts'
import { countBookings } from '../booking/total.ts'
import { upsertPartners } from '../partner/store.ts'
import { upsertUsers } from '../user/store.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(() => sql`truncate booking, partner, app_user`.execute(api.db))

const STATUSES = [...Object.keys(BOOKING_STATUSES), 'odd', '']
const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }

/** Returns a repeatable sequence of numbers in [0, 1). */
function random(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

function anyBooking(roll: () => number, given: JsonObject = {}): JsonObject {
  const day = Math.floor(roll() * 60) - 20
  return bookingJson({
    status: STATUSES[Math.floor(roll() * STATUSES.length)],
    dateFrom:
      roll() < 0.1 ? null : new Date(Date.UTC(2026, 10, 21 + day, roll() * 24)).toISOString(),
    photographyEvent: roll() < 0.3 ? 'event-1' : '',
    cateringEvent: roll() < 0.3 ? 'event-1' : '',
    ...given,
  })
}

async function counted() {
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*) as n from booking group by status`.execute(api.db)
  const [one] = (
    await sql<{ users: number; partners: number; bookings: number }>`
      select (select count(*) from app_user) as users, (select count(*) from partner) as partners,
        (select count(*) from booking) as bookings`.execute(api.db)
  ).rows
  return {
    ...one,
    bookingsByStatus: Object.fromEntries(rows.map(({ status, n }) => [status, n])),
  }
}

async function countDeltas(): Promise<number> {
  return (await api.db.selectFrom('booking_count_delta').select('n').execute()).length
}

const summary = async () => (await api.call('GET', '/summary')).body

describe('GET /summary', () => {
  test('is zero without records', async () => {
    expect(await summary()).toEqual({ users: 0, bookings: 0, partners: 0, bookingsByStatus: {} })
  })

  test('equals a count after random writes by several writers at once', async () => {
    await upsertUsers(api.db, [userJson(), userJson(), userJson()], 'test')
    const partners = [partnerJson(), partnerJson()]
    await upsertPartners(api.db, partners, 'test')
    await upsertPartners(api.db, [{ ...partners[0], name: 'Another' }], 'test')
    const writer = async (seed: number) => {
      const roll = random(seed)
      const mine: JsonObject[] = []
      for (let turn = 0; turn < 60; turn += 1) {
        const chance = roll()
        const old = mine[Math.floor(roll() * mine.length)]
        if (chance < 0.5 || !old) {
          const some = Array.from({ length: Math.ceil(roll() * 4) }, () => anyBooking(roll))
          mine.push(...some)
          await upsertBookings(api.db, some, 'test')
        } else if (chance < 0.8) {
          await upsertBookings(api.db, [anyBooking(roll, { _id: old['_id'] })], 'test')
        } else if (chance < 0.95) {
          await api.db.deleteFrom('booking').where('id', '=', String(old['_id'])).execute()
        } else await sql`select roll_up_counts()`.execute(api.db)
      }
    }
    await Promise.all([1, 2, 3, 4].map(writer))
    // counts that no roll-up has moved yet
    await upsertUsers(api.db, [userJson()], 'test')
    await upsertPartners(api.db, [partnerJson()], 'test')
    expect(await summary()).toEqual(await counted())
    await sql`select roll_up_counts()`.execute(api.db)
    expect(await summary()).toEqual(await counted())
    expect(await countDeltas()).toBe(0)
  }, 120_000)

  test('a reader never sees a count in the middle of a roll-up', async () => {
    const roll = random(7)
    const records = Array.from({ length: 100 }, () => anyBooking(roll, { status: 'pending' }))
    await upsertBookings(api.db, records, 'test')
    const rollUp = async () => {
      for (let turn = 0; turn < 15; turn += 1) {
        await api.db
          .updateTable('booking')
          .set({ phase: turn % 2 ? '' : 'booked' })
          .execute()
        await sql`select roll_up_counts()`.execute(api.db)
      }
    }
    const read = async () => {
      for (let turn = 0; turn < 40; turn += 1)
        expect(await summary()).toMatchObject({ bookings: 100 })
    }
    await Promise.all([rollUp(), read()])
  })

  test.each([
    ['fails', `raise 'no space' using errcode = 'disk_full'`],
    ['is refused', `raise 'read-only' using errcode = 'read_only_sql_transaction'`],
  ])(
    'is answered if the roll-up of many changes %s, which is tried again after a minute',
    async (_is, failure) => {
      // each status has a change of its own
      const records = Array.from({ length: 2500 }, (_, n) => bookingJson({ status: `status ${n}` }))
      await upsertBookings(api.db, records, 'test')
      vi.useFakeTimers({ toFake: ['performance'] })
      try {
        await sql
          .raw(`
        create function fail() returns trigger language plpgsql as $$ begin ${failure}; end $$;
        create trigger fail before delete on booking_count_delta execute function fail()`)
          .execute(api.db)
        const { status, body } = await api.call('GET', '/summary')
        expect({ status, body }).toMatchObject({ status: 200, body: { bookings: 2500 } })
        await sql`drop function fail cascade`.execute(api.db)
        expect(await summary()).toMatchObject({ bookings: 2500 })
        expect(await countDeltas()).toBe(2500)
        vi.advanceTimersByTime(60_000)
        expect(await summary()).toMatchObject({ bookings: 2500 })
        expect(await countDeltas()).toBe(0)
      } finally {
        vi.useRealTimers()
        await sql`drop function if exists fail cascade`.execute(api.db)
      }
    },
  )

  test('counts a bulk insert, and nothing after truncate', async () => {
    const roll = random(11)
    const records = Array.from({ length: 3000 }, () => anyBooking(roll))
    await bulkInsertBookings({ db: api.db, url: api.databaseUrl }, records, 'test')
    expect(await summary()).toEqual(await counted())
    await sql`truncate booking`.execute(api.db)
    expect(await summary()).toMatchObject({ bookings: 0, bookingsByStatus: {} })
  })

  test('a write that changes no count leaves no delta', async () => {
    const json = bookingJson()
    await upsertBookings(api.db, [json], 'test')
    await sql`select roll_up_counts()`.execute(api.db)
    await upsertBookings(api.db, [{ ...json, partnerName: 'Another' }], 'test')
    expect(await countDeltas()).toBe(0)
  })
})

describe('the total of a list', () => {
  test.each(['Asia/Kolkata', 'America/St_Johns', 'Pacific/Kiritimati', 'UTC'])(
    'equals a count by domain, before and after a roll-up: days of %s',
    async (timeZone) => {
      const roll = random(23)
      const records = Array.from({ length: 600 }, () => anyBooking(roll))
      await upsertBookings(api.db, records, 'test')
      const indexFields = records.map((record) => bookingIndex(bookingFrom(record)))
      const today = { ...TODAY, timeZone }
      const listings: BookingListing[] = [
        { list: 'details', filter: { tab: 'booked' }, today },
        { list: 'details', filter: { tab: 'upcoming' }, today },
        { list: 'details', filter: { tab: 'inprogress' }, today },
        { list: 'details', filter: { tab: 'completed', service: 'Catering' }, today },
        {
          list: 'details',
          filter: { tab: 'booked', service: 'Event', eventDate: 'thisWeek' },
          today,
        },
        { list: 'details', filter: { tab: 'visited', eventDate: 'nextMonth' }, today },
        { list: 'ended', filter: {}, today },
        { list: 'ended', filter: { service: 'Photography' }, today },
        { list: 'ended', filter: { eventDate: 'thisWeek' }, today },
        ...(Object.keys(BOOKING_FIGURES) as BookingFigure[]).flatMap((figure): BookingListing[] => [
          { list: 'counted', figure, filter: {}, today },
          { list: 'counted', figure, filter: { service: 'Catering' }, today },
        ]),
        { list: 'expired', now: Date.parse('2026-11-21T06:00:00Z') },
        { list: 'details', filter: { tab: 'booked', bookedDate: '2026-11-01' }, today },
      ]
      for (let round = 0; round < 2; round += 1) {
        for (const listing of listings) {
          const condition = bookingsOf(listing)
          const expected = indexFields.filter((value) => matches(condition, value)).length
          expect(await readRow(api.db, countBookings(api.db, condition, countOf(listing)))).toBe(
            expected,
          )
        }
        await sql`select roll_up_counts()`.execute(api.db)
      }
    },
  )
})
