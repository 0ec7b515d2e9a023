import { DAY, wallClock } from '../time/days.ts'
import { shown } from '../text/text.ts'
import type { Column } from './column.ts'
import { withoutFormula } from './formula.ts'

/** Converts the records of a list to the cells of a file. */
export interface CellWriter<R, Cell> {
  /** The heading of a column of moments names the time zone. */
  headers: string[]
  cells: (record: R) => Cell[]
}

/** Returns the cells of a CSV file: text that no spreadsheet computes, moments as `2026-12-05 10:00` or `2026-12-05`. */
export function csvCells<R>(
  columns: readonly Column<R>[],
  timeZone: string,
): CellWriter<R, string | number | null> {
  const shownMoment = momentIn(timeZone)
  return {
    headers: headersOf(columns, timeZone),
    cells: (record) =>
      columns.map((column) => {
        if (column.holds === 'moment') {
          const value = shownMoment(column, record)
          return value && momentText(value)
        }
        const value = column.of(record)
        return typeof value === 'string' ? withoutFormula(shown(value)) : value
      }),
  }
}

/** Maximum length of a cell of a workbook, in characters. */
export const MAX_CHARACTERS = 32_767

/**
 * Returns the cells of a workbook. They have types, so text needs no protection from being computed. A moment is a
 * `Date` whose UTC fields show the administrator's local time, or the first minute of its day if it has no time.
 */
export function sheetCells<R>(
  columns: readonly Column<R>[],
  timeZone: string,
): CellWriter<R, string | number | Date | null> {
  const shownMoment = momentIn(timeZone)
  return {
    headers: headersOf(columns, timeZone),
    cells: (record) =>
      columns.map((column) => {
        if (column.holds === 'moment') {
          const value = shownMoment(column, record)
          return value && sheetMoment(value)
        }
        const value = column.of(record)
        return typeof value === 'string' ? sheetText(value) : value
      }),
  }
}

function headersOf(columns: readonly Column<never>[], timeZone: string): string[] {
  return columns.map(({ holds, header }) =>
    holds === 'moment' ? `${header} (${presentName(timeZone)})` : header,
  )
}

/** Returns the current name of a time zone. Chromium and Node still use India's former one. */
function presentName(timeZone: string): string {
  return timeZone === 'Asia/Calcutta' ? 'Asia/Kolkata' : timeZone
}

/** A moment whose UTC fields show the administrator's local time. */
interface Shown {
  clock: number
  hasTime: boolean
}

/** Returns the function that reads the moment of a record in a time zone. */
function momentIn(timeZone: string) {
  const clock = wallClock(timeZone)
  const dayOf = (instant: number) => Math.floor(clock(instant) / DAY)
  // where clocks change at midnight, the first instant of a day is not 00:00
  const isMidnight = (instant: number) => dayOf(instant - 1) !== dayOf(instant)
  return <R>(column: Column<R> & { holds: 'moment' }, record: R): Shown | null => {
    const value = column.of(record)
    if (value === null) return null
    const hasTime = column.hasTime(record, isMidnight)
    return { clock: hasTime ? clock(value) : dayOf(value) * DAY, hasTime }
  }
}

function momentText({ clock, hasTime }: Shown): string {
  const text = new Date(clock).toISOString().slice(0, 16).replace('T', ' ')
  return hasTime ? text : text.slice(0, 10)
}

/** The first day that all spreadsheet programs number alike: Excel counts a 29 February 1900. */
const FIRST_SHEET_DAY = Date.parse('1900-03-01T00:00:00Z')

function sheetMoment(moment: Shown): Date | string {
  return moment.clock < FIRST_SHEET_DAY ? momentText(moment) : new Date(moment.clock)
}

function sheetText(text: string): string {
  const whole = shown(text)
    // XML does not allow these two
    .replaceAll(/[\uFFFE\uFFFF]/g, '')
    // a workbook reads _x0041_ as an escaped character
    .replaceAll(/_(?=x[\dA-F]{4}_)/gi, '_x005F_')
  return whole.length > MAX_CHARACTERS
    ? `${whole.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…`
    : whole
}
