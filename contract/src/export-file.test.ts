import { SHEET_ROWS } from '@mandap/domain/export/format.ts'
import { type Column, moment, number, text } from '@mandap/domain/table/column.ts'
import { withoutFormula } from '@mandap/domain/table/formula.ts'
import { shown } from '@mandap/domain/text/text.ts'
import { anyText } from '@mandap/domain/testing/arbitrary.ts'
import * as fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { parseCsv } from 'hucre/csv'
import { readXlsx, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { csvFile, xlsxFile } from './export-file.ts'

interface Row {
  name: string
  amount: number | null
  at: number | null
}

const columns: readonly Column<Row>[] = [
  text('Name', ({ name }) => name),
  number('Amount', ({ amount }) => amount),
  moment('When', ({ at }) => at),
]
const timeZone = 'Asia/Kolkata'
const AT = Date.parse('2026-12-05T04:30:00Z')

const bytesOf = async (file: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(file).arrayBuffer())
const named = (name: string): Row => ({ name, amount: null, at: null })

describe('a CSV file', () => {
  const csvOf = async (records: Row[]) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      await bytesOf(csvFile({ columns, records, timeZone })),
    )

  test('is RFC 4180 in UTF-8 with a byte order mark and CRLF', async () => {
    const records = [
      { name: 'Kavya "K" Nair, Kochi', amount: 250_000, at: AT },
      { name: 'कैटरिंग\nदिल्ली', amount: -5, at: null },
    ]
    expect(await csvOf(records)).toBe(
      '\ufeffName,Amount,When (Asia/Kolkata)\r\n' +
        '"Kavya ""K"" Nair, Kochi",250000,2026-12-05 10:00\r\n' +
        '"कैटरिंग\nदिल्ली",-5,',
    )
  })

  test('has headings for an empty list', async () => {
    expect((await csvOf([])).trimEnd()).toBe('\ufeffName,Amount,When (Asia/Kolkata)')
  })

  test('keeps any text, with an apostrophe before text that a spreadsheet may compute', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { maxLength: 5 }), async (names) => {
        const records = [...names, 'end'].map(named)
        const cells = parseCsv(await csvOf(records)).map(([cell]) => cell)
        expect(cells).toEqual(['Name', ...records.map(({ name }) => withoutFormula(shown(name)))])
      }),
    )
  })
})

describe('a workbook', () => {
  test('has typed cells and moments in local time', async () => {
    const file = xlsxFile({
      columns,
      records: [{ name: '+919820012345', amount: 250_000, at: AT }],
      timeZone,
    })
    const { sheets } = await readXlsx(await bytesOf(file))
    expect(sheets[0]?.rows).toEqual([
      ['Name', 'Amount', 'When (Asia/Kolkata)'],
      ['+919820012345', 250_000, new Date('2026-12-05T10:00:00Z')],
    ])
  })

  test('is well-formed XML without formulas for any text', async () => {
    const formulaLike = fc.oneof(
      anyText,
      fc.constantFrom('=1+1', '<f>1</f>', '@SUM(A1)', ']]>', '&amp;'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(formulaLike, { minLength: 1, maxLength: 5 }), async (names) => {
        const bytes = await bytesOf(xlsxFile({ columns, records: names.map(named), timeZone }))
        const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
        expect(xml).not.toMatch(/<f[ />]/)
        expect(
          [...xml.matchAll(/<c [^>]*?r="A\d+"[^>]*>/g)].every(([c]) => c.includes('t="inlineStr"')),
        ).toBe(true)
        const { sheets } = await readXlsx(bytes)
        const cells = sheets[0]?.rows.slice(1).map(([cell]) => cell ?? '')
        expect(cells).toEqual(names.map(shown))
      }),
    )
  })

  test('continues in another worksheet with the same headings when one is full', async () => {
    const full = 1000
    const records = Array.from({ length: full + 2 }, (_, at) => ({ ...named(''), amount: at + 1 }))
    const [, amount] = columns as [Column<Row>, Column<Row>]
    const parts = unzipSync(await bytesOf(xlsxFile({ columns: [amount], records, timeZone }, full)))
    const sheet = (at: number) => Buffer.from(parts[`xl/worksheets/sheet${at}.xml`] ?? [])
    const end = `<c r="A${full + 1}"><v>${full}</v></c></row></sheetData></worksheet>`
    expect(sheet(1).subarray(-end.length).toString()).toBe(end)
    expect(sheet(2).toString()).toMatch(
      />Amount<.*<c r="A2"><v>1001<\/v><\/c><\/row><row r="3"><c r="A3"><v>1002<\/v><\/c><\/row><\/sheetData>/,
    )
    expect(sheet(3)).toHaveLength(0)
  })

  test('has as many rows in a worksheet as the format allows', () => {
    expect(SHEET_ROWS + 1).toBe(XLSX_MAX_ROWS_PER_SHEET)
  })
})
