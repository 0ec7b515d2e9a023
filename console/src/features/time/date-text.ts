import { addDays, type LocalDate } from '@mandap/domain/time/days.ts'
import { localDateText, shortMonthName } from '@mandap/domain/time/month-names.ts'
import { padded } from './today.ts'

/** Shown for a missing date (§2.7). */
export const NO_DATE = 'No Date'

/** Returns the administrator's calendar day, such as '05 Dec 2026'. */
export function dayText(instant: number | null): string {
  if (instant === null) return NO_DATE
  const at = new Date(instant)
  return `${padded(at.getDate())} ${monthOf(at)}`
}

/** Returns the administrator's calendar days from one instant to another, such as '5–7 Dec 2027'. */
export function daySpanText(first: number | null, last: number | null): string {
  if (first === null || last === null || last <= first) return dayText(first)
  const [from, to] = [new Date(first), new Date(last)]
  if (from.toDateString() === to.toDateString()) return dayText(first)
  const end = `${to.getDate()} ${monthOf(to)}`
  if (from.getFullYear() !== to.getFullYear()) return `${from.getDate()} ${monthOf(from)} – ${end}`
  if (from.getMonth() !== to.getMonth())
    return `${from.getDate()} ${shortMonthName(from.getMonth())} – ${end}`
  return `${from.getDate()}–${end}`
}

/** Returns a time on the administrator's clock, such as '5 Dec 2026, 10:30 am'. */
export function momentText(instant: number): string {
  const at = new Date(instant)
  return `${at.getDate()} ${monthOf(at)}, ${clockText(instant)}`
}

/** Returns a time of day on the administrator's clock, such as '10:30 am'. */
export function clockText(instant: number): string {
  const at = new Date(instant)
  const hour = at.getHours()
  return `${hour % 12 || 12}:${padded(at.getMinutes())} ${hour < 12 ? 'am' : 'pm'}`
}

/** Returns a calendar day as a heading: 'Today, 5 Dec 2026', 'Yesterday, …', and else its weekday. */
export function dayHeading(date: LocalDate, today: LocalDate): string {
  const day = localDateText(date)
  if (date === today) return `Today, ${day}`
  if (date === addDays(today, -1)) return `Yesterday, ${day}`
  return `${WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()]}, ${day}`
}

const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

function monthOf(at: Date): string {
  // four digits, because '5 Dec 26' would be read as 2026
  return `${shortMonthName(at.getMonth())} ${String(at.getFullYear()).padStart(4, '0')}`
}
