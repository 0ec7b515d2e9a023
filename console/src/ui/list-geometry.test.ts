import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnGeometry, gridGeometry, type ListGeometry } from './list-geometry.ts'

const pitches = fc.integer({ min: 40, max: 400 })
const index = fc.integer({ min: 0, max: 10_000_000 })
const anyPart = fc.integer({ min: 0, max: 999 }).map((thousandths) => thousandths / 1000)

const grid = fc
  .record({
    columns: fc.integer({ min: 1, max: 6 }),
    pitch: pitches,
    gap: fc.integer({ min: 0, max: 24 }),
  })
  .map(({ columns, pitch, gap }) => gridGeometry(columns, pitch, gap))

const column = fc
  .record({
    pitch: pitches,
    expanded: fc.option(fc.record({ index, extra: fc.integer({ min: 1, max: 2000 }) })),
  })
  .map(({ pitch, expanded }) => columnGeometry(pitch, expanded))

const geometry = fc.oneof(grid, column)

const firstOfRow = ({ columns }: ListGeometry, of: number) => of - (of % columns)

test('finds each item at every pixel of its row', () => {
  fc.assert(
    fc.property(geometry, index, anyPart, (list, of, part) => {
      const begin = list.offsetOf(of)
      const end = list.offsetOf(of + list.columns)
      expect(list.indexAt(begin)).toBe(firstOfRow(list, of))
      expect(list.indexAt(begin + Math.floor(part * (end - begin)))).toBe(firstOfRow(list, of))
    }),
  )
})

test('ends a list with its last row', () => {
  fc.assert(
    fc.property(geometry, index, (list, last) => {
      const end = list.offsetOf(last + list.columns) - list.gap
      expect(list.heightOf(last + 1)).toBe(end)
    }),
  )
})

test('gives an empty list no height', () => {
  fc.assert(
    fc.property(geometry, (list) => {
      expect(list.heightOf(0)).toBe(0)
    }),
  )
})
