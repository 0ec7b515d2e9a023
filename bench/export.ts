// Measures how fast a list is exported, how much memory the server uses for it, and how long other requests take.
// node scripts/run.mjs bench/export.ts [--rows 1000000] [--save FILE]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { EXPORT_FORMATS, type ExportFormat } from '@mandap/domain/export/format.ts'
import { Client } from 'pg'
import { EXPORT_HEADINGS, exportCells, exportMisses, type Exported } from './export/figures.ts'
import { percentile, printTable } from './measuring/measure.ts'
import { populate } from './measuring/population.ts'
import { residentMemory } from './measuring/resident-memory.ts'
import type { Served } from './throughput/served.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    save: { type: 'string' },
  },
})
const rows = Number(values.rows)

/** The partner of all bookings, whose list is exported. */
const PARTNER = 'bench-partner'
const SAMPLE = 1000

/** Requests that are measured before an export. */
const BEFORE = 200

/** Milliseconds between two readings of the memory. */
const MEMORY_INTERVAL_MS = 100

const LINE_FEED = 10

const population = await populate(SAMPLE)
const server = fork(join(import.meta.dirname, 'throughput/ours.ts'), [population.url])
const results: Exported[] = []
try {
  const [{ url, token }] = (await once(server, 'message')) as [Served]
  await multiply()
  for (const format of Object.keys(EXPORT_FORMATS) as ExportFormat[])
    results.push(await exported(url, token, format))
} finally {
  server.kill()
  await population.drop()
}
printTable(EXPORT_HEADINGS, results.map(exportCells))
if (values.save) await writeFile(values.save, `${JSON.stringify(results, null, 2)}\n`)
if (results.flatMap(exportMisses).length > 0) process.exitCode = 1

/** Copies the sample until it has the wanted number of bookings, all of one partner. */
async function multiply(): Promise<void> {
  const client = new Client({ connectionString: population.url })
  await client.connect()
  try {
    // counters and indexes that the export does not read would take most of the time
    await client.query('alter table booking disable trigger user')
    const unread = await client.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index
       where indrelid = 'booking'::regclass and not indisunique
         and indexrelid <> 'booking_of_partner'::regclass`,
    )
    for (const { name } of unread.rows) await client.query(`drop index ${name}`)
    const found = await client.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_name = 'booking' and is_generated = 'NEVER'
         and column_name not in ('id', 'partner_id')`,
    )
    const columns = found.rows.map(({ name }) => name).join(', ')
    await client.query('update booking set partner_id = $1', [PARTNER])
    await client.query(
      `insert into booking (id, partner_id, ${columns})
       select id || '-' || turn, partner_id, ${columns}
       from booking, generate_series(1, $1::integer) as turn
       limit $2`,
      [Math.ceil(rows / SAMPLE) - 1, rows - SAMPLE],
    )
    await client.query('vacuum analyze booking')
  } finally {
    await client.end()
  }
}

/** Exports the list and reads the file, while pages of partners are read one after the other. */
async function exported(url: string, token: string, format: ExportFormat): Promise<Exported> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const readPage = async () => {
    const began = performance.now()
    await (
      await answered(fetch(`${url}/partners?list=approved&limit=50`, { headers }))
    ).arrayBuffer()
    return performance.now() - began
  }
  const before: number[] = []
  while (before.length < BEFORE) before.push(await readPage())

  const made = await answered(
    fetch(`${url}/exports`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        of: 'bookings',
        query: { list: 'ofPartner', partnerId: PARTNER },
        format,
        timeZone: 'Asia/Kolkata',
      }),
    }),
  )
  const { data } = (await made.json()) as { data: { url: string; secret: string } }
  const memory: Promise<number>[] = []
  const watch = setInterval(() => memory.push(residentMemory(server.pid)), MEMORY_INTERVAL_MS)
  const began = performance.now()
  let bytes = 0
  let lineBreaks = 0
  const done = new AbortController()
  const reading = (async () => {
    const body = new URLSearchParams({ secret: data.secret })
    const answer = await answered(fetch(url + data.url, { method: 'POST', body }))
    for await (const part of answer.body ?? []) {
      bytes += part.length
      for (let at = part.indexOf(LINE_FEED); at !== -1; at = part.indexOf(LINE_FEED, at + 1))
        lineBreaks += 1
    }
  })().finally(() => done.abort())
  const during: number[] = []
  while (!done.signal.aborted) during.push(await readPage())
  await reading
  clearInterval(watch)
  // the first line has the headings, and the last one no line break
  if (format === 'csv' && lineBreaks !== rows)
    throw new Error(`The export has ${lineBreaks} rows instead of ${rows}.`)
  return {
    format: EXPORT_FORMATS[format].label,
    rows,
    seconds: (performance.now() - began) / 1000,
    megabytes: bytes / 1e6,
    quarters: quarters(await Promise.all(memory)),
    page: { before: percentile(before, 95), during: percentile(during, 95) },
  }
}

/** Returns the answer of a call. Throws unless it succeeded. */
async function answered(call: Promise<Response>): Promise<Response> {
  const answer = await call
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** Returns the maximum of each quarter. */
function quarters(taken: readonly number[]): number[] {
  return [0, 1, 2, 3].map((at) =>
    Math.max(...taken.slice((taken.length * at) >> 2, (taken.length * (at + 1)) >> 2)),
  )
}
