// Measures the changes that one primary takes from two servers, alone and with a synchronous replica, and how many reads a
// replica takes from it at the same time. node scripts/run.mjs bench/changes.ts [--seconds 10] [--connections 32] [--save FILE]
import { rm, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { scratchFolder } from '@mandap/server/testing/folder.ts'
import { removeAtExit } from '@mandap/server/testing/remove-at-exit.ts'
import { type ServerProcess, serverProcess } from '@mandap/server/testing/process.ts'
import { upsertAll } from '@mandap/server/testing/records.ts'
import { startReplicated } from '@mandap/server/testing/replica.ts'
import { createFilled } from '@mandap/server/testing/scratch.ts'
import { CHANGE_HEADINGS, changeCells, type Changes } from './changes/figures.ts'
import { percentile, printTable } from './measuring/measure.ts'
import { signIn } from './measuring/session.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '32' },
    save: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const connections = Number(values.connections)

const SERVERS = 2
const READERS = 4
const ACCOUNT = { email: 'asha.rao@mandap.example', password: 'marigold-and-jasmine' }
const TOKEN = 'a-token-of-the-metrics-of-a-measurement'

/** Milliseconds after which PostgreSQL uses a changed setting. */
const SETTLED_MS = 1000

// as in production: a commit waits for the disk
const postgres = await startReplicated({ fsync: 'on' })
const folder = await scratchFolder('changes')
const keep = removeAtExit(folder)
const bookings = Array.from({ length: connections }, () => bookingJson())
const { url } = await createFilled(postgres.url, ({ db }) =>
  upsertAll(db, { bookings, partners: [], users: [], tempPartners: [] }),
)
const readUrl = Object.assign(new URL(postgres.replicaUrl), { pathname: new URL(url).pathname })
const servers: ServerProcess[] = []
try {
  for (let each = 0; each < SERVERS; each += 1) {
    const server = await serverProcess(folder, {
      DATABASE_URL: url,
      DATABASE_READ_URL: readUrl.href,
      ADMIN_EMAIL: ACCOUNT.email,
      ADMIN_PASSWORD: ACCOUNT.password,
      METRICS_TOKEN: TOKEN,
    })
    await server.ready()
    servers.push(server)
  }
  const tokens = await Promise.all(
    servers.map(async (server) => (await signIn(server.url, ACCOUNT)).idToken),
  )
  const changes: Changes = []
  for (const [title, isSynchronous] of [
    ['one primary', false],
    ['with a synchronous replica on the same disk', true],
  ] as const) {
    await postgres.waitForReplica(isSynchronous)
    await pause(SETTLED_MS)
    changes.push({ title, connections, ...(await load(tokens)) })
  }
  printTable(CHANGE_HEADINGS, changes.map(changeCells))
  if (values.save) await writeFile(values.save, `${JSON.stringify(changes, null, 2)}\n`)
} finally {
  for (const { child } of servers) child.kill('SIGTERM')
  await Promise.all(servers.map(({ ended }) => ended))
  await postgres.stop()
  keep()
  await rm(folder, { recursive: true })
}

/** Changes a booking on each connection, and reads lists, at all servers. */
async function load(
  tokens: readonly string[],
): Promise<Omit<Changes[number], 'title' | 'connections'>> {
  const times: number[] = []
  let lists = 0
  const at = (index: number) => {
    const server = index % SERVERS
    const headers = {
      authorization: `Bearer ${tokens[server]}`,
      'content-type': 'application/json',
    }
    return { base: servers[server]?.url ?? '', headers }
  }

  async function change(index: number) {
    const { base, headers } = at(index)
    const path = `${base}/bookings/${String(bookings[index]?.['_id'])}`
    for (let turn = 0; performance.now() < until; turn += 1) {
      const begun = performance.now()
      const body = JSON.stringify({ location: `Hall ${turn} ${begun}` })
      await received(await fetch(path, { method: 'PATCH', headers, body }))
      times.push(performance.now() - begun)
    }
  }

  async function read(index: number) {
    const { base, headers } = at(index)
    while (performance.now() < until) {
      await received(await fetch(`${base}/bookings?limit=50`, { headers }))
      lists += 1
    }
  }

  const before = await replicaReads()
  const until = performance.now() + seconds * 1000
  await Promise.all([
    ...bookings.map((_, index) => change(index)),
    ...Array.from({ length: READERS }, (_, index) => read(index)),
  ])
  const after = await replicaReads()
  return {
    changes: times.length / seconds,
    median: percentile(times, 50),
    p95: percentile(times, 95),
    lists: lists / seconds,
    ofReplica: (after.replica - before.replica) / (after.all - before.all),
  }
}

async function received(answer: Response) {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`A call answered ${answer.status}: ${text}`)
}

/** Returns the reads that the replica, and both databases, have answered. */
async function replicaReads(): Promise<{ replica: number; all: number }> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const texts = await Promise.all(
    servers.map(async (server) => (await fetch(`${server.url}/metrics`, { headers })).text()),
  )
  const of = (from: string) =>
    texts
      .map(
        (text) => new RegExp(`mandap_list_reads_total\\{from="${from}"\\} (\\d+)`).exec(text)?.[1],
      )
      .reduce((sum, count) => sum + Number(count ?? 0), 0)
  const replica = of('replica')
  return { replica, all: replica + of('primary') }
}
