import { MAX_INDEXED_BYTES } from '../records/stored-record.ts'
import { countOf } from '@mandap/domain/booking/count.ts'
import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import {
  alwaysInGroup,
  type BookingGroup,
  bookingsInGroup,
  confirmedBookings,
  GROUP_RULES,
  type GroupRule,
} from '@mandap/domain/booking/group.ts'
import type { Condition } from '@mandap/domain/rule/condition.ts'
import { DAY, daySpan, type Today } from '@mandap/domain/time/days.ts'
import { type RawBuilder, sql } from 'kysely'
import { BOOKING } from '../booking/kind.ts'
import { countBookings } from '../booking/total.ts'
import { COUNTERS } from '../counters/declaration.ts'
import { rollUp } from '../counters/read.ts'
import type { Database } from '../database/connection.ts'
import type { OneRow } from '../database/one-row.ts'
import { dropIndexes, type RunStatement } from '../database/indexes.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { maintain } from '../database/serving.ts'

/** A group of bookings on a day, for the users who have one. */
export interface Having {
  group: BookingGroup
  today: Today
  /** Whether the bookings of each user are looked up, instead of all users of the day. For a group that is not stored. */
  isLookedUp?: boolean | undefined
}

/** The fastest conditions to find all users with a text, and to test users one by one. */
export interface Found {
  all: RawBuilder<boolean>
  inOrder: RawBuilder<boolean>
}

/** Earlier than every instant of a date. */
const ALWAYS = -8_640_000_000_000_001

/** Number of notes that a reader tolerates before it applies them. */
const MANY_NOTES = 500

const NOTED = sql`(select user_id from user_group_note union all select user_id from user_text_note)`

/** The groups whose users are stored. Users of the other group are found by the few bookings of the day. */
const KEPT = (Object.entries(GROUP_RULES) as [BookingGroup, GroupRule][]).filter(
  ([, { confirmed }]) => confirmed !== 'on',
)

/**
 * Returns SQL parts with `id` and `name` for the users who have a booking of a group and satisfy `found`.
 * Reads the bookings of users with a note, so that the result is current. With `few`, all of them are found
 * first; otherwise users are read in order, and each of them is tested.
 */
export function usersHaving(having: Having, found: Found | null, few: boolean) {
  const andFound = found ? sql` and ${found.inOrder}` : sql``
  if (!isKept(having.group)) {
    // for few users or a search, PostgreSQL decides how those of the day are found
    const isAny = (few || found !== null) && !having.isLookedUp
    const one = isAny ? sql`id in (${usersOfDay(having)})` : isOfDay(having)
    return [sql`select id, name from app_user where ${one}${andFound}`]
  }
  const noted = sql`
    select id, name from app_user where id in ${NOTED} and ${hasBooking(having)}${andFound}`
  return [...foundInGroup(found, few).map((one) => usersOfGroup(having, one)), noted]
}

/** Returns the stored users of a group that satisfy a condition. The condition is tested before the notes, which takes longer. */
function usersOfGroup(having: Having, condition: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`
    select user_id as id, name from user_group as kept
    where ${keptIn(having)} and ${condition} and user_id not in ${NOTED}`
}

/** Returns disjoint conditions that together select the stored users that satisfy `found`. */
function foundInGroup(found: Found | null, few: boolean): RawBuilder<boolean>[] {
  if (!found) return [sql`true`]
  const { all, inOrder } = found
  // offset 0 keeps PostgreSQL from testing users one by one
  if (few) return [sql`user_id in (select id from app_user where ${all} offset 0)`]
  return [
    inOrder,
    // the scalar subquery keeps PostgreSQL from finding all users with the text
    sql`search_text is null and (select ${inOrder} from app_user where id = kept.user_id)`,
  ]
}

/**
 * Returns the SQL of the users of a stored group who satisfy `found`, among the first `read` stored users and those with a note. Of
 * the stored users, some are not in the group today.
 */
