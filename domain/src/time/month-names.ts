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
