import { shortMonthName } from './month-names.ts'
import { padded } from './today.ts'

/** Shown for a missing date (§2.7). */
export const NO_DATE = 'No Date'

/** Returns the operator's calendar day, such as '05 Dec 2026'. */
export function dayText(instant: number | null): string {
  if (instant === null) return NO_DATE
  const at = new Date(instant)
  return `${padded(at.getDate())} ${monthOf(at)}`
}

/** Returns a time on the operator's clock, such as '5 Dec 2026, 10:30 am'. */
export function momentText(instant: number): string {
  const at = new Date(instant)
  const hour = at.getHours()
  const clock = `${hour % 12 || 12}:${padded(at.getMinutes())} ${hour < 12 ? 'am' : 'pm'}`
  return `${at.getDate()} ${monthOf(at)}, ${clock}`
}

function monthOf(at: Date): string {
  return `${shortMonthName(at.getMonth())} ${at.getFullYear()}`
}
