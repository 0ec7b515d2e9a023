import { describe, expect, test } from 'vitest'
import { dayText, eventDay, momentText, NO_DATE, rupees } from './text.ts'

describe('dates, the same in every browser', () => {
  test.each([
    [new Date(2026, 11, 5), '05 Dec 2026'],
    [new Date(2026, 8, 30, 23, 59), '30 Sep 2026'],
    [new Date(12_026, 0, 1), '01 Jan 12026'],
  ])('a day: %s', (at, text) => {
    expect(dayText(at.getTime())).toBe(text)
  })

  test('no day', () => {
    expect(dayText(null)).toBe(NO_DATE)
  })

  test('an event is on the local day of dateFrom; of eventDate only where there is no dateFrom (§2.5)', () => {
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
  ])('a moment: %s', (at, text) => {
    expect(momentText(at.getTime())).toBe(text)
  })
})

test('rupees are grouped by lakh and crore, whole paise only where there are some', () => {
  expect([250_000, 12_345_678.5, 0].map(rupees)).toEqual(['₹2,50,000', '₹1,23,45,678.50', '₹0'])
  expect(rupees(null)).toBe('N/A')
})