export function firstStored(
  having: Having,
  found: RawBuilder<boolean>,
  read: number,
): RawBuilder<unknown> {
  const inOrder = sql`order by name, id limit ${read}`
  return sql`
    select id, name
    from (
      select id, name, at, is_stored,
        coalesce(search_text, (select search_text from app_user where app_user.id = near.id)) as search_text
      from (
        select * from (
          (
            select user_id as id, name, at, search_text, true as is_stored from user_group
            where booking_group = ${having.group} ${inOrder}
          )
          union all
          (
            select id, name, 0::bigint, search_text, false from app_user
            where id in ${NOTED} and ${hasBooking(having)} ${inOrder}
          )
        ) as texts ${inOrder}
      ) as near
    ) as near
    -- the text is tested before the notes, which takes longer
    where case when ${found} then not is_stored or (${atIn(having)} and id not in ${NOTED}) else false end`
}

/** Returns the condition that a user of app_user is in a group. It is for users who are tested one by one. */
export function isInGroup(having: Having): RawBuilder<boolean> {
  if (!isKept(having.group)) return isOfDay(having)
  // not `exists`, for which PostgreSQL may read the whole group
  return sql`
    case when app_user.id in ${NOTED} then ${hasBooking(having)}
    else (select true from user_group where user_id = app_user.id and ${keptIn(having)}) is true end`
}

/** Returns the condition that a user of app_user has a booking on the day. It is for users who are tested one by one. */
function isOfDay(having: Having): RawBuilder<boolean> {
  // not `exists`, for which PostgreSQL may read the whole day
  if (having.isLookedUp)
    return sql`(
      select true from booking
      where user_id = app_user.id and ${ofBooking(bookingsInGroup(having.group, having.today))} limit 1
    ) is true`
  // with `is true`, PostgreSQL finds the users of the day once
  return sql`(app_user.id in (${usersOfDay(having)})) is true`
}

/** The largest number of bookings on a day whose users are all found. */
const MAX_OF_DAY = 5_000

/** Counts the bookings of a group on a day, by counters. */
export function countOfDay(db: Database, { group, today }: Having): OneRow<number> {
  const count = countOf({ list: 'counted', figure: `group-${group}`, filter: {}, today })
  return countBookings(db, bookingsInGroup(group, today), count)
}

/** Whether a day has so few bookings that all of their users are found. */
export function isQuiet(ofDay: number): boolean {
  return ofDay <= MAX_OF_DAY
}

/** Looking up the bookings of a user takes as long as finding so many users of the day. */
const BOOKING_LOOKUP_COST = 6

/** What decides how the users of a day are found. */
export interface Lookups {
  /** The number of bookings of the group on the day. */
  ofDay: number
  users: number
  /** The approximate number of users who have the text of the search. */
  expected: number
  /** The number of users to find. */
  wanted: number
}

/** Whether looking up the bookings of users, until enough are found, is faster than finding all users of the day. */
export function isLookupFaster({ ofDay, users, expected, wanted }: Lookups): boolean {
  const lookups = Math.min(expected, wanted * (users / Math.max(ofDay, 1)))
  return lookups * BOOKING_LOOKUP_COST < ofDay
}

/** Counts the users who have one of the first `bookings` of a group on a day. */
export function countUsersOfFirst(having: Having, bookings: number): OneRow<number> {
  return {
    sql: sql`
      select count(distinct user_id) as n from (${usersOfDay(having)} limit ${bookings}) as of_day
      where exists (select from app_user where id = user_id)`,
    columns: ['n'],
    valueOf: ({ n }) => n as number,
  }
}

/** Counts the stored users of a group, of which some are not in it today, and the notes. */
export function countStored(group: BookingGroup): OneRow<number> {
  return {
    sql: sql`
      select coalesce(sum(n), 0)::bigint + (select count(*) from ${NOTED} as noted) as n
      from user_group_count where booking_group = ${group}`,
    columns: ['n'],
    valueOf: ({ n }) => n as number,
  }
}

