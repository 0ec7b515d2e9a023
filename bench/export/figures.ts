import { GROWTH, SLOWED } from '../measuring/targets.ts'

/** The export of one list in one format. */
export interface Exported {
  format: string
  rows: number
  seconds: number
  /** Of the file. */
  megabytes: number
  /** The most resident memory of the server in each quarter of the time, in MB. */
  quarters: number[]
  /** The 95th percentile in ms of a page of partners before the export and during it. */
  page: { before: number; during: number }
}

export const EXPORT_HEADINGS = [
  'export as',
  'rows',
  'seconds',
  'rows a second',
  'MB',
  'memory by quarter, MB',
  `growth (${GROWTH * 100} %)`,
  'page before, ms',
  `during (${SLOWED} ×)`,
]

/** Returns the row of a table. */
export function exportCells(exported: Exported): string[] {
  const { format, rows, seconds, megabytes, quarters, page } = exported
  return [
    format,
    rows.toLocaleString('en-IN'),
    seconds.toFixed(1),
    Math.round(rows / seconds).toLocaleString('en-IN'),
    megabytes.toFixed(0),
    quarters.map((most) => most.toFixed(0)).join(' '),
    `${(growthOf(exported) * 100).toFixed(0)} %${growthOf(exported) > GROWTH ? ' ✗' : ''}`,
    page.before.toFixed(1),
    page.during.toFixed(1) + (slowedBy(exported) > SLOWED ? ' ✗' : ''),
  ]
}

/** Returns a line for each figure that misses its target. */
export function exportMisses(exported: Exported): string[] {
  const growth = growthOf(exported)
  const slowed = slowedBy(exported)
  return [
    ...(growth > GROWTH
      ? [
          `export as ${exported.format}: memory grows by ${(growth * 100).toFixed(0)} % (${GROWTH * 100} %)`,
        ]
      : []),
    ...(slowed > SLOWED
      ? [
          `a page of partners during an export as ${exported.format}: ${slowed.toFixed(1)} times as long (${SLOWED})`,
        ]
      : []),
  ]
}

/** In the first quarter the server loads code and its heap reaches its size. */
function growthOf({ quarters: [, second = Number.NaN, , last = Number.NaN] }: Exported): number {
  return last / second - 1
}

function slowedBy({ page: { before, during } }: Exported): number {
  return during / before
}
