import { bookingNumber } from './number.ts'
import { aBooking } from '../testing/builders.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withExactNumber, suggestedBookings } from './suggestion.ts'

const numbered = (numberId: string) => aBooking({ numberId })

describe('suggestions for a booking number (§5.4)', () => {
  test('match the start of numberId in any case', () => {
    const bookings = [numbered('mb1200'), numbered('MB1300'), numbered('XMB12')]
    const found = suggestedBookings('mb12', bookings, [])
    expect(found.map(({ numberId }) => numberId)).toEqual(['mb1200'])
  })

  test('are at most 8 distinct bookings in order of number', () => {
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

  test('are the first 8 of more bookings by number', () => {
    const numbers = Array.from({ length: 10 }, (_, at) => `MB${at}`)
    const found = suggestedBookings('mb', numbers.toReversed().map(numbered), [])
    expect(found.map(({ numberId }) => numberId)).toEqual(numbers.slice(0, 8))
  })

  test('keep bookings from the host only if numberId matches exactly', () => {
    const found = [numbered('MB-12'), numbered('MB120'), numbered('')]
    expect(withExactNumber('mb12', found)).toEqual([found[0]])
    expect(suggestedBookings('mb12', [], found)).toEqual([found[0]])
    expect(withExactNumber('', found)).toEqual([])
  })

  test('are empty for text without letters and digits', () => {
    expect(suggestedBookings(' - ', [numbered('MB1')], [])).toEqual([])
  })
})
