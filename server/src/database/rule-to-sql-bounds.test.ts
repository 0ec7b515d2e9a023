import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { all, type Condition, contains, everything, not } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import * as fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { BOOKING } from '../booking/kind.ts'
import { upsertBookings } from '../booking/store.ts'
import { toSql } from './rule-to-sql.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

async function store(records: JsonObject[]) {
  await scratch.db.deleteFrom('booking').execute()
  await upsertBookings(scratch.db, records, 'test')
}

async function selected(where: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from booking where ${where} order by id`.execute(scratch.db)
  return rows.map(({ id }) => id)
}

function idsOf(condition: Condition<BookingIndex>, records: JsonObject[]): string[] {
  return records
    .map(BOOKING.indexFieldsOf)
    .filter((indexFields) => matches(condition, indexFields))
    .map(({ id }) => id)
}

test('bounds of one field select the same bookings, also if they contradict each other', async () => {
  const bounds = fc.array(
    fc.record({
      kind: fc.constantFrom('from' as const, 'before' as const),
      field: fc.constantFrom('dateFrom' as const, 'bookedAt' as const),
      bound: fc.constantFrom(-Infinity, 0, 0.5, 1, 1000, Infinity, NaN),
    }),
    { minLength: 2, maxLength: 4 },
  )
  const nested = fc
    .tuple(bounds, bounds)
    .map(([some, others]): Condition<BookingIndex> => all(...some, not(all(...others))))
  const flat = bounds.map((some): Condition<BookingIndex> => all(all(...some), everything()))
  const records = [null, 0, 1, 500, 1000, 2000].map((at, n) =>
    bookingJson({ _id: `b${n}`, dateFrom: at === null ? null : new Date(at).toISOString() }),
  )
  const conditions = fc.sample(fc.oneof(nested, flat), { numRuns: 90, seed: 5 })
  await store(records)
  for (const condition of conditions)
    expect(await selected(toSql(condition, BOOKING.columns))).toEqual(idsOf(condition, records))
})

test('a text in the form of its index selects all bookings that contain it', async () => {
  const joined = { ...BOOKING.columns, searchText: 'joinedText' } as const
  const texts = ['a b', 'ab', 'aǀb', 'a ǀ b', 'A  B', '%', '_ a', 'a\\b', 'नमस्ते a']
  const records = texts.map((location, n) => bookingJson({ _id: `b${n}`, location }))
  await store(records)
  for (const part of ['a b', 'b', ' b', 'aǀb', '%', '_ ', '\\', 'ते a']) {
    const condition = contains<BookingIndex>('searchText', part)
    const expected = idsOf(condition, records)
    expect(expected.length).toBeGreaterThan(0)
    expect(await selected(toSql(condition, joined))).toEqual(expect.arrayContaining(expected))
  }
})
