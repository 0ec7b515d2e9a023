// Measures how fast a list is exported and how much memory the server uses for it.
// node scripts/run.mjs bench/export.ts [--rows 1000000]
import { parseArgs } from 'node:util'
import { EXPORT_FORMATS, type ExportFormat } from '@mandap/domain/export/format.ts'
import { startServer } from '@mandap/server/testing/server.ts'
import { sql } from 'kysely'
import { printTable } from './measure.ts'
import { populate } from './population.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const rows = Number(values.rows)

/** The partner of all bookings, whose list is exported. */
const PARTNER = 'bench-partner'
const SAMPLE = 1000

const population = await populate(SAMPLE)
const server = await startServer(population.url)
const { idToken } = await server.signIn()

try {
  await multiply()
  const measured: string[][] = []
  for (const format of Object.keys(EXPORT_FORMATS) as ExportFormat[])
    measured.push(await exported(format))
  printTable(
    [
      `${rows.toLocaleString('en-IN')} bookings`,
      'seconds',
      'rows a second',
      'MB',
      'before, MB',
      'by quarter, MB',
    ],
    measured,
  )
} finally {
  await server.close()
  await population.drop()
}

/** Copies the sample until it has the wanted number of bookings, all of one partner. */
async function multiply() {
  // counters and indexes that the export does not read would take most of the time
  await sql`alter table booking disable trigger user`.execute(server.db)
  const { rows: unread } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    where indrelid = 'booking'::regclass and not indisunique
      and indexrelid <> 'booking_of_partner'::regclass`.execute(server.db)
  for (const { name } of unread) await sql`drop index ${sql.ref(name)}`.execute(server.db)
  const { rows: found } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'booking' and is_generated = 'NEVER'
      and column_name not in ('id', 'partner_id')`.execute(server.db)
  const columns = sql.join(found.map(({ name }) => sql.ref(name)))
  await sql`update booking set partner_id = ${PARTNER}`.execute(server.db)
  await sql`insert into booking (id, partner_id, ${columns})
    select id || '-' || turn, partner_id, ${columns}
    from booking, generate_series(1, ${Math.ceil(rows / SAMPLE) - 1}) as turn
    limit ${rows - SAMPLE}`.execute(server.db)
  await sql`vacuum analyze booking`.execute(server.db)
}

/** Exports the list and reads the file. Reports the peak memory of the process in each quarter of the time. */
async function exported(format: ExportFormat): Promise<string[]> {
  const made = await fetch(`${server.url}/exports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      of: 'bookings',
      query: { list: 'ofPartner', partnerId: PARTNER },
      format,
      timeZone: 'Asia/Kolkata',
    }),
  })
  const { data } = (await made.json()) as { data: { url: string; secret: string } }
  const before = process.memoryUsage().rss
  const memory: number[] = []
  const watch = setInterval(() => memory.push(process.memoryUsage().rss), 100)
  const began = performance.now()
  const body = new URLSearchParams({ secret: data.secret })
  const answer = await fetch(server.url + data.url, { method: 'POST', body })
  let bytes = 0
  for await (const part of answer.body ?? []) bytes += part.length
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  return [
    EXPORT_FORMATS[format].label,
    seconds.toFixed(1),
    Math.round(rows / seconds).toLocaleString('en-IN'),
    (bytes / 1e6).toFixed(0),
    (before / 1e6).toFixed(0),
    quarters(memory)
      .map((most) => (most / 1e6).toFixed(0))
      .join(' '),
  ]
}

/** Returns the maximum of each quarter. */
function quarters(taken: readonly number[]): number[] {
  return [0, 1, 2, 3].map((at) =>
    Math.max(...taken.slice((taken.length * at) >> 2, (taken.length * (at + 1)) >> 2)),
  )
}
