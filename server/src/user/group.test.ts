import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import {
  BOOKING_GROUP_NAMES,
  type BookingGroup,
  bookingsInGroup,
} from '@mandap/domain/booking/group.ts'
import { BOOKING_STATUSES } from '@mandap/domain/booking/status.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { bookingJson, userJson } from '@mandap/domain/testing/builders.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import { byName } from '@mandap/domain/text/by-name.ts'
import { userIndex, userFrom, usersWithWords } from '@mandap/domain/user/user.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { counterDifferences } from '../../testing/counters.ts'
import { bulkInsertBookings, upsertBookings } from '../booking/store.ts'
import { connectServing, onMaintenanceFailure } from '../database/serving.ts'
import { BY_NAME, readPage } from '../records/page.ts'
import { countUsersHaving, isKept, keepImportedUserGroups, keepUserGroups } from './group.ts'
import { USER } from './kind.ts'
import { nameSpans } from './name-spans.ts'
import { foundUsers } from './found.ts'
import { countUsers, type Search, searchConditions, usersListed } from './list.ts'
import { upsertUsers } from './store.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(() => sql`truncate booking, app_user`.execute(api.db))

const USERS = Array.from({ length: 8 }, (_, at) => `user-${at}`)
const STATUSES = [...Object.keys(BOOKING_STATUSES), 'odd', '']
const DAYS: Today[] = [
  { date: '2026-11-21', timeZone: 'Asia/Kolkata' },
  { date: '2026-11-21', timeZone: 'UTC' },
  { date: '2026-11-22', timeZone: 'Pacific/Kiritimati' },
  { date: '2026-11-20', timeZone: 'America/St_Johns' },
]

/** Instants before and after every midnight at which the days above begin and end. */
const instant = fc.oneof(
  fc.constantFrom(null, '2026-11-20T18:30:00Z', '2026-11-21T00:00:00Z', '2026-11-21T18:29:59.999Z'),
  fc
    .integer({ min: -60, max: 60 })
    .map((hours) => new Date(Date.UTC(2026, 10, 21, 6 + hours, 30)).toISOString()),
)
const booking = fc.record({
  _id: fc.constantFrom(...Array.from({ length: 30 }, (_, at) => `booking-${at}`)),
  // one user has no record
  userId: fc.constantFrom(...USERS, 'nobody', ''),
  status: fc.oneof(fc.constant('confirmEvent'), fc.constantFrom(...STATUSES)),
  dateFrom: instant,
})
const user = fc.record({
  _id: fc.constantFrom(...USERS),
  fullName: fc.constantFrom('Kavya Nair', 'Aarav', 'Zoya', 'aarav', '', 'Ka', 'Kav', 'Kavy', 'मे'),
  // the last one is too long to be stored with the group
  email: fc.constantFrom('', 'nair@mandap.example', `${'z'.repeat(900)}@nair.example`),
})
const write = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ bookings: fc.array(booking, { minLength: 1, maxLength: 6 }) }),
  },
  { weight: 2, arbitrary: fc.record({ users: fc.array(user, { minLength: 1, maxLength: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ noBooking: booking.map(({ _id }) => _id) }) },
  { weight: 1, arbitrary: fc.record({ noUser: fc.constantFrom(...USERS) }) },
  { weight: 2, arbitrary: fc.constant({ keep: true }) },
)

/** A search in each group. */
const searches = fc.array(fc.constantFrom('', 'a', 'nair'), {
  minLength: BOOKING_GROUP_NAMES.length,
  maxLength: BOOKING_GROUP_NAMES.length,
})

type Write =
  | { bookings: { _id: string }[] }
  | { users: { _id: string }[] }
  | { noBooking: string }
  | { noUser: string }
  | { keep: boolean }

/** Writes to the database and to the lists for domain. */
async function apply(
  to: { bookings: Map<string, JsonObject>; users: Map<string, JsonObject> },
  one: Write,
) {
  if ('bookings' in one) {
    const records = new Map(one.bookings.map((given) => [given._id, bookingJson(given)]))
    for (const [id, record] of records) to.bookings.set(id, record)
    await upsertBookings(api.db, [...records.values()], 'test')
  } else if ('users' in one) {
    const records = new Map(one.users.map((given) => [given._id, userJson(given)]))
    for (const [id, record] of records) to.users.set(id, record)
    await upsertUsers(api.db, [...records.values()], 'test')
  } else if ('noBooking' in one) {
    to.bookings.delete(one.noBooking)
    await api.db.deleteFrom('booking').where('id', '=', one.noBooking).execute()
  } else if ('noUser' in one) {
    to.users.delete(one.noUser)
    await api.db.deleteFrom('app_user').where('id', '=', one.noUser).execute()
  } else await keepUserGroups(api.db)
}

interface Way {
  few?: boolean
  isLookedUp?: boolean
}

async function listed(
  group: BookingGroup,
  today: Today,
  search: string,
  { few = false, isLookedUp = false }: Way = {},
) {
  const listing = { search, has: { group, today } }
  const found = await searchConditions(api.db, listing)
  const parts = usersListed({ ...listing, has: { ...listing.has, isLookedUp } }, found, few)
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await readPage(api.db, USER, { parts, order: BY_NAME, limit: 3, after, few })
    ids.push(...(JSON.parse(page.data) as { _id: string }[]).map(({ _id }) => _id))
    after = page.next ?? undefined
  } while (after !== undefined)
  const first = await foundUsers(api.db, listing, found, { limit: 1 })
  const total =
    search === '' && isKept(group)
      ? await countUsers(api.db, listing)
      : (JSON.parse(first) as { total: number }).total
  if (search !== '' || !isKept(group)) await expectPrefix(ids, listing, found)
  else if (!few) await expectJumps(ids, listing)
  return { ids, total }
}

