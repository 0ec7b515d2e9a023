import { bookingJson, userJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { counterDifferences } from '../../testing/counters.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { keepUserGroups } from '../user/group.ts'
import { importSource } from './import.ts'
import type { Subject } from './source.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())
beforeEach(() => empty())

const IN_BATCHES = Infinity
const IN_BULK = 1

async function empty() {
  // faster than a truncate, which rewrites many indexes
  for (const table of ['booking', 'app_user', 'erasure'] as const)
    await scratch.db.deleteFrom(table).execute()
}

/** Imports records, one on a line. An empty list is filled in bulk from `filledFrom` records. */
function imported(subject: Subject, lines: readonly unknown[], filledFrom: number, end = '') {
  const chunks = async function* () {
    yield Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('') + end)
  }
  const open = async () => ({ chunks: chunks(), progress: () => null })
  return importSource(scratch, { name: subject, subject, open }, { filledFrom })
}

const indexesOf = async () => {
  const { rows } = await sql`
    select pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'booking'::regclass order by 1`.execute(scratch.db)
  return rows
}

async function storedBookings() {
  const { rows } = await sql<JsonObject>`
    select to_jsonb(booking) - 'updated_at' - 'version' as stored from booking order by id`.execute(
    scratch.db,
  )
  return rows
}

async function userGroups() {
  await keepUserGroups(scratch.db)
  return scratch.db.selectFrom('user_group').selectAll().orderBy('user_id').execute()
}

/** Marks people as erased, as an erasure list does before an import. */
async function markErased(subject: string, ids: readonly string[]) {
  const rows = ids.map((subject_id) => ({ kind: 'erase' as const, subject, subject_id }))
  for (const row of rows)
    await sql`
      insert into erasure (kind, subject, subject_id)
      values (${row.kind}, ${row.subject}, ${row.subject_id})`.execute(scratch.db)
}

const customer = fc.integer({ min: 0, max: 5 }).map((n) => `u${n}`)
const booking = fc
  .record({
    _id: fc.integer({ min: 0, max: 12 }).map((n) => `b${n}`),
    status: fc.constantFrom('pending', 'confirmEvent', 'Cancel', 'completed', 'odd'),
    userId: customer,
    partnerName: fc.constantFrom('Rohan', 'A\tb\\c\n"d"\r', 'Ja\0ipur \ud83d', 'Ämilie'),
    dateFrom: fc.constantFrom(null, '2026-12-30T18:30:00Z', '2026-01-30T18:29:59.999Z'),
    budget: fc.constantFrom(null, 0.285, '1,30,000', -0),
    notes: fc.constantFrom('', 'Aadhaar 2345 6789 0124', '\\N'),
  })
  .map((json): unknown => bookingJson(json))
const line = fc.oneof(
  { weight: 8, arbitrary: booking },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(42, { numberId: 'M1' }) },
  {
    weight: 1,
    arbitrary: fc.constant<unknown>(bookingJson({ _id: 'long', numberId: 'M'.repeat(2000) })),
  },
)

test('an empty list that is filled in bulk has the same records, counts and groups as one that is filled in batches', async () => {
  const indexes = await indexesOf()
  const users = Array.from({ length: 6 }, (_, n) => userJson({ _id: `u${n}` }))
  const imports = async (lines: readonly unknown[], filledFrom: number) => {
    await empty()
    await markErased('user', ['u1'])
    const reports = [
      await imported('user', users, filledFrom),
      await imported('booking', lines, filledFrom),
    ]
    expect(await counterDifferences(scratch.db)).toEqual([])
    return {
      // a batch stores the last of several records with the same id at once
      reports: reports.map(({ changed, same, problems, ...report }) => ({
        ...report,
        stored: changed + same,
        problems: problems.toSorted(),
      })),
      bookings: await storedBookings(),
      groups: await userGroups(),
    }
  }
  await fc.assert(
    fc.asyncProperty(booking, fc.array(line, { maxLength: 25 }), async (first, others) => {
      const lines = [first, ...others]
      expect(await imports(lines, IN_BULK)).toEqual(await imports(lines, IN_BATCHES))
    }),
    { numRuns: 8 },
  )
  expect(await indexesOf()).toEqual(indexes)
}, 120_000)

test('a list that is filled has what was read before the source ended', async () => {
  const report = await imported('booking', [bookingJson(), bookingJson()], IN_BULK, '{"_id":"x')
  expect(report).toMatchObject({ read: 2, inserted: 2, refused: 0, problemCount: 1 })
  expect(await storedBookings()).toHaveLength(2)
})

test('a record that only the database rejects is reported, and the others are stored', async () => {
  await sql`alter table booking add constraint refused check (lower(number_id) <> 'm13')`.execute(
    scratch.db,
  )
  try {
    const lines = [bookingJson(), bookingJson({ numberId: 'M13' }), bookingJson()]
    const report = await imported('booking', lines, IN_BULK)
    expect(report).toMatchObject({ read: 3, inserted: 2, refused: 1, problemCount: 1 })
    expect(report.problems[0]).toMatch(/^booking:2:1 \(record 2\): The database rejects it: /)
    expect(await storedBookings()).toHaveLength(2)
    expect(await counterDifferences(scratch.db)).toEqual([])
  } finally {
    await sql`alter table booking drop constraint refused`.execute(scratch.db)
  }
})

test('a second import changes nothing', async () => {
  const bookings = [bookingJson(), bookingJson()]
  expect(await imported('booking', bookings, IN_BULK)).toMatchObject({ inserted: 2 })
  const second = await imported('booking', bookings, IN_BULK)
  expect(second).toMatchObject({ inserted: 0, changed: 0, same: 2 })
})

test('a list that repeats many ids is filled up to there, and then stored in batches', async () => {
  const first = bookingJson({ location: 'Pune' })
  const repeats = Array.from({ length: 2500 }, (_, n) => ({ ...first, location: `Pune ${n}` }))
  const report = await imported('booking', [first, ...repeats, bookingJson()], IN_BULK)
  expect(report).toMatchObject({ read: 2502, inserted: 2, refused: 0 })
  expect(report.changed + report.same).toBe(2500)
  const { body } = await scratch.db
    .selectFrom('booking')
    .select('body')
    .where('id', '=', String(first['_id']))
    .executeTakeFirstOrThrow()
  expect(body['location']).toBe('Pune 2499')
})
