import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { findLosses } from '../crash/check.ts'
import { recovered } from '../crash/run.ts'
import {
  bookingWrites,
  decisionWrites,
  tempPartnerWrites,
  write,
  type Written,
} from '../crash/writer.ts'
import { upsertBookings } from '../src/booking/store.ts'
import { connect, type Database } from '../src/database/connection.ts'
import { freeServerPort } from '../testing/port.ts'
import { WEB_API_KEY } from '../src/identity/identity-toolkit.ts'
import { upsertPartners } from '../src/partner/store.ts'
import { testKeys } from '../testing/encryption-key.ts'
import { scratchFolder } from '../testing/folder.ts'
import { removeAtExit } from '../testing/remove-at-exit.ts'
import { startPostgres } from '../testing/postgres.ts'
import { serverProcess, type ServerProcess } from '../testing/process.ts'
import { createFilled } from '../testing/scratch.ts'
import { startProxy } from './proxy.ts'
import {
  type Experience,
  exportSlowly,
  follow,
  read,
  renew,
  type Session,
  uploadSlowly,
  repeatUntilOver,
} from './clients.ts'

export interface RestartOptions {
  /** How often each server is restarted. */
  rounds: number
  progress?: (text: string) => void
}

export interface RestartReport extends Omit<Experience, 'acknowledged'> {
  restarts: number
  /** Writes that were answered with 2xx, and are stored. */
  acknowledged: number
  /** Milliseconds from SIGTERM until the process ended. */
  drains: number[]
  seconds: number
}

const SERVERS = 3
const MAX_STARTS = 5
const READERS = 3
const STREAMS = 10
const DECISIONS = 5000
const ACCOUNT = { email: 'asha.rao@mandap.example', password: 'marigold-and-jasmine' }
const UPLOAD_KEY = 'jasmine-and-marigold-and-rose'

/** More bytes than the sockets between a server and its client buffer. */
const EXPORTED = 3500
const LONG = 'Rambagh Palace '.repeat(300)

/** Milliseconds under load before the first restart, and after the last one. */
const CALM_MS = 4000

/**
 * Restarts three servers behind HAProxy one after the other, while clients read, write, upload, export, renew their
 * tokens and follow streams. Reports each request that failed and each acknowledged write that is lost.
 */
