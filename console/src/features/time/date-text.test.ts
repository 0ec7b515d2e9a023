import { expect, test } from 'vitest'
import { clockText, dayHeading, daySpanText, dayText, momentText } from './date-text.ts'

test.each([
  ['2026-11-22', 'Today, 22 Nov 2026'],
  ['2026-11-21', 'Yesterday, 21 Nov 2026'],
  ['2026-11-20', 'Friday, 20 Nov 2026'],
  ['2026-11-23', 'Monday, 23 Nov 2026'],
  ['2025-12-31', 'Wednesday, 31 Dec 2025'],
])('heads the day %s with %j', (date, text) => {
  expect(dayHeading(date, '2026-11-22')).toBe(text)
})

test('calls the last day of a year yesterday on the first day of the next', () => {
  expect(dayHeading('2025-12-31', '2026-01-01')).toBe('Yesterday, 31 Dec 2025')
})

test.each([
  [new Date(2026, 10, 22, 0, 5), '12:05 am'],
  [new Date(2026, 10, 22, 12, 0), '12:00 pm'],
  [new Date(2026, 10, 22, 23, 59), '11:59 pm'],
])('shows the time of %s as %j', (at, text) => {
  expect(clockText(at.getTime())).toBe(text)
})

test('shows all digits of the year', () => {
  const at = new Date(2026, 11, 5, 12).setFullYear(26)
  expect(dayText(at)).toBe('05 Dec 0026')
  expect(momentText(at)).toMatch(/^5 Dec 0026, /)
  expect(daySpanText(at, new Date(2026, 11, 5, 12).getTime())).toBe('5 Dec 0026 – 5 Dec 2026')
})