/** Expects the pages at positions in a list without a search, and none after its end. */
async function expectJumps(ids: string[], listing: UserListing) {
  const parts = usersListed(listing)
  const spans = nameSpans(listing)
  const { length } = ids
  for (const skip of new Set([1, length >> 1, length - 1, length + 1].filter((at) => at > 0))) {
    const page = await readPage(api.db, USER, { parts, order: BY_NAME, limit: 2, skip, spans })
    const found = (JSON.parse(page.data) as { _id: string }[]).map(({ _id }) => _id)
    expect(found).toEqual(ids.slice(skip, skip + 2))
    expect(page.next === null).toBe(skip + 2 >= ids.length)
  }
}

/** Expects the first users and no larger number from a search that reads a part of a list. */
async function expectPrefix(ids: string[], listing: UserListing, found: Search) {
  const limits = { counted: 2, read: 3, min: 0 }
  for (const all of [-1, Infinity]) {
    const text = await foundUsers(api.db, listing, found, { limit: 2 }, { ...limits, all })
    const {
      data,
      total,
      totalIsExact = true,
    } = JSON.parse(text) as {
      data: { _id: string }[]
      total: number
      totalIsExact?: boolean
    }
    expect(data.map(({ _id }) => _id)).toEqual(ids.slice(0, 2))
    if (totalIsExact) expect(total).toBe(ids.length)
    else expect(total).toBeLessThan(ids.length)
  }
}

function expected(
  to: { bookings: Map<string, JsonObject>; users: Map<string, JsonObject> },
  { group, today, search }: { group: BookingGroup; today: Today; search: string },
): string[] {
  const rule = bookingsInGroup(group, today)
  const having = new Set(
    [...to.bookings.values()]
      .map((json) => bookingIndex(bookingFrom(json)))
      .filter((indexFields) => matches(rule, indexFields))
      .map(({ userId }) => userId),
  )
  return [...to.users.values()]
    .map((json) => userIndex(userFrom(json)))
    .filter(
      (indexFields) => having.has(indexFields.id) && matches(usersWithWords(search), indexFields),
    )
    .toSorted(byName)
    .map(({ id }) => id)
}

