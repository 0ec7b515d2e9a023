import type { BookingGroup } from '@mandap/domain/booking/group.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { COUNTERS, type CounterSet, DAY_SPAN_BITS, NAME_PART } from '../counters/declaration.ts'
import { counterRows } from '../counters/read.ts'
import type { Spans } from '../records/spans.ts'
import { countedByDay, type CountedUsers } from './group.ts'

/** Counts the users of a list without a search by the start of their name, so that a jump reads only names near its page. */
export function nameSpans({ has }: UserListing): Spans {
  const counts = has
    ? countedByDay(has, USERS_OF_GROUP)
    : sql`select name_part as span, n from ${counterRows(COUNTERS.users, 'user_name_count')} counter`
  return { counts, bits: 'text' }
}

/** Returns the counters that `nameSpans` reads. */
export function nameCounters({ has }: UserListing): CounterSet {
  return has ? COUNTERS.userGroups : COUNTERS.users
}

const PART = sql.lit(NAME_PART)

/** Users of a group by the start of their name: long spans of days, and the days before the first of them or after the last. */
const USERS_OF_GROUP: CountedUsers = {
  days(group, day, isAfter) {
    const span = day >> DAY_SPAN_BITS
    const next = isAfter ? (span + 1) << DAY_SPAN_BITS : span << DAY_SPAN_BITS
    const days = isAfter
      ? sql`day > ${day} and day < ${next}`
      : sql`day >= ${next} and day < ${day}`
    return sql`
      ${counted('user_group_span_name_count', group, sql`day_span ${sql.raw(isAfter ? '>' : '<')} ${span}`)}
      union all ${counted('user_group_name_count', group, days)}`
  },
  rows: (from, sign) => sql`
    select left(name, ${PART}) as span, ${sql.lit(sign)} as n ${from}`,
}

function counted(table: string, group: BookingGroup, where: RawBuilder<unknown>) {
  return sql`
    select name_part as span, n from ${counterRows(COUNTERS.userGroups, table)} counter
    where booking_group = ${group} and ${where}`
}
