import { endedBookings } from '@mandap/domain/booking/ended.ts'
import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { expiredBookings } from '@mandap/domain/booking/expiry.ts'
import { BOOKING_FIGURES, type BookingFigure } from '@mandap/domain/booking/figure.ts'
import {
  bookedOn,
  type BookingFilter,
  bookingsListed,
  bookingsNumbered,
  bookingsOfPartner,
  bookingsOfPartnerNamed,
  bookingsOfService,
  bookingsOfUser,
  bookingsWithNumber,
  bookingsWithin,
  EVENT_DATE_RANGES,
  type EventDateRange,
} from '@mandap/domain/booking/filter.ts'
import { bookingsFound, bookingTiers } from '@mandap/domain/booking/found.ts'
import {
  BOOKING_GROUP_NAMES,
  bookingsInGroup,
  otherBookings,
  revenueBookings,
} from '@mandap/domain/booking/group.ts'
import { bookingsOf } from '@mandap/domain/booking/listing.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { BOOKING_STATUSES } from '@mandap/domain/booking/status.ts'
import {
  BOOKING_TABS,
  type BookingTab,
  bookingsInTab,
  visibleBookings,
} from '@mandap/domain/booking/tab.ts'
import type { PartnerIndex } from '@mandap/domain/partner/index-fields.ts'
import {
  approvedNameTiers,
  approvedPartners,
  foundPartnerTiers,
  gstRequests,
  guestPartners,
  guestsWithWords,
  guestTiers,
  listedTiers,
  partnersInApproval,
  partnersInProgress,
  partnersToApprove,
  partnersWithWords,
  partnerTiers,
} from '@mandap/domain/partner/list.ts'
import { APPROVAL_TABS } from '@mandap/domain/partner/tab.ts'
import type { Condition, IndexFields } from '@mandap/domain/rule/condition.ts'
import { addDays, startOfDay, type Today } from '@mandap/domain/time/days.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import {
  foundUserTiers,
  type UserIndex,
  usersWithWords,
  userTiers,
} from '@mandap/domain/user/user.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { BOOKING } from '../booking/kind.ts'
import { PARTNER } from '../partner/kind.ts'
import type { RecordKind } from '../records/kind.ts'
import { upsertRecords } from '../records/upsert.ts'
import { USER } from '../user/kind.ts'
import type { ColumnType } from './columns.ts'
import { toSql } from './rule-to-sql.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

/** Returns which records each condition selects in PostgreSQL and by `matches()`, as one bit per record. */
async function bothAnswers<F extends IndexFields<F> & { id: string }>(
  kind: RecordKind<F>,
  records: readonly JsonObject[],
  conditions: readonly Condition<F>[],
) {
  // faster than a truncate, which rewrites many indexes
  await sql`delete from ${sql.table(kind.table)}`.execute(scratch.db)
  await upsertRecords(scratch.db, kind, records, 'test')
  const bits = conditions.map(
    (condition) => sql`((${toSql(condition, kind.columns)}) is true)::int`,
  )
  const { rows } = await sql<{ id: string; bits: string }>`
    select id, concat(${sql.join(bits)}) as bits from ${sql.table(kind.table)}`.execute(scratch.db)
  const inSql = new Map(rows.map((row) => [row.id, row.bits]))
  const inDomain = new Map(
    records
      .map(kind.indexFieldsOf)
      .map((indexFields) => [
        indexFields.id,
        conditions.map((condition) => (matches(condition, indexFields) ? '1' : '0')).join(''),
      ]),
  )
  return { inSql, inDomain }
}

const HOSTILE = [
  '',
  ' ',
  '\u00a0',
  '\t\n',
  'İstanbul',
  'ΣΑΣ',
  'σας',
  'Straße',
  'ﬁancé',
  'é',
  'e\u0301',
  '१२३',
  'नमस्ते',
  '🎉💍',
  '\ud83d',
  '\udc8d',
  '\0',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '{}',
  '\ud7ff',
  '\u{10ffff}',
  'ﷺ',
  'Aarav  Mehta',
  'aarav\u00a0mehta',
  'AARAV',
  'guest',
  'Guest',
  'true',
]

const hostile: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 4,
  })
  .map((parts) => parts.join(''))

const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostile },
  fc.constantFrom(null, true, false, 0, -0, 0.1, 1e300, '2,50,000', [], {}, [null, 7, '']),
  fc.record({ _id: hostile, name: hostile }),
)