describe('users who have a booking of a group (§2.11, §4.3)', () => {
  test('equal those of domain after any writes, before and after notes are applied', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { minLength: 4, maxLength: 25 }),
        searches,
        async (writes, searched) => {
          // faster than a truncate, which rewrites many indexes
          await api.db.deleteFrom('booking').execute()
          await api.db.deleteFrom('app_user').execute()
          const to = { bookings: new Map(), users: new Map() }
          await apply(to, {
            users: USERS.slice(2).map((id) => ({ _id: id, fullName: `${id} Nair` })),
          })
          for (const one of writes) await apply(to, one)
          for (const [at, group] of BOOKING_GROUP_NAMES.entries()) {
            const today = DAYS[(writes.length + at) % DAYS.length] as Today
            const search = searched[at] ?? ''
            const ids = expected(to, { group, today, search })
            for (const way of [{}, { few: true }, { isLookedUp: true }])
              expect(await listed(group, today, search, way)).toEqual({ ids, total: ids.length })
          }
          expect(await counterDifferences(api.db)).toEqual([])
          const inOrder = [...to.users.values()].map((json) => userIndex(userFrom(json)))
          await expectJumps(
            inOrder.toSorted(byName).map(({ id }) => id),
            {},
          )
        },
      ),
      { numRuns: 25 },
    )
  }, 180_000)

  test('equal those of domain after concurrent writes and applications of notes', async () => {
    await upsertUsers(
      api.db,
      USERS.map((_id) => userJson({ _id })),
      'test',
    )
    const to = { bookings: new Map<string, JsonObject>(), users: new Map<string, JsonObject>() }
    for (const _id of USERS) to.users.set(_id, userJson({ _id }))
    const writes = fc.sample(booking, { numRuns: 240, seed: 7 })
    const writer = async (which: number) => {
      for (const [turn, given] of writes.entries()) {
        if (turn % 4 !== which) continue
        // each has different bookings, and all have the same users
        await apply(to, { bookings: [{ ...given, _id: `${given._id}-${which}` }] })
        if (turn % 9 === 0) await apply(to, { keep: true })
      }
    }
    await Promise.all([0, 1, 2, 3].map(writer))
    for (const isApplied of [false, true]) {
      if (isApplied) await keepUserGroups(api.db)
      for (const today of DAYS)
        for (const group of BOOKING_GROUP_NAMES) {
          const ids = expected(to, { group, today, search: '' })
          const found = await listed(group, today, '')
          expect(found.ids.toSorted()).toEqual(ids.toSorted())
          expect(found.total).toBe(ids.length)
        }
    }
    expect(await api.db.selectFrom('user_group_note').selectAll().execute()).toEqual([])
    expect(await api.db.selectFrom('user_text_note').selectAll().execute()).toEqual([])
  })

  test('are updated by a reader that finds many notes, and after a bulk insert', async () => {
    const ids = Array.from({ length: 700 }, (_, at) => `many-${at}`)
    await upsertUsers(
      api.db,
      ids.map((_id) => userJson({ _id })),
      'test',
    )
    const notes = () => api.db.selectFrom('user_group_note').selectAll().execute()
    expect(await notes()).toHaveLength(700)
    const today = DAYS[0] as Today
    expect((await listed('pending', today, '')).total).toBe(0)
    expect(await notes()).toEqual([])
    const bookings = ids.map((userId) => bookingJson({ userId, status: 'pending' }))
    await bulkInsertBookings({ db: api.db, url: api.databaseUrl }, bookings, 'test')
    await keepImportedUserGroups(api.db)
    expect(await notes()).toEqual([])
    expect((await listed('pending', today, '')).total).toBe(700)
  })

  test('are counted by a reader that cannot apply many notes', async () => {
    const users = Array.from({ length: 700 }, (_, at) => userJson({ _id: `many-${at}` }))
    await upsertUsers(api.db, users, 'test')
    await upsertBookings(api.db, [bookingJson({ userId: 'many-1', status: 'pending' })], 'test')
    await sql
      .raw(`
      create function fail() returns trigger language plpgsql as
        $$ begin raise 'no space' using errcode = 'disk_full'; end $$;
      create trigger fail before delete on user_group_note execute function fail()`)
      .execute(api.db)
    const serving = connectServing(api.databaseUrl)
    const failures: unknown[] = []
    onMaintenanceFailure(serving, (error) => failures.push(error))
    try {
      const having = { group: 'pending', today: DAYS[0] as Today } as const
      expect(await countUsersHaving(serving, having)).toBe(1)
      expect(failures).toEqual([expect.objectContaining({ code: '53100' })])
    } finally {
      await serving.destroy()
      await sql`drop function fail cascade`.execute(api.db)
    }
  })

  test('a write that changes no group and no searched text adds no note', async () => {
    const json = bookingJson({ userId: 'user-1' })
    const person = userJson({ _id: 'user-1' })
    await upsertUsers(api.db, [person], 'test')
    await upsertBookings(api.db, [json], 'test')
    await keepUserGroups(api.db)
    await upsertBookings(api.db, [{ ...json, partnerName: 'Another' }], 'test')
    await upsertUsers(api.db, [{ ...person, city: 'Pune' }], 'test')
    for (const notes of ['user_group_note', 'user_text_note'] as const)
      expect(await api.db.selectFrom(notes).selectAll().execute()).toEqual([])
  })
})

test.each([
  { stored: 1, isBuiltAgain: true },
  { stored: 20_001, isBuiltAgain: false },
])(
  'many notes of an import are applied, with the indexes built again: $isBuiltAgain, if $stored users are stored',
  async ({ stored, isBuiltAgain }) => {
    const indexes = async () => {
      const { rows } = await sql<{ oid: number; definition: string }>`
        select indexrelid as oid, pg_get_indexdef(indexrelid) as definition from pg_index
        where indrelid = 'user_group'::regclass and not indisunique order by 2`.execute(api.db)
      return { oids: rows.map(({ oid }) => oid), definitions: rows.map((row) => row.definition) }
    }
    const before = await indexes()
    await sql`
      insert into user_group (user_id, booking_group, name, at)
      select 'stored-' || n, 'pending', '', 0 from generate_series(1, ${sql.lit(stored)}) as n`.execute(
      api.db,
    )
    await upsertUsers(api.db, [userJson({ _id: 'user-1' })], 'test')
    await upsertBookings(
      api.db,
      [bookingJson({ _id: 'booking-1', userId: 'user-1', status: 'pending', dateFrom: null })],
      'test',
    )
    await sql`
      insert into user_group_note select 'gone-' || n from generate_series(1, 25000) as n`.execute(
      api.db,
    )
    await keepImportedUserGroups(api.db)
    const { n } = await api.db
      .selectFrom('user_group')
      .select((of) => of.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(stored + 1)
    const after = await indexes()
    expect(after.definitions).toEqual(before.definitions)
    expect(after.oids.every((oid) => !before.oids.includes(oid))).toBe(isBuiltAgain)
  },
)
