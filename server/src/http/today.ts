import { isLocalDate, isTimeZone, type Today } from '@mandap/domain/time/days.ts'
import { HttpError } from './http-error.ts'

/**
 * Returns the operator's day of a query. Throws an `HttpError` for an invalid one; `what` names what needs
 * the day.
 */
export function readToday(
  query: { today?: string | undefined; timeZone?: string | undefined },
  what = 'This call',
): Today {
  const { today = '', timeZone = '' } = query
  if (!isLocalDate(today))
    throw new HttpError(400, 'INVALID', `${what} needs today, such as 2026-11-21.`, 'today')
  if (!isTimeZone(timeZone))
    throw new HttpError(400, 'INVALID', `${what} needs timeZone, such as Asia/Kolkata.`, 'timeZone')
  return { date: today, timeZone }
}
