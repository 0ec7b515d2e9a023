import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localDate, wallClock } from '../time/days.ts'
import { anyText } from '../testing/arbitrary.ts'
import { csvCells, MAX_CHARACTERS, sheetCells } from './cells.ts'
import { type Column, moment, number, text } from './column.ts'
import { mayBeFormula } from './formula.ts'

interface Row {
  name: string
  amount: number | null
  at: number | null
}

const COLUMNS: readonly Column<Row>[] = [
  text('Name', ({ name }) => name),
  number('Amount', ({ amount }) => amount),
  moment('When', ({ at }) => at),
]

const AT = Date.parse('2026-12-05T04:30:00.000Z')
const csv = csvCells(COLUMNS, 'Asia/Kolkata')
const sheet = sheetCells(COLUMNS, 'Asia/Kolkata')

describe('the cells of an exported list', () => {
  test('show a moment in the administrator’s time zone, which the heading names', () => {
    expect(csv.headers).toEqual(['Name', 'Amount', 'When (Asia/Kolkata)'])
    expect(csv.cells({ name: 'x', amount: 1, at: AT })).toEqual(['x', 1, '2026-12-05 10:00'])
    expect(sheet.cells({ name: 'x', amount: 1, at: AT })).toEqual([
      'x',
      1,
      new Date('2026-12-05T10:00:00Z'),
    ])
  })

  test('name the time zone of India Asia/Kolkata, also if the browser has its former name', () => {
    expect(csvCells(COLUMNS, 'Asia/Calcutta').headers).toEqual(csv.headers)
    expect(sheetCells(COLUMNS, 'Asia/Calcutta').headers).toEqual(csv.headers)
  })

  test('show the day alone of a moment without a time, which follows the administrator’s midnight', () => {
    const columns = [
      moment<number>(
        'Day',
        (at) => at,
        (at, isMidnight) => !isMidnight(at),
      ),
    ]
    const cells = (iso: string, zone: string) =>
      [csvCells, sheetCells].map((of) => of(columns, zone).cells(Date.parse(iso))[0])
    expect(cells('2026-12-05T00:00:00+05:30', 'Asia/Kolkata')).toEqual([
      '2026-12-05',
      new Date('2026-12-05T00:00:00Z'),
    ])
    expect(cells('2026-12-05T00:01:00+05:30', 'Asia/Kolkata')[0]).toBe('2026-12-05 00:01')
    // the first instant of this day was 01:00
    expect(cells('2024-04-26T01:00:00+03:00', 'Africa/Cairo')[0]).toBe('2024-04-26')
    expect(cells('1857-05-10T00:00:00Z', 'UTC')).toEqual(['1857-05-10', '1857-05-10'])
  })

  test('are empty for missing values', () => {
    expect(csv.cells({ name: '', amount: null, at: null })).toEqual(['', null, null])
    expect(sheet.cells({ name: '', amount: null, at: null })).toEqual(['', null, null])
  })

  test('keep numbers as numbers, including negative ones', () => {
    expect(csv.cells({ name: '', amount: -2.5, at: null })[1]).toBe(-2.5)
    expect(sheet.cells({ name: '', amount: -2.5, at: null })[1]).toBe(-2.5)
  })

  test('escape text that a spreadsheet may compute in CSV, and not in a workbook', () => {
    expect(csv.cells({ name: '=1+1', amount: null, at: null })[0]).toBe("'=1+1")
    expect(sheet.cells({ name: '=1+1', amount: null, at: null })[0]).toBe('=1+1')
  })

  test('have no characters that change the direction of the text', () => {
    const name = 'Asha\u202Eoar \u2066क्\u200Dष'
    expect(csv.cells({ name, amount: null, at: null })[0]).toBe('Ashaoar क्\u200Dष')
    expect(sheet.cells({ name, amount: null, at: null })[0]).toBe('Ashaoar क्\u200Dष')
    // dropping the character does not leave a formula
    expect(csv.cells({ name: '\u202E=1+1', amount: null, at: null })[0]).toBe("'=1+1")
  })

  test('show a moment before 1 March 1900 as text in a workbook', () => {
    const at = Date.parse('1857-05-10T06:00:00Z')
    expect(sheet.cells({ name: '', amount: null, at })[2]).toMatch(/^1857-05-10 /)
  })

  test('limit and escape text to what a workbook can hold', () => {
    const cell = (name: string) => sheet.cells({ name, amount: null, at: null })[0]
    expect(cell(`a\uffffb\ud800`)).toBe('ab\ufffd')
    expect(cell('_x0041_')).toBe('_x005F_x0041_')
    expect(cell('x'.repeat(40_000))).toHaveLength(MAX_CHARACTERS)
    // the limit falls between two surrogates
    expect(cell(`x${'🎉'.repeat(20_000)}`)).toHaveLength(MAX_CHARACTERS)
  })

  test('of CSV are never computed, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(mayBeFormula(String(csv.cells({ name, amount: null, at: null })[0]))).toBe(false)
      }),
    )
  })
})

describe('the local time of many instants', () => {
  test.each(['Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'])(
    'equals the local time of each instant: %s',
    (timeZone) => {
      const clock = wallClock(timeZone)
      fc.assert(
        fc.property(
          fc.date({
            min: new Date('1890-01-01'),
            max: new Date('2100-01-01'),
            noInvalidDate: true,
          }),
          (at) => {
            const shown = new Date(clock(at.getTime())).toISOString()
            expect(shown.slice(0, 10)).toBe(localDate(at.getTime(), timeZone))
            expect(shown.slice(17)).toMatch(/^\d\d/)
          },
        ),
      )
    },
  )

  test('follows a clock change within an hour', () => {
    const clock = wallClock('America/New_York')
    const before = Date.parse('2026-11-01T05:59:59Z')
    expect(new Date(clock(before)).toISOString()).toBe('2026-11-01T01:59:59.000Z')
    expect(new Date(clock(before + 1000)).toISOString()).toBe('2026-11-01T01:00:00.000Z')
    expect(new Date(wallClock('Asia/Kolkata')(AT)).toISOString()).toBe('2026-12-05T10:00:00.000Z')
  })
})