export async function runRollingRestart({
  rounds,
  progress,
}: RestartOptions): Promise<RestartReport> {
  const started = performance.now()
  const folder = await scratchFolder('rolling')
  const keep = removeAtExit(folder)
  const postgres = await startPostgres()
  const records = {
    bookings: [bookingJson(), bookingJson(), bookingJson()],
    receiver: partnerJson(),
  }
  const undecided = Array.from({ length: DECISIONS }, () => partnerJson({ status: 'pending' }))
  const database = await createFilled(postgres.url, async ({ db }) => {
    const long = Array.from({ length: EXPORTED }, () => bookingJson({ location: LONG }))
    await upsertBookings(db, [...records.bookings, ...long], 'import')
    await upsertPartners(db, [...undecided, records.receiver], 'import')
  })
  const ports: number[] = []
  for (let each = 0; each < SERVERS; each++) ports.push(await freeServerPort())
  const port = await freeServerPort()
  const startOnce = async (own: number) => {
    const server = await serverProcess(folder, {
      PORT: String(own),
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_URL: database.url,
      UPLOAD_API_KEY: UPLOAD_KEY,
      ADMIN_EMAIL: ACCOUNT.email,
      ADMIN_PASSWORD: ACCOUNT.password,
      DRAIN_DELAY_SECONDS: '5',
      DRAIN_SECONDS: '300',
    })
    await server.ready()
    await recovered(server)
    return server
  }
  // as a service manager does; PostgreSQL may not accept a connection for ten seconds on a busy machine
  const start = (own: number, attempts = MAX_STARTS): Promise<ServerProcess> =>
    startOnce(own).catch((error: unknown) => {
      if (attempts === 1) throw error
      progress?.('a server did not start, and is started again')
      return start(own, attempts - 1)
    })
  const servers: ServerProcess[] = []
  const db = connect(database.url, 4, { keys: testKeys() })
  let proxy: Awaited<ReturnType<typeof startProxy>> | undefined
  try {
    for (const own of ports) servers.push(await start(own))
    proxy = await startProxy(folder, port, ports)
    const clients = await startClients(`http://127.0.0.1:${port}`, db, {
      bookingIds: records.bookings.map(({ _id }) => String(_id)),
      partnerIds: undecided.map(({ _id }) => String(_id)),
      receiverId: String(records.receiver['_id']),
    })
    await pause(CALM_MS)
    const drains: number[] = []
    for (let round = 0; round < rounds; round++)
      for (const [index, own] of ports.entries()) {
        const server = servers[index]
        if (!server) continue
        const begun = performance.now()
        server.child.kill('SIGTERM')
        const code = await server.ended
        if (code !== 0)
          clients.experience.failures.push(`a server ended with ${code}: ${server.said()}`)
        drains.push(performance.now() - begun)
        servers[index] = await start(own)
        progress?.(
          `${drains.length} of ${rounds * SERVERS} restarts, ${clients.experience.failures.length} failures`,
        )
      }
    await pause(CALM_MS)
    const { acknowledged, ...experience } = await clients.stop()
    const losses = await findLosses(db, folder, acknowledged)
    return {
      ...experience,
      failures: [...experience.failures, ...losses],
      restarts: drains.length,
      acknowledged: acknowledged.length,
      drains,
      seconds: (performance.now() - started) / 1000,
    }
  } finally {
    await proxy?.stop()
    for (const { child } of servers) child.kill('SIGTERM')
    await Promise.all(servers.map(({ ended }) => ended))
    await db.destroy()
    await database.drop()
    await postgres.stop()
    keep()
    await rm(folder, { recursive: true })
  }
}

interface Records {
  bookingIds: readonly string[]
  partnerIds: string[]
  receiverId: string
}

/** Signs in and starts all clients. `stop` waits for their last answers. */
async function startClients(
  url: string,
  db: Database,
  { bookingIds, partnerIds, receiverId }: Records,
) {
  const session = await signedIn(url)
  const experience: Experience = { served: {}, failures: [], acknowledged: [], reconnections: [] }
  const written: Written = { acknowledged: experience.acknowledged, unanswered: [], failures: [] }
  const versions = await db
    .selectFrom('booking')
    .select(['id', 'version'])
    .where('id', 'in', bookingIds)
    .execute()
  const leaving = new AbortController()
  let over = false
  const isOver = () => over
  const start = (kind: string, client: Parameters<typeof repeatUntilOver>[1]) =>
    repeatUntilOver(kind, client, session, { experience, isOver })
  const running = [
    ...Array.from({ length: READERS }, () => start('four reads', read)),
    start('token', renew),
    start('slow export', exportSlowly),
    start('slow export', exportSlowly),
    start('slow upload', uploadSlowly(receiverId)),
    start('slow upload', uploadSlowly(receiverId)),
    ...[
      ...versions.map(({ id, version }) => bookingWrites(id, version)),
      decisionWrites(partnerIds),
      tempPartnerWrites(),
    ].map((next) => write(session, next, isOver, written)),
  ]
  const streams = Array.from({ length: STREAMS }, () =>
    follow(session, { experience, signal: leaving.signal }),
  )
  return {
    experience,
    async stop(): Promise<Experience> {
      over = true
      await Promise.all(running)
      leaving.abort()
      await Promise.all(streams)
      for (const { method, path } of written.unanswered)
        experience.failures.push(`${method} ${path} had no answer, or 503`)
      experience.failures.push(...written.failures)
      return experience
    },
  }
}

async function signedIn(url: string): Promise<Session> {
  const path = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${WEB_API_KEY}`
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ACCOUNT, returnSecureToken: true }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${text}`)
  const { idToken, refreshToken } = JSON.parse(text) as { idToken: string; refreshToken: string }
  return { url, uploadKey: UPLOAD_KEY, token: idToken, refreshToken }
}
