import type { Month } from '@mandap/domain/rule/days.ts'

const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const LONG = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'Nov'. */
export function shortMonth(month: Month): string {
  return SHORT.format(Date.parse(`${month}-01`))
}

/** 'November 2026'. */
export function longMonth(month: Month): string {
  return LONG.format(Date.parse(`${month}-01`))
}
