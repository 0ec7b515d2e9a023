import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { describe, expect, test } from 'vitest'
import { dayText, momentText, NO_DATE } from '../time/date-text.ts'
import { eventDay, unreadDate, wholeBudget, wholeEventDay } from './text.ts'

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
    const event = { dateFrom: dateFrom ?? null, dateTo: null, eventDate: eventDate ?? null }
    expect(eventDay(event)).toBe('05 Dec 2026')
    expect(eventDay({ ...event, dateFrom: null })).toBe('06 Dec 2026')
    expect(eventDay({ ...event, dateFrom: null, eventDate: null })).toBe(NO_DATE)
  })

  test.each([
    ['on one day', new Date(2027, 11, 5), new Date(2027, 11, 5, 23, 59), '05 Dec 2027'],
    ['that ends before it begins', new Date(2027, 11, 5), new Date(2027, 11, 4), '05 Dec 2027'],
    ['until midnight', new Date(2027, 11, 5, 18), new Date(2027, 11, 6), '5–6 Dec 2027'],
    ['in one month', new Date(2027, 11, 5, 10), new Date(2027, 11, 7, 9), '5–7 Dec 2027'],
    ['over two months', new Date(2027, 10, 30), new Date(2027, 11, 2), '30 Nov – 2 Dec 2027'],
    ['over two years', new Date(2027, 11, 31), new Date(2028, 0, 1), '31 Dec 2027 – 1 Jan 2028'],
  ])('shows the days of an event %s', (_, from, to, text) => {
    const [dateFrom, dateTo] = [from.getTime(), to.getTime()]
    expect(eventDay({ dateFrom, dateTo, eventDate: null })).toBe(text)
  })

  test.each([
    [new Date(2026, 11, 5, 10, 30), '5 Dec 2026, 10:30 am'],
    [new Date(2026, 8, 5, 0, 5), '5 Sep 2026, 12:05 am'],
    [new Date(2026, 1, 28, 12, 0), '28 Feb 2026, 12:00 pm'],
  ])('shows the time %s', (at, text) => {
    expect(momentText(at.getTime())).toBe(text)
  })
})

describe('a value that cannot be read is shown as the record has it', () => {
  test.each([
    [{ dateFrom: '05/12/2026' }, '05/12/2026'],
    [{ dateFrom: ' ', eventDate: 'After Diwali' }, 'After Diwali'],
    [{ dateFrom: 'TBD', eventDate: '2026-12-06T10:00:00Z' }, '06 Dec 2026'],
    [{ dateFrom: { day: 5 } }, NO_DATE],
  ])('the event date of %j is %s', (record, text) => {
    expect(wholeEventDay(bookingFrom(record))).toBe(text)
  })

  test.each([
    ['1.2 lakh', '1.2 lakh'],
    ['Rs. 1,20,000/-', '₹1,20,000'],
    [0, '₹0'],
    ['', 'N/A'],
    [null, 'N/A'],
  ])('the budget of %j is %s', (value, text) => {
    expect(wholeBudget(value)).toBe(text)
  })

  test('the date of 31 November is shown with its digits', () => {
    expect([unreadDate('2026-11-31'), unreadDate(null)]).toEqual(['2026-11-31', NO_DATE])
  })
})