/** Returns how many users have a booking of a stored group. */
export async function countUsersHaving(db: Database, having: Having): Promise<number> {
  const { rows } = await sql<{ n: number; notes: number }>`
    select coalesce(sum(n), 0)::bigint as n, (select count(*) from ${NOTED} as noted) as notes
    from (${countedByDay(having, IN_ALL)}) counted`.execute(db)
  const [{ n, notes }] = rows as [(typeof rows)[number]]
  if (notes > MANY_NOTES) await maintain(db, 'user groups', keepUserGroups)
  return n
}

/** How users of a group are counted. */
export interface CountedUsers {
  /** Returns the SQL of the counters of a group of the UTC days after a day, or before it. */
  days: (group: BookingGroup, day: number, isAfter: boolean) => RawBuilder<unknown>
  /** Returns the SQL that counts the rows of a table with a `name`, or takes them away. */
  rows: (from: RawBuilder<unknown>, sign: 1 | -1) => RawBuilder<unknown>
}

const IN_ALL: CountedUsers = {
  days: (group, day, isAfter) => sql`
    select n from user_group_count
    where booking_group = ${group} and day ${sql.raw(isAfter ? '>' : '<')} ${day}`,
  rows: (from, sign) => sql`select ${sql.raw(sign < 0 ? '-' : '')}count(*) ${from}`,
}

/** Counts the users who have a booking of a stored group: whole UTC days by counters, the hours around today by rows. */
export function countedByDay(having: Having, { days, rows }: CountedUsers): RawBuilder<unknown> {
  const { bound, isAfter } = boundOf(having)
  const day = Math.floor(bound / DAY)
  const group = sql`booking_group = ${having.group}`
  const hours = isAfter
    ? sql`at >= ${bound} and at < ${(day + 1) * DAY}`
    : sql`at >= ${day * DAY} and at < ${bound}`
  return sql`
    ${days(having.group, day, isAfter)}
    union all ${rows(sql`from user_group where ${group} and ${hours}`, 1)}
    union all ${rows(sql`from user_group where ${keptIn(having)} and user_id in ${NOTED}`, -1)}
    union all ${rows(sql`from app_user where id in ${NOTED} and ${hasBooking(having)}`, 1)}`
}

/**
 * Applies the notes of an import, and removes the dead rows that it leaves. `db` is of the owner. If little was stored
 * before, the indexes are built after the rows, and readers wait.
 */
export async function keepImportedUserGroups(db: Database): Promise<void> {
  await applyNotes(db, async (trx) =>
    (await isFilling(trx)) ? dropIndexes(run(trx), 'user_group') : [],
  )
  await rollUp(db, COUNTERS.userGroups)
  const { delta, counters } = COUNTERS.userGroups
  const counted = sql.join(
    [delta, ...counters.map(({ table }) => table)].map((table) => sql.table(table)),
  )
  await sql`vacuum analyze user_group_note, user_text_note, user_group, user_group_count, ${counted}`.execute(
    db,
  )
}

/** Applies the notes to the stored groups. Does nothing while another connection does it. */
export function keepUserGroups(db: Database): Promise<void> {
  return applyNotes(db, async () => [])
}

