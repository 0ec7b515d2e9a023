import { chown, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { findLosses } from '../crash/check.ts'
import { recovered } from '../crash/run.ts'
import type { Acknowledged } from '../crash/writer.ts'
import { upsertBookings } from '../src/booking/store.ts'
import { accountFor } from '../src/database/embedded/account.ts'
import { connect, type Database } from '../src/database/connection.ts'
import { WEB_API_KEY } from '../src/identity/identity-toolkit.ts'
import { upsertPartners } from '../src/partner/store.ts'
import { testKeys } from '../testing/encryption-key.ts'
import { scratchFolder } from '../testing/folder.ts'
import { type ServerProcess, serverProcess } from '../testing/process.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { type Experience, startClients } from './clients.ts'

export interface FailoverOptions {
  rounds: number
  progress?: (text: string) => void
}

export interface FailoverRound {
  killed: 'PostgreSQL' | 'node'
  /** Milliseconds from the kill until a replica accepted writes. */
  promotionMs: number
  /** Milliseconds from the kill until the last answer that was not 2xx; 0 if there was none. */
  failingMs: number
}

export interface FailoverReport {
  rounds: FailoverRound[]
  /** Writes that were answered with 2xx. */
  acknowledged: number
  reads: number
  /** Answers of 503. */
  unavailable: number
  failures: string[]
}

const SERVERS = 2
const BOOKINGS_PER_SERVER = 2
const DECISIONS = 6000
const ACCOUNT = { email: 'asha.rao@mandap.example', password: 'marigold-and-jasmine' }

/** Milliseconds under load before each kill. */
const CALM_MS = 3000

/** HAProxy notices within a second, and a server tries twice a second. The rest is for a busy machine. */
const MAX_NOTICE_MS = 3000

/**
 * Kills the primary of a PostgreSQL cluster under Patroni, again and again, while two servers receive reads and writes.
 * Reports each acknowledged write that is lost or that a list lacks afterwards, a broken audit log, each failed call
 * without 503 and `Retry-After`, and calls that fail for longer than the promotion takes.
 */
export async function runFailover({ rounds, progress }: FailoverOptions): Promise<FailoverReport> {
  const folder = await scratchFolder('failover')
  const servers: ServerProcess[] = []
  const report: FailoverReport = {
    rounds: [],
    acknowledged: 0,
    reads: 0,
    unavailable: 0,
    failures: [],
  }
  const clusterFolder = join(folder, 'cluster')
  await mkdir(clusterFolder)
  const account = accountFor(folder)
  if (account) await chown(clusterFolder, account.uid, account.gid)
  const cluster = await startCluster(clusterFolder)
  try {
    for (let each = 0; each < SERVERS; each++) {
      const server = await serverProcess(folder, {
        DATABASE_URL: cluster.url,
        DATABASE_READ_URL: cluster.readUrl,
        ADMIN_EMAIL: ACCOUNT.email,
        ADMIN_PASSWORD: ACCOUNT.password,
      })
      servers.push(server)
      await server.ready()
      await recovered(server)
    }
    const records = await addRecords(cluster.url)
    const written: Acknowledged[] = []
    for (let round = 0; round < rounds; round++) {
      const result = await runRound(cluster, servers, { round, records, written })
      report.rounds.push(result)
      report.failures.push(...result.failures.map((text) => `round ${round + 1}: ${text}`))
      report.acknowledged = written.length
      report.reads += result.reads
      report.unavailable += result.unavailable
      progress?.(
        `${round + 1}: ${result.killed} killed, promoted after ${Math.round(result.promotionMs)} ms, calls failed for ` +
          `${Math.round(result.failingMs)} ms, ${written.length} writes, ${report.failures.length} failures`,
      )
    }
  } finally {
    for (const { child } of servers) child.kill('SIGKILL')
    await Promise.all(servers.map(({ ended }) => ended))
    await cluster.stop()
    await rm(folder, { recursive: true })
  }
  return report
}

interface Records {
  bookingIds: string[]
  partnerIds: string[]
}

async function addRecords(url: string): Promise<Records> {
  const bookings = Array.from({ length: SERVERS * BOOKINGS_PER_SERVER }, () => bookingJson())
  const partners = Array.from({ length: DECISIONS }, () => partnerJson({ status: 'pending' }))
  await withDatabase(url, async (db) => {
    await upsertBookings(db, bookings, 'import')
    await upsertPartners(db, partners, 'import')
  })
  const idsOf = (all: readonly Record<string, unknown>[]) => all.map(({ _id }) => String(_id))
  return { bookingIds: idsOf(bookings), partnerIds: idsOf(partners) }
}

async function runRound(
  cluster: Cluster,
  servers: readonly ServerProcess[],
  { round, records, written }: { round: number; records: Records; written: Acknowledged[] },
): Promise<FailoverRound & Omit<Experience, 'acknowledged'>> {
  const killed = round % 2 === 0 ? 'PostgreSQL' : 'node'
  const primary = await cluster.whole()
  const versions = await withDatabase(cluster.url, (db) =>
    db
      .selectFrom('booking')
      .select(['id', 'version'])
      .where('id', 'in', records.bookingIds)
      .orderBy('id')
      .execute(),
  )
  const clients = await Promise.all(
    servers.map(async ({ url }, index) => {
      const from = index * BOOKINGS_PER_SERVER
      return startClients(
        { url, token: await signIn(url), uploadKey: '' },
        {
          bookings: versions.slice(from, from + BOOKINGS_PER_SERVER),
          partnerIds: records.partnerIds,
        },
      )
    }),
  )
  await pause(CALM_MS)
  const killedAt = performance.now()
  await cluster.kill(primary, killed)
  await cluster.promoted(primary)
  const promotionMs = performance.now() - killedAt
  await pause(MAX_NOTICE_MS)
  const since = performance.now()
  const experiences = await Promise.all(clients.map((each) => each.stop()))
  const failures = experiences.flatMap((each) => each.failures)
  const lastFailure = Math.max(killedAt, ...experiences.map((each) => each.lastFailureAt))
  if (lastFailure > since) failures.push('calls still fail after the promotion')
  for (const { acknowledged } of experiences) written.push(...acknowledged)
  if (killed === 'node') await cluster.start(primary)
  await cluster.whole()
  failures.push(...(await withDatabase(cluster.url, (db) => findLosses(db, '', written))))
  const sum = (figure: 'reads' | 'unavailable') =>
    experiences.reduce((all, each) => all + each[figure], 0)
  return {
    killed,
    promotionMs,
    failingMs: lastFailure - killedAt,
    lastFailureAt: lastFailure,
    reads: sum('reads'),
    unavailable: sum('unavailable'),
    failures,
  }
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(url, 2, { keys: testKeys() })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

async function signIn(url: string): Promise<string> {
  const path = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${WEB_API_KEY}`
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ACCOUNT, returnSecureToken: true }),
  })
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { idToken: string }).idToken
}
