import { bookingNumber } from '@mandap/domain/booking/number.ts'
import { aBooking } from '@mandap/domain/testing/builders.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exactlyNumbered, suggestedBookings, tabOf, whereElse } from './suggestions.ts'

const today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const numbered = (numberId: string) => aBooking({ numberId })

describe('suggestions for a booking number (§5.4)', () => {
  test('match the start of numberId, case-insensitive', () => {
    const bookings = [numbered('mb1200'), numbered('MB1300'), numbered('XMB12')]
    const found = suggestedBookings('mb12', bookings, [])
    expect(found.map(({ numberId }) => numberId)).toEqual(['mb1200'])
  })

  test('are at most 8, each once, by number', () => {
    const number = fc.string({ unit: fc.constantFrom('m', 'M', 'b', 'B', '1', '2'), maxLength: 5 })
    fc.assert(
      fc.property(fc.array(number, { maxLength: 30 }), fc.string(), (numbers, text) => {
        const bookings = numbers.map(numbered)
        const found = suggestedBookings(text, bookings, bookings)
        expect(found.length).toBeLessThanOrEqual(8)
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
        const shown = found.map(({ numberId }) => bookingNumber(numberId))
        expect(shown).toEqual(shown.toSorted())
        for (const one of shown) expect(one.startsWith(bookingNumber(text))).toBe(true)
      }),
    )
  })

  test('keep what the host looked up only if the numberId matches exactly', () => {
    const found = [numbered('MB-12'), numbered('MB120'), numbered('')]
    expect(exactlyNumbered('mb12', found)).toEqual([found[0]])
    expect(suggestedBookings('mb12', [], found)).toEqual([found[0]])
    expect(exactlyNumbered('', found)).toEqual([])
  })

  test('are none for text without a letter or digit', () => {
    expect(suggestedBookings(' - ', [numbered('MB1')], [])).toEqual([])
  })
})

describe('a searched number that the list does not show', () => {
  const soon = '2026-12-05T04:30:00.000Z'

  test('is said to be in its tab', () => {
    const booking = aBooking({ numberId: 'mb7', status: 'confirmEvent', dateFrom: soon })
    expect(tabOf(booking, today)).toBe('upcoming')
    expect(whereElse(booking, { tab: 'booked' }, today)).toBe('MB7 is in Upcoming.')
    expect(whereElse(booking, { tab: 'upcoming' }, today)).toBeNull()
  })

  test('is said to be hidden by another filter', () => {
    const booking = aBooking({ numberId: 'MB7', status: 'pending', dateFrom: soon })
    expect(whereElse(booking, { tab: 'booked', service: 'Catering' }, today)).toBe(
      'MB7 is in this tab, but another filter hides it.',
    )
  })

  test('is said to be past, dateless or in no tab', () => {
    const past = aBooking({
      numberId: 'MB7',
      status: 'completed',
      dateFrom: '2026-11-01T00:00:00Z',
    })
    expect(whereElse(past, { tab: 'completed' }, today)).toContain('began more than 6 days ago')
    const dateless = aBooking({ numberId: 'MB7', dateFrom: null })
    expect(whereElse(dateless, { tab: 'booked' }, today)).toContain('has no event date')
    const ended = aBooking({ numberId: 'MB7', status: 'Cancel', dateFrom: soon })
    expect(whereElse(ended, { tab: 'booked' }, today)).toBe(
      'MB7 is in no tab. Status: Service is Cancelled.',
    )
  })
})
