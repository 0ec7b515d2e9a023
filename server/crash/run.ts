import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { DEMONSTRATION_EMAIL, DEMONSTRATION_PASSWORD } from '@mandap/demo/account.ts'
import { SeededRandom } from '@mandap/demo/seeded-random.ts'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { upsertBookings } from '../src/booking/store.ts'
import type { Database } from '../src/database/connection.ts'
import { withDatabase } from '../src/database/open.ts'
import { freeServerPort } from '../testing/port.ts'
import { isAlive } from '../src/database/embedded/postmaster.ts'
import { WEB_API_KEY } from '../src/identity/identity-toolkit.ts'
import { upsertPartners } from '../src/partner/store.ts'
import { scratchFolder } from '../testing/folder.ts'
import { postmasterPid, type ServerProcess, serverProcess } from '../testing/process.ts'
import { findLosses } from './check.ts'
import { findVictim, killAll, type Victim, VICTIMS } from './victim.ts'
import {
  bookingWrites,
  decisionWrites,
  repeat,
  type Target,
  tempPartnerWrites,
  uploadWrites,
  write,
  type Written,
} from './writer.ts'

export interface CrashOptions {
  rounds: number
  seed: number
  progress?: (report: CrashReport) => void
}

export interface CrashReport {
  rounds: number
  /** Writes that were answered with 2xx. */
  acknowledged: number
  /** Writes that had no answer, and were sent again after the recovery. */
  unanswered: number
  /** Milliseconds from the kill until the server is ready again, in each round. */
  recoveries: Record<Victim, number[]>
  failures: string[]
  seconds: number
}

export const UPLOAD_KEY = 'jasmine-and-marigold-and-rose'
const BOOKING_WRITERS = 3
const DECISIONS_PER_ROUND = 200
const ROUNDS_PER_TOKEN = 20
const MAX_RECOVERY_MS = 180_000
/** A kill waits for so many acknowledged writes, so that there is something to lose on a slow machine too. */
const MIN_WRITES = 12
const MAX_WRITING_MS = 20_000

/**
 * Kills processes of a real server with its embedded PostgreSQL, again and again, while it receives writes and uploads.
 * Reports each acknowledged write that is lost, each write that took effect twice, a broken audit log, and a server that
 * does not recover by itself.
 */
export async function runCrash({ rounds, seed, progress }: CrashOptions): Promise<CrashReport> {
  const started = performance.now()
  const random = new SeededRandom(seed, 0)
  const folder = await scratchFolder('crash')
  const report: CrashReport = {
    rounds: 0,
    acknowledged: 0,
    unanswered: 0,
    recoveries: { all: [], backend: [], server: [], postmaster: [] },
    failures: [],
    seconds: 0,
  }
  const port = String(await freeServerPort())
  const start = () => serverProcess(folder, { PORT: port, UPLOAD_API_KEY: UPLOAD_KEY })
  let server = await start()
  try {
    await server.ready()
    const bookings = Array.from({ length: BOOKING_WRITERS }, () => bookingJson())
    await withOwner(folder, (db) => upsertBookings(db, bookings, 'import'))
    const target: Target = { url: server.url, token: '', uploadKey: UPLOAD_KEY }
    for (; report.rounds < rounds; report.rounds++) {
      // a token lasts 15 minutes
      if (report.rounds % ROUNDS_PER_TOKEN === 0) target.token = await signIn(server.url)
      const victim = VICTIMS[report.rounds % VICTIMS.length] ?? 'all'
      const written = await startWriters(
        folder,
        target,
        bookings.map(({ _id }) => String(_id)),
      )
      await pause(random.between(150, 700))
      await written.begun()
      const pids = await findVictim(victim, server, folder)
      const killed = performance.now()
      killAll(pids)
      if (victim === 'all' || victim === 'server') {
        await server.ended
        server = await start()
      }
      await recovered(server)
      report.recoveries[victim].push(performance.now() - killed)
      const result = await written.stop()
      for (const one of result.unanswered) await repeat(target, one, result)
      const losses = await withOwner(folder, (db) => findLosses(db, folder, result.acknowledged))
      report.acknowledged += result.acknowledged.length
      report.unanswered += result.unanswered.length
      report.failures.push(
        ...[...result.failures, ...losses].map((text) => `${victim} killed: ${text}`),
      )
      progress?.({ ...report, rounds: report.rounds + 1 })
    }
  } finally {
    await stopAll(server, folder)
    await rm(folder, { recursive: true })
  }
  report.seconds = (performance.now() - started) / 1000
  return report
}

/** Starts all writers. `stop` waits for their last answers. */
async function startWriters(folder: string, target: Target, bookingIds: readonly string[]) {
  const partners = Array.from({ length: DECISIONS_PER_ROUND }, () =>
    partnerJson({ status: 'pending' }),
  )
  const receiver = partnerJson()
  const versions = await withOwner(folder, async (db) => {
    await upsertPartners(db, [...partners, receiver], 'import')
    return db
      .selectFrom('booking')
      .select(['id', 'version'])
      .where('id', 'in', bookingIds)
      .execute()
  })
  const written: Written = { acknowledged: [], unanswered: [], failures: [] }
  let isOver = false
  const sources = [
    ...versions.map(({ id, version }) => bookingWrites(id, version)),
    decisionWrites(partners.map(({ _id }) => String(_id))),
    tempPartnerWrites(),
    uploadWrites(String(receiver['_id']), target.uploadKey),
  ]
  const running = sources.map((next) => write(target, next, () => isOver, written))
  return {
    /** Resolves once enough writes are acknowledged, or none may come any more. */
    async begun(): Promise<void> {
      const end = performance.now() + MAX_WRITING_MS
      while (written.acknowledged.length < MIN_WRITES && performance.now() < end) await pause(10)
    },
    async stop(): Promise<Written> {
      isOver = true
      await Promise.all(running)
      return written
    },
  }
}

/** Waits until the server is ready. Rejects with its output if it ends or does not recover. */
export async function recovered(server: ServerProcess) {
  for (
    const since = performance.now();
    performance.now() - since < MAX_RECOVERY_MS;
    await pause(25)
  ) {
    const answer = await fetch(`${server.url}/health/ready`).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.status === 200) return
    if (server.child.exitCode !== null) break
  }
  throw new Error(`The server did not recover:\n${server.said()}\n${server.logged().join('\n')}`)
}

export async function signIn(url: string): Promise<string> {
  const path = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${WEB_API_KEY}`
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: DEMONSTRATION_EMAIL,
      password: DEMONSTRATION_PASSWORD,
      returnSecureToken: true,
    }),
  })
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { idToken: string }).idToken
}

function withOwner<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  return withDatabase({ dataDir, databaseUrl: undefined }, 'test', work)
}

/** Stops a server and the PostgreSQL of its data folder, also one that the server lost. */
export async function stopAll(server: ServerProcess, dataDir: string): Promise<void> {
  server.child.kill('SIGINT')
  await server.ended
  const left = await postmasterPid(dataDir).catch(() => 0)
  if (left > 0 && isAlive(left)) killAll([left])
}
