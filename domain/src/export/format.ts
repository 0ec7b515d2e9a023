/** The formats of an exported list; a file's name ends in its format. */
export const EXPORT_FORMATS = {
  csv: { label: 'CSV', type: 'text/csv; charset=utf-8' },
  xlsx: {
    label: 'Excel',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const

export type ExportFormat = keyof typeof EXPORT_FORMATS

/** Rows that a sheet of a workbook holds below its headings. */
export const SHEET_ROWS = 1_048_575

/** How many sheets a workbook of so many rows has: what is beyond one goes on in the next. */
export function sheetsOf(rows: number): number {
  return Math.max(1, Math.ceil(rows / SHEET_ROWS))
}
