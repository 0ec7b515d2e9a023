import type { UserListing } from '@mandap/domain/user/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { COUNTERS, type CounterSet, NAME_PART } from '../counters/declaration.ts'
import { counterRows } from '../counters/read.ts'
import type { Spans } from '../records/page.ts'
import { countedByDay, type CountedUsers } from './group.ts'

/** Returns how many users of a list without a search have names that begin alike, so that a jump reads only some. */
export function nameSpans({ has }: UserListing): Spans {
  const counts = has
    ? countedByDay(has, USERS_OF_GROUP)
    : sql`select name_part as span, n from ${counterRows(COUNTERS.users, 'user_name_count')} counter`
  return { counts, bits: 'text', isExact: true, isSparse: false }
}

/** Returns the counters that `nameSpans` reads. */
export function nameCounters({ has }: UserListing): CounterSet {
  return has ? COUNTERS.userGroups : COUNTERS.users
}

const PART = sql.lit(NAME_PART)

/** Users of a group by the start of their name. */
const USERS_OF_GROUP: CountedUsers = {
  days: (where) => sql`
    select name_part as span, n
    from ${counterRows(COUNTERS.userGroups, 'user_group_name_count')} counter where ${where}`,
  rows: (from: RawBuilder<unknown>, sign: 1 | -1) => sql`
    select left(name, ${PART}) as span, ${sql.lit(sign)} as n ${from}`,
}
