import { describe, expect, test } from 'vitest'
import { dayText, momentText, NO_DATE } from '../time/date-text.ts'
import { eventDay, rupees } from './text.ts'

describe('dates, the same in every browser', () => {
  test.each([
    [new Date(2026, 11, 5), '05 Dec 2026'],
    [new Date(2026, 8, 30, 23, 59), '30 Sep 2026'],
    [new Date(12_026, 0, 1), '01 Jan 12026'],
  ])('shows the day %s', (at, text) => {
    expect(dayText(at.getTime())).toBe(text)
  })

  test('shows No Date for a missing date', () => {
    expect(dayText(null)).toBe(NO_DATE)
  })

  test('shows an event on the local day of dateFrom, or of eventDate if dateFrom is missing (§2.5)', () => {
    const [dateFrom, eventDate] = [new Date(2026, 11, 5, 0, 5), new Date(2026, 11, 6)].map(Number)
    expect(eventDay({ dateFrom: dateFrom ?? null, eventDate: eventDate ?? null })).toBe(
      '05 Dec 2026',
    )
    expect(eventDay({ dateFrom: null, eventDate: eventDate ?? null })).toBe('06 Dec 2026')
    expect(eventDay({ dateFrom: null, eventDate: null })).toBe(NO_DATE)
  })

  test.each([
    [new Date(2026, 11, 5, 10, 30), '5 Dec 2026, 10:30 am'],
    [new Date(2026, 8, 5, 0, 5), '5 Sep 2026, 12:05 am'],
    [new Date(2026, 1, 28, 12, 0), '28 Feb 2026, 12:00 pm'],
  ])('shows the time %s', (at, text) => {
    expect(momentText(at.getTime())).toBe(text)
  })
})

test('groups rupees by lakh and crore and shows paise only if there are any', () => {
  expect([250_000, 12_345_678.5, 0].map(rupees)).toEqual(['₹2,50,000', '₹1,23,45,678.50', '₹0'])
  expect(rupees(null)).toBe('N/A')
})
