import { SHEET_ROWS } from '@mandap/domain/export/format.ts'
import { csvCells, sheetCells } from '@mandap/domain/table/cells.ts'
import type { Column } from '@mandap/domain/table/column.ts'
import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'

/** An exported list. Our own server makes the file; on a plain host the browser makes the same one. */
export interface ExportedRows<R> {
  columns: readonly Column<R>[]
  /** Rows are read only as fast as the file is read. */
  records: Iterable<R> | AsyncIterable<R>
  /** The administrator's IANA time zone. */
  timeZone: string
}

type Bytes = ReadableStream<Uint8Array>

/** Returns a CSV file (RFC 4180) in UTF-8. Excel needs the byte order mark to recognise the encoding. */
export function csvFile<R>({ columns, records, timeZone }: ExportedRows<R>): Bytes {
  const { headers, cells } = csvCells(columns, timeZone)
  return writeCsvStream(mapped(records, cells), { headers, bom: true })
}

/** The minimum widths of columns in characters. */
const WIDTHS = { text: 22, number: 14, moment: 18 }

/**
 * Returns a workbook, written while its rows are read. Rows beyond the limit of a worksheet continue in another one,
 * with the same headings: see `sheetsOf`.
 */
export function xlsxFile<R>(
  { columns, records, timeZone }: ExportedRows<R>,
  sheetRows = SHEET_ROWS,
): Bytes {
  const { headers, cells } = sheetCells(columns, timeZone)
  return writeXlsxStream(mapped(records, cells), {
    name: 'List',
    columns: columns.map(({ holds }, at) => ({
      header: headers[at] ?? '',
      width: Math.max(WIDTHS[holds], (headers[at]?.length ?? 0) + 2),
      ...(holds === 'moment' && { numFmt: 'yyyy-mm-dd hh:mm' }),
    })),
    freezePane: { rows: 1 },
    // with the headings
    maxRowsPerSheet: sheetRows + 1,
  })
}

async function* mapped<A, B>(items: Iterable<A> | AsyncIterable<A>, to: (item: A) => B) {
  for await (const item of items) yield to(item)
}
