import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JUMP, movedTo, type Place, placeAt, type Scale, scaleOf, TALLEST } from './scroll-scale.ts'

const viewport = fc.integer({ min: 300, max: 3000 })
const rowHeight = fc.integer({ min: 40, max: 400 })
const rows = fc.oneof(
  fc.integer({ min: 1, max: 50_000 }),
  fc.integer({ min: 50_000, max: 10_000_000 }),
)
const list = fc.record({ viewport, rowHeight, rows })

const scroll = fc.oneof(
  fc.integer({ min: -JUMP, max: JUMP }).map((by) => ({ by })),
  fc.double({ min: 0, max: 1, noNaN: true }).map((part) => ({ part })),
)

function scaleFor(given: { viewport: number; rowHeight: number; rows: number }): Scale {
  return scaleOf(given.rows * given.rowHeight, given.viewport)
}

/** Every place on the way, the start first. */
function walk(scale: Scale, scrolls: readonly ({ by: number } | { part: number })[]): Place[] {
  const places: Place[] = [{ top: 0, shift: 0 }]
  for (const one of scrolls) {
    const at = places.at(-1) ?? { top: 0, shift: 0 }
    const to = 'by' in one ? at.top + one.by : one.part * scale.maxTop
    places.push(movedTo(scale, at, to))
  }
  return places
}

const offsetOf = ({ top, shift }: Place) => top + shift

describe('a list of any length', () => {
  test('is never laid out taller than a browser can', () => {
    fc.assert(
      fc.property(list, (given) => {
        const { maxTop } = scaleFor(given)
        expect(maxTop + given.viewport).toBeLessThanOrEqual(Math.max(TALLEST, given.viewport))
      }),
    )
  })

  test('has a place for every row, its last at the bottom of the viewport', () => {
    fc.assert(
      fc.property(list, fc.double({ min: 0, max: 1, noNaN: true }), (given, part) => {
        const scale = scaleFor(given)
        const last = given.rows * given.rowHeight - given.viewport
        const row = Math.floor(part * (given.rows - 1))
        const wanted = Math.min(row * given.rowHeight, Math.max(0, last))
        expect(offsetOf(placeAt(scale, wanted))).toBe(wanted)
        expect(offsetOf(movedTo(scale, { top: 0, shift: 0 }, scale.maxTop))).toBe(Math.max(0, last))
      }),
    )
  })

  test('can be scrolled from any row to the next by steps', () => {
    fc.assert(
      fc.property(list, fc.double({ min: 0, max: 1, noNaN: true }), (given, part) => {
        const scale = scaleFor(given)
        const end = scale.maxTop + scale.maxShift
        const place = placeAt(scale, part * end)
        const next = movedTo(scale, place, place.top + given.rowHeight)
        const rested = placeAt(scale, offsetOf(next))
        expect(offsetOf(rested)).toBe(offsetOf(next))
        const moved = offsetOf(next) - offsetOf(place)
        expect(moved).toBeGreaterThanOrEqual(Math.min(given.rowHeight, end - offsetOf(place)))
        expect(moved).toBeLessThanOrEqual(given.rowHeight + 1)
      }),
    )
  })

  test('moves with the scroll bar, never against it', () => {
    fc.assert(
      fc.property(list, fc.array(scroll, { maxLength: 60 }), (given, scrolls) => {
        const places = walk(scaleFor(given), scrolls)
        for (const [index, place] of places.entries()) {
          const before = places[index - 1] ?? place
          const scrolled = Math.sign(place.top - before.top)
          expect(scrolled * (offsetOf(place) - offsetOf(before))).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('stands at its start and its end where the scroll bar does, however it came there', () => {
    fc.assert(
      fc.property(list, fc.array(scroll, { maxLength: 60 }), (given, scrolls) => {
        const scale = scaleFor(given)
        const ends = new Set([0])
        for (const { top, shift } of walk(scale, scrolls)) {
          expect(shift).toBeGreaterThanOrEqual(0)
          expect(shift).toBeLessThanOrEqual(scale.maxShift)
          if (top === 0) ends.add(shift)
          if (top === scale.maxTop) ends.add(scale.maxShift - shift)
        }
        expect([...ends]).toEqual([0])
      }),
    )
  })

  test('takes steps of the wheel one to one, also far from its ends', () => {
    fc.assert(
      fc.property(
        list,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: -1000, max: 1000 }),
        (given, part, step) => {
          const scale = scaleFor(given)
          const from = placeAt(scale, part * (scale.maxTop + scale.maxShift))
          fc.pre(from.top + step > 0 && from.top + step < scale.maxTop)
          expect(
            Math.abs(offsetOf(movedTo(scale, from, from.top + step)) - offsetOf(from) - step),
          ).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  test('approaches its end without a leap after a long way by steps', () => {
    const scale = scaleOf(1_000_000 * 180, 900)
    let place = placeAt(scale, 90_000_000)
    while (place.top > 0) {
      const next = movedTo(scale, place, place.top - 2000)
      const moved = offsetOf(place) - offsetOf(next)
      // the shift of half the list is spent over the last 100,000 px of the scroll bar
      expect(moved).toBeLessThanOrEqual(2000 * 900)
      place = next
    }
    expect(offsetOf(place)).toBe(0)
  })
})
