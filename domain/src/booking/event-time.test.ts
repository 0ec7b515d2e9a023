import { expect, test } from 'vitest'
import { aBooking } from '../testing/builders.ts'
import { localDate, startOfDay } from '../time/days.ts'
import { eventTimes } from './event-time.ts'

const isMidnight = (at: number) => at === startOfDay(localDate(at, 'Asia/Kolkata'), 'Asia/Kolkata')
const instant = (iso: string) => Date.parse(iso)

test.each([
  ['days without a time', '2027-12-05', '2027-12-07'],
  ['midnight in UTC', '2027-12-05T00:00:00.000Z', '2027-12-07T00:00:00.000Z'],
  ['midnight of the administrator', '2027-12-05T00:00:00+05:30', '2027-12-07T00:00:00+05:30'],
  ['a number at midnight', instant('2027-12-05T00:00:00+05:30'), undefined],
  ['nothing', undefined, null],
  ['no date', 'soon', ''],
])('an event with %s has no times', (_, dateFrom, dateTo) => {
  expect(eventTimes(aBooking({ dateFrom, dateTo }), isMidnight)).toBeNull()
})

test.each([
  ['2027-12-05T00:01:00+05:30', '2027-12-07T22:00:00+05:30'],
  // an event with a time may end at midnight
  ['2027-12-05T18:00:00+05:30', '2027-12-06T00:00:00+05:30'],
  ['2027-12-05T05:29:59+05:30', undefined],
  [undefined, '2027-12-06T05:31:00+05:30'],
])('an event from %s to %s has times', (dateFrom, dateTo) => {
  expect(eventTimes(aBooking({ dateFrom, dateTo }), isMidnight)).toEqual({
    begins: dateFrom === undefined ? null : instant(dateFrom),
    ends: dateTo === undefined ? null : instant(dateTo),
  })
})

test('a day beside a time has no time of its own', () => {
  const booking = aBooking({ dateFrom: '2027-12-05T10:30:00Z', dateTo: '2027-12-06' })
  expect(eventTimes(booking, isMidnight)).toEqual({
    begins: instant('2027-12-05T10:30:00Z'),
    ends: null,
  })
})
