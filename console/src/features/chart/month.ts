import type { Month } from '@mandap/domain/time/days.ts'
import { MONTH_NAMES, shortMonthName } from '@mandap/domain/time/month-names.ts'

/** Returns the short name of a month: 'Nov'. */
export function shortMonth(month: Month): string {
  return shortMonthName(numberOf(month))
}

/** Returns the name and year of a month: 'November 2026'. */
export function longMonth(month: Month): string {
  return `${MONTH_NAMES[numberOf(month)]} ${Number(month.split('-')[0])}`
}

function numberOf(month: Month): number {
  return Number(month.slice(-2)) - 1
}
