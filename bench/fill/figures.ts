import { ADDED, SLOWED } from '../measuring/targets.ts'

/** How fast bookings were added, and the 95th percentile in ms of a page of bookings before and during the import. */
export interface Additions {
  filled: Added
  /** An import into an empty database. */
  first: Added
  imported: Added
  page: { before: number; during: number }
}

interface Added {
  bookings: number
  seconds: number
}

export const ADDITION_HEADINGS = ['added by', 'bookings', 'seconds', `a second (${ADDED})`]

/** Returns the rows of a table. */
export function additionRows({ filled, first, imported }: Additions): string[][] {
  return [
    ['`npm run demo`', ...cellsOf(filled)],
    ['`npm run import` into an empty database', ...cellsOf(first)],
    ['`npm run import`', ...cellsOf(imported)],
  ]
}

/** Returns a line for each figure that misses its target. */
export function additionMisses({ filled, first, imported, page }: Additions): string[] {
  const additions = {
    demonstration: filled,
    'import into an empty database': first,
    import: imported,
  }
  const slow = Object.entries(additions).filter(([, added]) => rateOf(added) < ADDED)
  const slowed = page.during / page.before
  return [
    ...slow.map(([name, added]) => `${name}: ${rateOf(added)} bookings a second (${ADDED})`),
    ...(slowed > SLOWED
      ? [`a page of bookings during an import: ${slowed.toFixed(1)} times as long (${SLOWED})`]
      : []),
  ]
}

function cellsOf(added: Added): string[] {
  const rate = rateOf(added)
  return [
    added.bookings.toLocaleString('en-IN'),
    added.seconds.toFixed(1),
    rate.toLocaleString('en-IN') + (rate < ADDED ? ' ✗' : ''),
  ]
}

function rateOf({ bookings, seconds }: Added): number {
  return Math.round(bookings / seconds)
}
