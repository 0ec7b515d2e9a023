import type { Totals } from '@mandap/contract/totals.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { paiseOf } from '@mandap/domain/money/paise.ts'
import { BOOKING_STATUSES } from '@mandap/domain/booking/status.ts'
import { totalsMonths, totalsOf } from '@mandap/domain/booking/totals.ts'
import { DAY, type Today } from '@mandap/domain/time/days.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { bulkInsertBookings, upsertBookings } from '../booking/store.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(() => sql`truncate booking`.execute(api.db))

const TODAY: Today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const ZONES = [
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  // a month began at an hour that its clocks skipped
  'America/Asuncion',
]

/** Instants at and around the ends of months and days, and any others. */
function instantNear(today: Today): fc.Arbitrary<number> {
  const turns = totalsMonths(today).flatMap(({ start, end }) => [start, end])
  const now = Date.parse(`${today.date}T00:00:00Z`)
  return fc.oneof(
    fc
      .tuple(fc.constantFrom(...turns), fc.constantFrom(-900_000, -1, 0, 1, 899_999, 900_000))
      .map(([at, shift]) => at + shift),
    fc.integer({ min: now - 2 * DAY, max: now + 2 * DAY }),
    fc.integer({ min: now - 700 * DAY, max: now + 500 * DAY }),
  )
}

function bookingsNear(today: Today): fc.Arbitrary<JsonObject[]> {
  const date = fc.oneof(
    { weight: 9, arbitrary: instantNear(today).map((at) => new Date(at).toISOString()) },
    fc.constantFrom(null, '0001-01-02', '9999-12-30T23:59:59Z'),
  )
  const event = fc.constantFrom('event-1', '')
  const booking = fc.record({
    status: fc.constantFrom(
      ...Object.keys(BOOKING_STATUSES),
      'confirmEvent',
      'confirmEvent',
      'odd',
      'cancelled',
      '',
    ),
    createdAt: date,
    dateFrom: date,
    budget: budget(),
    photographyEvent: event,
    cateringEvent: event,
  })
  return fc
    .array(booking, { minLength: 1, maxLength: 40 })
    .map((all) => all.map((fields) => bookingJson(fields)))
}

function budget(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.integer({ min: 0, max: 1_000_000_000 }).map((paise) => paise / 100),
    fc.constantFrom(
      null,
      '1,30,000',
      '₹ 0.10',
      0.1,
      0.2,
      -0.005,
      0.285,
      90_071_992_547_409.9,
      1e300,
    ),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
}

async function totals({ date, timeZone }: Today): Promise<Totals> {
  const query = new URLSearchParams({ today: date, timeZone })
  const { body } = await api.call('GET', `/totals?${query}`)
  return (body as { data: Totals }).data
}

/** Returns the same totals by domain, over all records, in the format of the contract. */
function summed(records: readonly JsonObject[], today: Today): Totals {
  const indexFields = records.map((record) => bookingIndex(bookingFrom(record)))
  const { revenue, months, ...counts } = totalsOf(indexFields, today)
  return {
    revenue: String(revenue),
    months: months.map((month) => ({ ...month, revenue: String(month.revenue) })),
    ...counts,
  }
}

const rollUp = () => sql`select roll_up_booking_totals(), roll_up_counts()`.execute(api.db)