const ZONES = [
  'Asia/Kolkata',
  'UTC',
  'America/Sao_Paulo',
  'America/Havana',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
  'Pacific/Kiritimati',
]

const aDay: fc.Arbitrary<Today> = fc.record({
  date: fc.constantFrom('2026-11-21', '2026-11-01', '2026-12-31', '2018-11-04', '2024-02-29'),
  timeZone: fc.constantFrom(...ZONES),
})

/** Instants at and around the beginning of the days near one. */
function instantNear({ date, timeZone }: Today): fc.Arbitrary<number> {
  return fc
    .tuple(
      fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -70, max: 70 })),
      fc.constantFrom(-1, 0, 1, 3_600_000),
    )
    .map(([days, shift]) => startOfDay(addDays(date, days), timeZone) + shift)
}

function dateNear(day: Today): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: instantNear(day).map((at) => new Date(at).toISOString()) },
    { weight: 2, arbitrary: instantNear(day) },
    fc.constantFrom(undefined, null, '', 'soon', '0001-01-01', '9999-12-31T00:00:00Z', 1e20),
  )
}

/** A part of some record's text, or any other text. */
function typed(records: readonly JsonObject[]): fc.Arbitrary<string> {
  const texts = records
    .flatMap((record) => Object.values(record))
    .filter((value) => typeof value === 'string')
  return fc.oneof(
    hostile,
    fc
      .tuple(fc.constantFrom('', ...texts), fc.nat({ max: 3 }), fc.nat({ max: 6 }))
      .map(([text, start, length]) => text.slice(start, start + length)),
    fc.constantFrom('', ...texts),
  )
}

function numbered(records: readonly JsonObject[]): JsonObject[] {
  // without the letter, 1 and '0' would be 10
  return records.map((record, place) => ({ ...record, _id: `${place}n${String(record['_id'])}` }))
}

function bookings(day: Today): fc.Arbitrary<JsonObject[]> {
  const status = fc.oneof(fc.constantFrom(...Object.keys(BOOKING_STATUSES)), odd)
  const id = fc.oneof(fc.constantFrom('event-1', 'event-2', ''), odd)
  const booking = fc.record(
    {
      _id: hostile,
      numberId: fc.oneof(fc.constantFrom('MB12', 'mb-123', 'MB1', 'Mb 12é'), odd),
      status,
      dateFrom: dateNear(day),
      dateTo: dateNear(day),
      createdAt: dateNear(day),
      eventId: id,
      photographyEvent: id,
      cateringEvent: id,
      eventType: odd,
      location: odd,
      partnerId: id,
      partnerName: odd,
      userId: id,
      customer_id: id,
      budget: odd,
    },
    { requiredKeys: ['_id', 'status', 'dateFrom'] },
  )
  return fc.array(booking, { minLength: 1, maxLength: 25 }).map(numbered)
}

const partners: fc.Arbitrary<JsonObject[]> = fc
  .array(
    fc.record(
      {
        _id: hostile,
        name: odd,
        PartnerName: odd,
        personalEmail: odd,
        companyEmailId: odd,
        mobileNo: odd,
        companyName: odd,
        companyLocation: odd,
        companyEmail: fc.oneof(fc.constantFrom('Guest', 'PLAN82600', '', ' Guest '), odd),
        status: fc.oneof(fc.constantFrom('approved', 'pending', 'AKYC', 'DCV', 'decline'), odd),
        NoGST: fc.oneof(fc.constantFrom(true, 'true', 'TRUE', false), odd),
        aadharNo: odd,
        latitude: fc.oneof(fc.constantFrom(0, '0', '13.08', '13.08° N'), odd),
        longitude: fc.oneof(fc.constantFrom(0, '0', '80.27', '80.27° E'), odd),
        servicesSelected: fc.oneof(fc.constant(['Catering']), odd),
      },
      { requiredKeys: ['_id'] },
    ),
    { minLength: 1, maxLength: 25 },
  )
  .map(numbered)

const users: fc.Arbitrary<JsonObject[]> = fc
  .array(
    fc.record(
      { _id: hostile, name: odd, fullName: odd, email: odd, phone: odd },
      { requiredKeys: ['_id'] },
    ),
    { minLength: 1, maxLength: 25 },
  )
  .map(numbered)

