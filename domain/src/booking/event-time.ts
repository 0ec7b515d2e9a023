import { DAY } from '../time/days.ts'
import { readInstant } from '../wire/read.ts'
import type { Booking } from './booking.ts'

/** When an event begins and ends (§2.6), as epoch milliseconds; `null` for a missing time. */
export interface EventTimes {
  begins: number | null
  ends: number | null
}

/**
 * Returns the times at which the event begins and ends, or null if the booking has days only. Hosts send a day as a
 * date without a time, or as midnight, either in the administrator's zone or in UTC. `isMidnight` is that of the
 * administrator.
 */
export function eventTimes(
  { original }: Pick<Booking, 'original'>,
  isMidnight: (instant: number) => boolean,
): EventTimes | null {
  const [begins, ends] = [original['dateFrom'], original['dateTo']].map(momentOf)
  const times = { begins: begins ?? null, ends: ends ?? null }
  const isTime = (at: number | null) => at !== null && at % DAY !== 0 && !isMidnight(at)
  return isTime(times.begins) || isTime(times.ends) ? times : null
}

function momentOf(value: unknown): number | null {
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value.trim())
  return isDay ? null : readInstant(value)
}
