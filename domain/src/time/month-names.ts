import type { LocalDate } from './days.ts'

/** From January on. Not from `Intl`, because browsers differ between 'Sep' and 'Sept'. */
export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** Returns the short name of a month, such as 'Nov'. January is 0. */
export function shortMonthName(month: number): string {
  return MONTH_NAMES[month]?.slice(0, 3) ?? ''
}

/** Returns a calendar day, such as '5 Dec 2026'. */
export function localDateText(date: LocalDate): string {
  const [year, month, day] = date.split('-')
  return `${Number(day)} ${shortMonthName(Number(month) - 1)} ${year}`
}
