import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { BOOKING_STATUSES } from '@mandap/domain/booking/status.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { counterDifferences, EVERY_COUNTER, storedCounts } from '../../testing/counters.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { BOOKING } from '../booking/kind.ts'
import { PARTNER } from '../partner/kind.ts'
import { bulkInsert } from '../records/bulk-insert.ts'
import type { RecordKind } from '../records/kind.ts'
import { upsertRecords } from '../records/upsert.ts'
import { USER } from '../user/kind.ts'
import { COUNTERS } from './declaration.ts'
import { counterFunctions } from './functions.ts'
import { rollUp } from './read.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())
beforeEach(() => sql`truncate booking, partner, app_user`.execute(scratch.db))

const differences = () => counterDifferences(scratch.db)

const rollUpAll = async () => {
  for (const set of Object.values(COUNTERS)) await rollUp(scratch.db, set)
}

/** A step of a random history: ids are few, so that records are replaced and deleted. */
type Step =
  | { kind: 'write' | 'insert'; records: { of: RecordKind; json: JsonObject }[] }
  | { kind: 'delete'; of: RecordKind; id: string }
  | { kind: 'rollUp' }

const id = fc.integer({ min: 0, max: 30 }).map((n) => `r${n}`)
const instant = fc.oneof(
  fc.constantFrom(null, '2026-11-30T18:30:00Z', '2026-11-30T18:29:59.999Z', '1969-12-31T23:59:59Z'),
  fc
    .integer({ min: Date.UTC(2026, 8), max: Date.UTC(2027, 2) })
    .map((at) => new Date(at).toISOString()),
)
const event = fc.constantFrom('event-1', '')
const record = fc.oneof(
  fc
    .record({
      _id: id,
      status: fc.constantFrom(...Object.keys(BOOKING_STATUSES), 'odd', ''),
      dateFrom: instant,
      createdAt: instant,
      budget: fc.constantFrom(null, 0.285, '1,30,000', 90_071_992_547_409.9, -5),
      photographyEvent: event,
      cateringEvent: event,
    })
    .map((json) => ({ of: BOOKING as RecordKind, json: bookingJson(json) })),
  fc
    .record({
      _id: id,
      status: fc.constantFrom('approved', 'pending', 'AKYC', 'odd'),
      companyEmail: fc.constantFrom('', 'Guest', 'a@b.example'),
      gstNumber: fc.constantFrom('', '22AAAAA0000A1Z5'),
      name: fc.constantFrom('', 'Asha'),
    })
    .map((json) => ({ of: PARTNER as RecordKind, json: partnerJson(json) })),
  id.map((_id) => ({ of: USER as RecordKind, json: userJson({ _id }) })),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('write' as const, 'write' as const, 'insert' as const),
    records: fc.array(record, { minLength: 1, maxLength: 8 }),
  }),
  fc.record({
    kind: fc.constant('delete' as const),
    of: fc.constantFrom<RecordKind>(BOOKING, PARTNER, USER),
    id,
  }),
  fc.record({ kind: fc.constant('rollUp' as const) }),
)

async function run(given: Step) {
  const { db } = scratch
  if (given.kind === 'rollUp') return rollUpAll()
  if (given.kind === 'delete') {
    await sql`delete from ${sql.table(given.of.table)} where id = ${given.id}`.execute(db)
    return
  }
  for (const kind of [BOOKING, PARTNER, USER] as RecordKind[]) {
    const records = given.records.filter(({ of }) => of === kind).map(({ json }) => json)
    if (given.kind === 'write') await upsertRecords(db, kind, records, 'test')
    else await bulkInsert(scratch, kind, withNewIds(records), 'test')
  }
}

let inserted = 0
function withNewIds(records: readonly JsonObject[]): JsonObject[] {
  return records.map((json) => ({ ...json, _id: `new${inserted++}` }))
}

describe('each counter', () => {
  test('equals count(*) after random writes, deletions, bulk inserts and roll-ups', async () => {
    const history = fc.array(step, { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        // faster than a truncate, which rewrites many indexes
        for (const table of ['booking', 'partner', 'app_user'] as const)
          await scratch.db.deleteFrom(table).execute()
        for (const given of steps) await run(given)
        expect(await differences()).toEqual([])
        await rollUpAll()
        expect(await differences()).toEqual([])
      }),
      { numRuns: 15 },
    )
  }, 300_000)

  test('is empty after its table is truncated, deltas included', async () => {
    await run({ kind: 'write', records: fc.sample(record, { seed: 3, numRuns: 30 }) })
    await sql`truncate booking, partner, app_user`.execute(scratch.db)
    for (const [, set, counter] of EVERY_COUNTER)
      expect(await storedCounts(scratch.db, set, counter)).toEqual([])
  })

  test('is correct again after rebuild_counters()', async () => {
    await run({ kind: 'write', records: fc.sample(record, { seed: 4, numRuns: 60 }) })
    await sql`insert into booking_count_delta select * from booking_count_delta`.execute(scratch.db)
    await sql`delete from partner_count_delta`.execute(scratch.db)
    await rollUpAll()
    await sql`update booking_month_count set paise = paise + 1`.execute(scratch.db)
    await sql`select rebuild_counters()`.execute(scratch.db)
    expect(await differences()).toEqual([])
    for (const { delta } of Object.values(COUNTERS))
      expect((await sql`select from ${sql.table(delta)}`.execute(scratch.db)).rows).toEqual([])
  })
})

describe('the declaration', () => {
  test.each([...counterFunctions()])(
    'matches the function %s of the database',
    async (name, body) => {
      const { rows } = await sql<{ body: string }>`
      select prosrc as body from pg_proc where proname = ${name}`.execute(scratch.db)
      // after a change of the declaration, add a migration with the text of counterMigration()
      expect(rows).toEqual([{ body }])
    },
  )

  test.each(Object.values(COUNTERS).map((set) => [set.trigger, set] as const))(
    'has triggers of %s for every statement that changes what is counted',
    async (trigger, { sources, changesOnUpdate }) => {
      const { rows } = await sql<{ source: string; kinds: number }>`
        select tgrelid::regclass::text as source, bit_or(tgtype::integer)::integer as kinds
        from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where proname = ${trigger} group by 1`.execute(scratch.db)
      // insert 4, delete 8, update 16, truncate 32
      const kinds = 4 + 8 + 32 + (changesOnUpdate ? 16 : 0)
      expect(rows.toSorted((a, b) => (a.source < b.source ? -1 : 1))).toEqual(
        sources.toSorted().map((source) => ({ source, kinds })),
      )
    },
  )
})
