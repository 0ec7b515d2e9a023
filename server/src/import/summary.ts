import { basename } from 'node:path'
import { countText } from '@mandap/domain/text/counted.ts'
import type { SourceReport } from './report.ts'

const COLUMNS = ['read', 'new', 'changed', 'same', 'refused'] as const

/** Returns a table with the results of each source, and their sum if there are several. */
export function importSummary(reports: readonly SourceReport[]): string {
  const rows = reports.map((report) => [shortName(report.name), ...figures(report).map(countText)])
  const sums = COLUMNS.map((_, at) =>
    reports.reduce((sum, report) => sum + (figures(report)[at] ?? 0), 0),
  )
  const table = [['', ...COLUMNS], ...rows]
  if (reports.length > 1) table.push(['', ...sums.map(countText)])
  const widths = ['', ...COLUMNS].map((_, at) =>
    Math.max(...table.map((row) => row[at]?.length ?? 0)),
  )
  return table
    .map((row) =>
      row
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}

function figures({ read, inserted, changed, same, refused }: SourceReport): number[] {
  return [read, inserted, changed, same, refused]
}

export function shortName(name: string): string {
  return /^https?:/.test(name) ? new URL(name).pathname : basename(name)
}
