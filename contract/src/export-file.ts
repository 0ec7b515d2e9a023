import { csvCells, sheetCells } from '@mandap/domain/table/cells.ts'
import type { Column } from '@mandap/domain/table/column.ts'
import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'

/** An exported list: the same file from our server and, on a plain host, from the browser. */
export interface ExportedRows<R> {
  columns: readonly Column<R>[]
  /** Read only as fast as the file is. */
  records: Iterable<R> | AsyncIterable<R>
  /** The operator's. */
  timeZone: string
}

type Bytes = ReadableStream<Uint8Array>

/** CSV as RFC 4180 has it, in UTF-8 with the mark by which Excel knows it. */
export function csvFile<R>({ columns, records, timeZone }: ExportedRows<R>): Bytes {
  const { headers, cells } = csvCells(columns, timeZone)
  return writeCsvStream(mapped(records, cells), { headers, bom: true })
}

/** Widths of columns, in characters. */
const WIDTHS = { text: 22, number: 14, moment: 18 }

/**
 * A workbook, written as its rows are read. What is beyond a sheet goes on in a next one,
 * with the headings repeated: see `sheetsOf`.
 */
export function xlsxFile<R>({ columns, records, timeZone }: ExportedRows<R>): Bytes {
  const { headers, cells } = sheetCells(columns, timeZone)
  return writeXlsxStream(mapped(records, cells), {
    name: 'List',
    columns: columns.map(({ holds }, at) => ({
      header: headers[at] ?? '',
      width: Math.max(WIDTHS[holds], (headers[at]?.length ?? 0) + 2),
      ...(holds === 'moment' && { numFmt: 'yyyy-mm-dd hh:mm' }),
    })),
    freezePane: { rows: 1 },
  })
}

async function* mapped<A, B>(items: Iterable<A> | AsyncIterable<A>, to: (item: A) => B) {
  for await (const item of items) yield to(item)
}
