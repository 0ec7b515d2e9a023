/** From January on, in one form: browsers write the ninth 'Sep' or 'Sept'. */
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

/** 'Nov' of the month with this number, from 0 on. */
export function shortMonthName(month: number): string {
  return MONTH_NAMES[month]?.slice(0, 3) ?? ''
}
