import { isLocalDate, isTimeZone, type Today } from '@mandap/domain/time/days.ts'
import type { Query } from './query.ts'
import { QueryError } from './query-error.ts'
import type { TodayQuery } from './today.ts'

/** Reads the administrator's day. Throws a `QueryError` that says that `what` needs it. */
export function decodeToday(
  { today = '', timeZone = '' }: Query<TodayQuery>,
  what = 'This call',
): Today {
  if (!isLocalDate(today)) throw new QueryError('today', `${what} needs today, such as 2026-11-21.`)
  if (!isTimeZone(timeZone))
    throw new QueryError('timeZone', `${what} needs timeZone, such as Asia/Kolkata.`)
  return { date: today, timeZone }
}