/** `prepare` returns the statements that come last. */
async function applyNotes(
  db: Database,
  prepare: (trx: Database) => Promise<string[]>,
): Promise<void> {
  const groups = sql.join(KEPT.map(([group]) => sql`(${group}, ${sql.ref(group)})`))
  const spans = sql.join(KEPT.map(([group, rule]) => sql`${spanOf(rule)} as ${sql.ref(group)}`))
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('mandap.count.userGroups')) as free`.execute(trx)
    if (!rows[0]?.free) return
    const last = await prepare(trx)
    // one statement, so that the notes and the bookings are read at the same moment
    await sql`
      with taken as (delete from user_group_note returning user_id),
      taken_text as (delete from user_text_note returning user_id),
      noted as materialized (select user_id from taken union select user_id from taken_text),
      spans as (
        select user_id, ${spans} from booking where user_id in (select user_id from noted) group by user_id
      ), are as materialized (
        select user_id, kept.booking_group, app_user.name, kept.at,
          case when octet_length(app_user.search_text) <= ${MAX_INDEXED_BYTES} then app_user.search_text end
            as search_text
        from spans join app_user on app_user.id = user_id
        cross join lateral (values ${groups}) as kept (booking_group, at)
        where kept.at is not null
      ), were as materialized (
        select user_id, booking_group, name, at, search_text
        from user_group where user_id in (select user_id from noted)
      ), gone as (
        delete from user_group as kept using (
          select user_id, booking_group from were except select user_id, booking_group from are
        ) as other
        where kept.user_id = other.user_id and kept.booking_group = other.booking_group
      ), put as (
        insert into user_group as kept (user_id, booking_group, name, at, search_text)
          (select user_id, booking_group, name, at, search_text from are
            except select user_id, booking_group, name, at, search_text from were)
          on conflict (user_id, booking_group) do update
          set name = excluded.name, at = excluded.at, search_text = excluded.search_text
      )
      insert into user_group_count as c (booking_group, day, n)
        select booking_group, utc_day(at), sum(change)
        from (
          select booking_group, at, 1 as change from are
          union all
          select booking_group, at, -1 from were
        ) changed
        group by 1, 2 having sum(change) <> 0
        on conflict (booking_group, day) do update set n = c.n + excluded.n`.execute(trx)
    for (const statement of last) await run(trx)(statement)
  })
}

/** The number of notes from which the indexes of a table with fewer rows are built after its rows. */
const FILLED_FROM = 20_000

/** Whether little is stored yet, and an import left many notes. */
async function isFilling(trx: Database): Promise<boolean> {
  const { rows } = await sql`
    select from user_group_note
    where not exists (select from user_group limit 1 offset ${FILLED_FROM})
    limit 1 offset ${FILLED_FROM}`.execute(trx)
  return rows.length > 0
}

function run(trx: Database): RunStatement {
  return (statement) => sql.raw(statement).execute(trx)
}

/** Whether the users of a group are stored. Those of the other group are the few of one day. */
export function isKept(group: BookingGroup): boolean {
  return KEPT.some(([kept]) => kept === group)
}

/**
 * Returns the SQL of what is stored of a user for a group (see migration 0013); null for a user who is never
 * in it.
 */
function spanOf(rule: GroupRule): RawBuilder<number | null> {
  const { confirmed } = rule
  const always = alwaysInGroup(rule)
  const event = sql<number | null>`
    ${sql.raw(confirmed === 'after' ? 'max' : 'min')}(date_from)
    filter (where ${confirmed ? ofBooking(confirmedBookings) : sql`false`})`
  return always
    ? sql`case when bool_or(${ofBooking(always)}) then ${ALWAYS}::bigint else ${event} end`
    : event
}

/**
 * Returns the bound of `at` for a group on a day: users are in it from the bound on if `isAfter`, otherwise
 * before it.
 */
function boundOf({ group, today }: Having): { bound: number; isAfter: boolean } {
  const { start, end } = daySpan(today)
  const isAfter = GROUP_RULES[group].confirmed === 'after'
  return { bound: isAfter ? end : start, isAfter }
}

function keptIn(having: Having): RawBuilder<boolean> {
  return sql`(booking_group = ${having.group} and ${atIn(having)})`
}

function atIn(having: Having): RawBuilder<boolean> {
  const { bound, isAfter } = boundOf(having)
  return sql`at ${sql.raw(isAfter ? '>=' : '<')} ${bound}`
}

function hasBooking({ group, today }: Having): RawBuilder<boolean> {
  return sql`exists (
    select from booking where user_id = app_user.id and ${ofBooking(bookingsInGroup(group, today))})`
}

function usersOfDay({ group, today }: Having): RawBuilder<unknown> {
  return sql`select user_id from booking where ${ofBooking(bookingsInGroup(group, today))}`
}

function ofBooking(condition: Condition<BookingIndex>): RawBuilder<boolean> {
  return toSql(condition, BOOKING.columns)
}