// index fields contain whole characters, so conditions do too
const conditionText = (records: readonly JsonObject[]) =>
  fc.oneof(
    typed(records).map((text) => text.toWellFormed()),
    fc.constantFrom('\0', '\ud7ff', '\u{10ffff}', 'a\u{10ffff}\u{10ffff}', '%', '_', '\\'),
  )

const bound = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 0.5, -0.5, 8, Infinity, -Infinity, NaN, 1e300, -1e300),
)

/** Conditions of every kind on every column that the kind supports, nested. */
function anyCondition<F extends { id: string }>(
  kind: RecordKind<F>,
  records: readonly JsonObject[],
): fc.Arbitrary<Condition<F>> {
  const ofType = (...types: ColumnType[]) => {
    const fields = Object.entries<ColumnType>(kind.columns)
      .filter(([, type]) => types.length === 0 || types.includes(type))
      .map(([field]) => field)
    return fc.constantFrom(...fields) as fc.Arbitrary<keyof F & string>
  }
  const text = conditionText(records)
  const leaves: fc.Arbitrary<Condition<F>>[] = [
    fc.record({ kind: fc.constant('blank'), field: ofType() }),
    fc.record({
      kind: fc.constant('isOneOf'),
      field: ofType('text'),
      values: fc.array(fc.oneof(text, fc.constantFrom('pending', 'approved', '\ud83d')), {
        maxLength: 3,
      }),
    }),
    fc.record({
      kind: fc.constant('equals'),
      field: ofType(),
      value: fc.oneof(text, bound, fc.boolean()),
    }),
    fc.record({ kind: fc.constant('startsWith'), field: ofType('text'), prefix: text }),
    fc.record({ kind: fc.constant('contains'), field: ofType('text'), part: text }),
  ]
  if (Object.values<ColumnType>(kind.columns).includes('number')) {
    const numbers = ofType('integer', 'number')
    leaves.push(
      fc.record({ kind: fc.constant('from'), field: numbers, bound }),
      fc.record({ kind: fc.constant('before'), field: numbers, bound }),
    )
  }
  const { condition } = fc.letrec<{ condition: Condition<F> }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      ...leaves,
      fc.record({ kind: fc.constant('not'), of: tie('condition') }),
      fc.record({
        kind: fc.constantFrom('all', 'any'),
        of: fc.array(tie('condition'), { maxLength: 3 }),
      }),
    ),
  }))
  return condition
}

function bookingRules(day: Today, now: number, text: string, filter: BookingFilter) {
  return [
    ...(Object.keys(BOOKING_TABS) as BookingTab[]).map((tab) => bookingsInTab(tab, day)),
    visibleBookings(day),
    ...(Object.keys(BOOKING_TABS) as BookingTab[]).map((tab) =>
      bookingsListed({ ...filter, tab }, day),
    ),
    bookingsNumbered(text),
    bookingsWithNumber(text),
    ...(Object.keys(EVENT_DATE_RANGES) as EventDateRange[]).map((range) =>
      bookingsWithin(range, day),
    ),
    bookedOn(day.date, day.timeZone),
    ...SERVICE_CATEGORIES.map(bookingsOfService),
    bookingsOfPartnerNamed(text),
    bookingsOfPartner(text),
    bookingsOfUser(text),
    bookingsFound(text),
    ...bookingTiers(text),
    expiredBookings(now),
    endedBookings(day),
    ...BOOKING_GROUP_NAMES.map((group) => bookingsInGroup(group, day)),
    otherBookings,
    revenueBookings,
    bookingsOf({ list: 'details', filter, today: day }),
    bookingsOf({ list: 'ended', filter, today: day }),
    ...(Object.keys(BOOKING_FIGURES) as BookingFigure[]).flatMap((figure) => [
      BOOKING_FIGURES[figure].bookings(day),
      bookingsOf({ list: 'counted', figure, filter, today: day }),
    ]),
    bookingsOf({ list: 'found', search: text }),
    bookingsOf({ list: 'expired', now, numberId: text }),
    bookingsOf({ list: 'ofPartner', partnerId: text }),
    ...[undefined, day.date, addDays(day.date, 3)].map((lastDay) =>
      bookingsOf({
        list: 'onDays',
        partnerIds: ['event-1', 'event-2', text],
        firstDay: day.date,
        lastDay,
        timeZone: day.timeZone,
      }),
    ),
    ...[undefined, ...BOOKING_GROUP_NAMES].map((group) =>
      bookingsOf({ list: 'ofUser', userId: text, group, today: day }),
    ),
  ] satisfies Condition<BookingIndex>[]
}

