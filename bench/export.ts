// How fast a list is exported, and what the server takes of memory for it.
// node scripts/run.mjs bench/export.ts [--rows 1000000]
import { parseArgs } from 'node:util'
import { EXPORT_FORMATS, type ExportFormat } from '@mandap/domain/export/format.ts'
import { startServer } from '@mandap/server/testing/server.ts'
import { sql } from 'kysely'
import { printTable } from './measure.ts'
import { populate } from './population.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const rows = Number(values.rows)

/** The list of one partner, who has them all. */
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
    [`${rows.toLocaleString('en-IN')} bookings`, 'seconds', 'rows a second', 'MB', 'memory, MB'],
    measured,
  )
} finally {
  await server.close()
  await population.drop()
}

/** Makes the sample as many bookings as are wanted, all of one partner. */
async function multiply() {
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

/** Exports the list and reads the file; the memory is the most beyond what the server had before. */
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
  const { data } = (await made.json()) as { data: { url: string } }
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 100)
  const began = performance.now()
  const answer = await fetch(server.url + data.url)
  let bytes = 0
  for await (const part of answer.body ?? []) bytes += part.length
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  return [
    EXPORT_FORMATS[format].label,
    seconds.toFixed(1),
    Math.round(rows / seconds).toLocaleString('en-IN'),
    (bytes / 1e6).toFixed(0),
    `${(before / 1e6).toFixed(0)} + ${((most - before) / 1e6).toFixed(0)}`,
  ]
}