describe('GET /totals', () => {
  test('are zero in every month without bookings', async () => {
    const none = await totals(TODAY)
    expect(none).toEqual(summed([], TODAY))
    expect(none.months.map(({ month }) => month)).toEqual(
      [...Array(18).keys()].map((at) =>
        new Date(Date.UTC(2025, 11 + at)).toISOString().slice(0, 7),
      ),
    )
  })

  test('equal the sums of domain, in every time zone, before and after a roll-up', async () => {
    const given = fc
      .record({
        date: fc.constantFrom('2026-11-21', '2026-11-01', '2026-12-31', '2027-03-28', '2024-02-29'),
        timeZone: fc.constantFrom(...ZONES),
      })
      .chain((today) => fc.tuple(fc.constant(today), bookingsNear(today)))
    const property = fc.asyncProperty(given, async ([today, records]) => {
      // faster than a truncate, which rewrites many indexes
      await api.db.deleteFrom('booking').execute()
      await upsertBookings(api.db, records, 'test')
      expect(await totals(today)).toEqual(summed(records, today))
      await rollUp()
      const { groups, other, ...rest } = await totals(today)
      expect({ ...rest, groups, other }).toEqual(summed(records, today))
      expect(Object.values(groups).reduce((sum, n) => sum + n, other)).toBe(records.length)
    })
    await fc.assert(property, { numRuns: 30 })
  }, 120_000)

  test('are exact for a zone whose offset has seconds', async () => {
    const today = { date: '1971-06-15', timeZone: 'Africa/Monrovia' }
    const turn = totalsMonths(today)[11]?.start ?? 0
    expect(turn % 900_000).not.toBe(0)
    const records = [-1, 0].map((shift) =>
      bookingJson({ createdAt: turn + shift, dateFrom: turn + shift, status: 'completed' }),
    )
    await upsertBookings(api.db, records, 'test')
    expect(await totals(today)).toEqual(summed(records, today))
  })

  test('are exact after random writes by several concurrent writers', async () => {
    const pool = fc.sample(bookingsNear(TODAY), { seed: 5, numRuns: 40 }).flat()
    const kept = new Map<string, JsonObject>()
    const writer = async (which: number) => {
      const mine = pool.filter((_, at) => at % 4 === which)
      const ids: string[] = []
      for (const [turn, record] of mine.entries()) {
        const old = ids[turn % 7]
        if (old && turn % 3 === 0) {
          kept.set(old, { ...record, _id: old })
          await upsertBookings(api.db, [{ ...record, _id: old }], 'test')
        } else if (old && turn % 11 === 0) {
          kept.delete(old)
          ids.splice(turn % 7, 1)
          await api.db.deleteFrom('booking').where('id', '=', old).execute()
        } else {
          ids.unshift(String(record['_id']))
          kept.set(String(record['_id']), record)
          await upsertBookings(api.db, [record], 'test')
        }
        if (turn % 17 === 0) await rollUp()
      }
    }
    await Promise.all([0, 1, 2, 3].map(writer))
    expect(kept.size).toBeGreaterThan(100)
    expect(await totals(TODAY)).toEqual(summed([...kept.values()], TODAY))
    await rollUp()
    expect(await totals(TODAY)).toEqual(summed([...kept.values()], TODAY))
    expect(await api.db.selectFrom('booking_total_delta').selectAll().execute()).toEqual([])
  }, 120_000)

  test('counts a bulk insert, and nothing after truncate', async () => {
    const records = fc.sample(bookingsNear(TODAY), { seed: 9, numRuns: 60 }).flat()
    await bulkInsertBookings({ db: api.db, url: api.databaseUrl }, records, 'test')
    expect(await totals(TODAY)).toEqual(summed(records, TODAY))
    await sql`truncate booking`.execute(api.db)
    expect(await totals(TODAY)).toEqual(summed([], TODAY))
  })

  test('a write that changes no sum leaves no delta', async () => {
    const json = bookingJson({ status: 'completed' })
    await upsertBookings(api.db, [json], 'test')
    await rollUp()
    await upsertBookings(api.db, [{ ...json, partnerName: 'Another' }], 'test')
    expect(await api.db.selectFrom('booking_total_delta').selectAll().execute()).toEqual([])
  })

  test('sum amounts beyond the exact range of a number', async () => {
    const records = [90_071_992_547_409, 90_071_992_547_409, 0.01].map((amount) =>
      bookingJson({ status: 'completed', budget: amount }),
    )
    await upsertBookings(api.db, records, 'test')
    expect((await totals(TODAY)).revenue).toBe('18014398509481801')
  })

  test.each([
    ['/totals', 'today'],
    ['/totals?today=tomorrow&timeZone=UTC', 'today'],
    ['/totals?today=2026-11-21&timeZone=Asia/Nowhere', 'timeZone'],
  ])('%s answers 400 for its %s', async (path, field) => {
    expect(await api.call('GET', path)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID', field } },
    })
  })
})

test('a budget has the same paise in SQL as in domain', async () => {
  const property = fc.asyncProperty(
    fc.array(
      fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.integer().map((half) => half / 200),
      ),
      { minLength: 1, maxLength: 200 },
    ),
    async (budgets) => {
      const { rows } = await sql<{ paise: number }>`
        select paise(budget) as paise
        from unnest(${budgets}::double precision[]) with ordinality as given (budget, place)
        order by place`.execute(api.db)
      expect(rows.map((row) => row.paise)).toEqual(budgets.map(paiseOf))
    },
  )
  await fc.assert(property, { numRuns: 50 })
})
