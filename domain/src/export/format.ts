/** The file formats of an exported list (§2.19). The keys are the file name extensions. */
export const EXPORT_FORMATS = {
  csv: { label: 'CSV', type: 'text/csv; charset=utf-8' },
  xlsx: {
    label: 'Excel',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const

export type ExportFormat = keyof typeof EXPORT_FORMATS

/** Maximum number of rows of a worksheet, without its headings. */
export const SHEET_ROWS = 1_048_575

/** Returns how many worksheets the rows of a list need. */
export function sheetsOf(rows: number): number {
  return Math.max(1, Math.ceil(rows / SHEET_ROWS))
}
