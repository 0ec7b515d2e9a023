/** The formats of an exported list; a file's name ends in its format. */
export const EXPORT_FORMATS = {
  csv: { label: 'CSV', type: 'text/csv; charset=utf-8' },
  xlsx: {
    label: 'Excel',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const

export type ExportFormat = keyof typeof EXPORT_FORMATS
