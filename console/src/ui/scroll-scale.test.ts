import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  exactZone,
  MAX_HEIGHT,
  MAX_STEP,
  positionAfterScroll,
  positionAt,
  type Scale,
  scaleOf,
  type ScrollPosition,
} from './scroll-scale.ts'

const viewport = fc.integer({ min: 300, max: 3000 })
const rowHeight = fc.integer({ min: 40, max: 400 })
const rows = fc.oneof(
  fc.integer({ min: 1, max: 50_000 }),
  fc.integer({ min: 50_000, max: 10_000_000 }),
)
const list = fc.record({ viewport, rowHeight, rows })
// not `fc.double`, which chooses evenly among all doubles: most of those from 0 to 1 are close to 0
const anyPart = fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000)
const wheelStep = fc.integer({ min: -1000, max: 1000 })

const scroll = fc.oneof(
  fc.integer({ min: -MAX_STEP, max: MAX_STEP }).map((by) => ({ by })),
  anyPart.map((part) => ({ part })),
)

function scaleFor(given: { viewport: number; rowHeight: number; rows: number }): Scale {
  return scaleOf(given.rows * given.rowHeight, given.viewport)
}

/** Returns all positions during these scrolls, beginning with the start. */
function walk(
  scale: Scale,
  scrolls: readonly ({ by: number } | { part: number })[],
): ScrollPosition[] {
  const positions: ScrollPosition[] = [{ top: 0, shift: 0 }]
  for (const one of scrolls) {
    const at = positions.at(-1) ?? { top: 0, shift: 0 }
    const to = 'by' in one ? at.top + one.by : one.part * scale.maxTop
    positions.push(positionAfterScroll(scale, at, to))
  }
  return positions
}

function zoneOf({ maxTop }: Scale, top: number): 'start' | 'end' | 'none' {
  if (top < exactZone(maxTop)) return 'start'
  return maxTop - top < exactZone(maxTop) ? 'end' : 'none'
}

function entersExactZone(scale: Scale, from: number, to: number): boolean {
  return zoneOf(scale, to) !== 'none' && zoneOf(scale, to) !== zoneOf(scale, from)
}

const offsetOf = ({ top, shift }: ScrollPosition) => top + shift

describe('the scaled scroll range', () => {
  test('is never laid out taller than a browser can', () => {
    fc.assert(
      fc.property(list, (given) => {
        const { maxTop } = scaleFor(given)
        expect(maxTop + given.viewport).toBeLessThanOrEqual(Math.max(MAX_HEIGHT, given.viewport))
      }),
    )
  })

  test('has a position for every row and ends with the last row at the bottom of the viewport', () => {
    fc.assert(
      fc.property(list, anyPart, (given, part) => {
        const scale = scaleFor(given)
        const last = given.rows * given.rowHeight - given.viewport
        const row = Math.floor(part * (given.rows - 1))
        const wanted = Math.min(row * given.rowHeight, Math.max(0, last))
        expect(offsetOf(positionAt(scale, wanted))).toBe(wanted)
        expect(offsetOf(positionAfterScroll(scale, { top: 0, shift: 0 }, scale.maxTop))).toBe(
          Math.max(0, last),
        )
      }),
    )
  })

  test('scrolls from any row to the next by steps', () => {
    fc.assert(
      fc.property(list, anyPart, (given, part) => {
        const scale = scaleFor(given)
        const end = scale.maxTop + scale.maxShift
        const position = positionAt(scale, part * end)
        const next = positionAfterScroll(scale, position, position.top + given.rowHeight)
        const rested = positionAt(scale, offsetOf(next))
        expect(offsetOf(rested)).toBe(offsetOf(next))
        const moved = offsetOf(next) - offsetOf(position)
        expect(moved).toBeGreaterThanOrEqual(Math.min(given.rowHeight, end - offsetOf(position)))
        fc.pre(!entersExactZone(scale, position.top, next.top))
        expect(moved).toBeLessThanOrEqual(given.rowHeight + 1)
      }),
    )
  })

  test('never moves the content against the scroll bar', () => {
    fc.assert(
      fc.property(list, fc.array(scroll, { maxLength: 60 }), (given, scrolls) => {
        const positions = walk(scaleFor(given), scrolls)
        for (const [index, position] of positions.entries()) {
          const before = positions[index - 1] ?? position
          const scrolled = Math.sign(position.top - before.top)
          expect(scrolled * (offsetOf(position) - offsetOf(before))).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('is at the start or end of the content exactly when the scroll bar is, after any scrolls', () => {
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

  test('moves the content as far as a step of the wheel, except into the exact zone of an end', () => {
    fc.assert(
      fc.property(list, anyPart, wheelStep, (given, part, step) => {
        const scale = scaleFor(given)
        const from = positionAt(scale, part * (scale.maxTop + scale.maxShift))
        const to = from.top + step
        fc.pre(to > 0 && to < scale.maxTop)
        fc.pre(!entersExactZone(scale, from.top, to))
        const moved = offsetOf(positionAfterScroll(scale, from, to)) - offsetOf(from)
        expect(Math.abs(moved - step)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('uses up the remaining shift evenly in the exact zone of an end', () => {
    fc.assert(
      fc.property(list, anyPart, wheelStep, fc.boolean(), (given, into, step, atEnd) => {
        const scale = scaleFor(given)
        const zone = exactZone(scale.maxTop)
        const length = Math.abs(step)
        fc.pre(length > 0 && zone > length)
        // both ends behave the same: `left` is the distance to the end, `unused` the shift up to it
        const left = Math.ceil(zone + into * (length - 1))
        const unused = Math.round(into * scale.maxShift)
        const from = atEnd
          ? { top: scale.maxTop - left, shift: scale.maxShift - unused }
          : { top: left, shift: unused }
        const to = from.top + (atEnd ? length : -length)
        fc.pre(zoneOf(scale, to) !== 'none')
        const moved = offsetOf(positionAfterScroll(scale, from, to)) - offsetOf(from)
        const evenly = length + (length * unused) / left
        expect(Math.abs(Math.abs(moved) - evenly)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('reaches the start without a jump after many steps', () => {
    const scale = scaleOf(1_000_000 * 180, 900)
    let position = positionAt(scale, 90_000_000)
    while (position.top > 0) {
      const next = positionAfterScroll(scale, position, position.top - 2000)
      const moved = offsetOf(position) - offsetOf(next)
      // the shift of half the list is used up over the last 100,000 px of the scroll bar
      expect(moved).toBeLessThanOrEqual(2000 * 900)
      position = next
    }
    expect(offsetOf(position)).toBe(0)
  })
})