function partnerRules(text: string) {
  return [
    ...Object.values(APPROVAL_TABS).flatMap(({ statuses }) => statuses.map(partnersToApprove)),
    partnersInApproval(text),
    approvedPartners,
    ...approvedNameTiers(text),
    guestPartners,
    gstRequests,
    partnersInProgress,
    partnersWithWords(text),
    guestsWithWords(text),
    ...foundPartnerTiers(text),
    ...partnerTiers(text),
    ...guestTiers(text),
    ...listedTiers({ list: 'guest', search: text }),
  ] satisfies Condition<PartnerIndex>[]
}

const RUNS = { numRuns: 120 }
const RUNS_OF_EVERY_RULE = { numRuns: 60 }

// shrinking a failure takes long, especially on a busy machine
const TIMEOUT_MS = 180_000

describe('a rule selects the same records in SQL as in domain', { timeout: TIMEOUT_MS }, () => {
  test('every rule of bookings', async () => {
    const given = aDay.chain((day) =>
      bookings(day).chain((records) =>
        fc.tuple(
          fc.constant(day),
          fc.constant(records),
          instantNear(day),
          typed(records),
          fc.record({
            numberId: fc.option(typed(records), { nil: undefined }),
            eventDate: fc.option(
              fc.constantFrom(...(Object.keys(EVENT_DATE_RANGES) as EventDateRange[])),
              { nil: undefined },
            ),
            bookedDate: fc.option(fc.constant(day.date), { nil: undefined }),
            service: fc.option(fc.constantFrom(...SERVICE_CATEGORIES), { nil: undefined }),
            partnerName: fc.option(typed(records), { nil: undefined }),
          }),
        ),
      ),
    )
    const property = fc.asyncProperty(given, async ([day, records, now, text, filter]) => {
      const rules = bookingRules(day, now, text, { ...filter, tab: 'booked' })
      const { inSql, inDomain } = await bothAnswers(BOOKING, records, rules)
      expect(inSql).toEqual(inDomain)
    })
    await fc.assert(property, RUNS_OF_EVERY_RULE)
  })

  test('every rule of partners', async () => {
    const given = partners.chain((records) => fc.tuple(fc.constant(records), typed(records)))
    const property = fc.asyncProperty(given, async ([records, text]) => {
      const { inSql, inDomain } = await bothAnswers(PARTNER, records, partnerRules(text))
      expect(inSql).toEqual(inDomain)
    })
    await fc.assert(property, RUNS_OF_EVERY_RULE)
  })

  test('every rule of users', async () => {
    const given = users.chain((records) => fc.tuple(fc.constant(records), typed(records)))
    const property = fc.asyncProperty(given, async ([records, text]) => {
      const rules: Condition<UserIndex>[] = [
        usersWithWords(text),
        ...foundUserTiers(text),
        ...userTiers(text),
      ]
      const { inSql, inDomain } = await bothAnswers(USER, records, rules)
      expect(inSql).toEqual(inDomain)
    })
    await fc.assert(property, RUNS_OF_EVERY_RULE)
  })

  test('any condition on bookings, with every kind of node nested', async () => {
    const given = aDay
      .chain(bookings)
      .chain((records) =>
        fc.tuple(
          fc.constant(records),
          fc.array(anyCondition(BOOKING, records), { minLength: 1, maxLength: 20 }),
        ),
      )
    const property = fc.asyncProperty(given, async ([records, some]) => {
      const { inSql, inDomain } = await bothAnswers(BOOKING, records, some)
      expect(inSql).toEqual(inDomain)
    })
    await fc.assert(property, RUNS)
  })

  test('any condition on partners, with every kind of node nested', async () => {
    const given = partners.chain((records) =>
      fc.tuple(
        fc.constant(records),
        fc.array(anyCondition(PARTNER, records), { minLength: 1, maxLength: 20 }),
      ),
    )
    const property = fc.asyncProperty(given, async ([records, some]) => {
      const { inSql, inDomain } = await bothAnswers(PARTNER, records, some)
      expect(inSql).toEqual(inDomain)
    })
    await fc.assert(property, RUNS)
  })
})
