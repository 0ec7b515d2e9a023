import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { findLosses } from '../crash/check.ts'
import {
  bookingWrites,
  decisionWrites,
  type Source,
  type Target,
  tempPartnerWrites,
  uploadWrites,
  write,
  type Written,
} from '../crash/writer.ts'
import { connect, type Database } from '../src/database/connection.ts'
import { freeServerPort } from '../testing/port.ts'
import { WEB_API_KEY } from '../src/identity/identity-toolkit.ts'
import { testKeys } from '../testing/encryption-key.ts'
import { scratchFolder } from '../testing/folder.ts'
import { removeAtExit } from '../testing/remove-at-exit.ts'
import { startPostgres } from '../testing/postgres.ts'
import { createScratch } from '../testing/scratch.ts'
import { startRelease, THIS_RELEASE } from './release.ts'

const ACCOUNT = { email: 'asha.rao@mandap.example', password: 'marigold-and-jasmine' }
const UPLOAD_KEY = 'jasmine-and-marigold-and-rose'
const DECISIONS = 60

/** Milliseconds in which both releases are used at once. */
const TOGETHER_MS = 4000

export interface UpgradeReport {
  acknowledged: number
  /** The migrations that the later release applied. */
  migrations: string[]
  failures: string[]
}

/**
 * Starts the server of an earlier release with the demonstration data, then this one on the same database, which
 * migrates it while the other writes. Uses both at once, and starts the earlier one again on the new schema.
 */
export async function runUpgrade(
  earlierFolder: string,
  note: (text: string) => void,
): Promise<UpgradeReport> {
  const dataDir = await scratchFolder('upgrade')
  const keep = removeAtExit(dataDir)
  const postgres = await startPostgres()
  const database = await createScratch(postgres.url)
  const db = connect(database.url, 4, { keys: testKeys() })
  const failures: string[] = []
  const written: Written = { acknowledged: [], unanswered: [], failures }
  const stops: (() => Promise<void>)[] = []
  const start = async (folder: string) => {
    const server = await startRelease(folder, {
      PORT: String(await freeServerPort()),
      PUBLIC_URL: 'http://localhost:4000',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      DEMO_DATA: 'full',
      ADMIN_EMAIL: ACCOUNT.email,
      ADMIN_PASSWORD: ACCOUNT.password,
      UPLOAD_API_KEY: UPLOAD_KEY,
      DRAIN_DELAY_SECONDS: '0',
      CALLS_PER_MINUTE: '100000000',
      CHANGES_PER_MINUTE: '100000000',
    })
    stops.push(server.stop)
    return server
  }
  try {
    note('starts the earlier release')
    let earlier = await start(earlierFolder)
    const records = await findRecords(db)
    const earlierTarget = await signedIn(earlier.url)
    let over = false
    const writing = (target: Target, sources: Source[]) =>
      sources.map((source) => write(target, source, () => over, written))
    const running = writing(earlierTarget, writers(records, 0))
    note('migrates while the earlier release writes')
    const before = new Set(await appliedMigrations(db))
    const later = await start(THIS_RELEASE)
    const migrations = (await appliedMigrations(db)).filter((name) => !before.has(name))
    const laterTarget = await signedIn(later.url)
    note('uses both')
    running.push(...writing(laterTarget, writers(records, 1)))
    // a session of one release is one of the other
    await readAll({ ...laterTarget, url: earlier.url }, records, failures)
    await readAll({ ...earlierTarget, url: later.url }, records, failures)
    await pause(TOGETHER_MS)
    over = true
    await Promise.all(running)
    note('starts the earlier release on the new schema')
    await earlier.stop()
    earlier = await start(earlierFolder)
    await readAll(await signedIn(earlier.url), records, failures)
    for (const { method, path } of written.unanswered)
      failures.push(`${method} ${path} had no answer, or 503`)
    failures.push(...(await findLosses(db, dataDir, written.acknowledged)))
    return { acknowledged: written.acknowledged.length, migrations, failures }
  } finally {
    for (const stop of stops) await stop()
    await db.destroy()
    await database.drop()
    await postgres.stop()
    keep()
    await rm(dataDir, { recursive: true })
  }
}

async function appliedMigrations(db: Database): Promise<string[]> {
  const applied = await db.selectFrom('schema_migration').select('name').orderBy('name').execute()
  return applied.map(({ name }) => name)
}

interface Records {
  bookings: { id: string; version: number }[]
  undecided: string[]
  receiver: string
}

/** Finds records of the demonstration. The columns are those of every release. */
async function findRecords(db: Database): Promise<Records> {
  const bookings = await db.selectFrom('booking').select(['id', 'version']).limit(4).execute()
  const partners = await db
    .selectFrom('partner')
    .select('id')
    .where('version', '=', 1)
    .where('status', '=', 'pending')
    .limit(DECISIONS)
    .execute()
  const undecided = partners.map(({ id }) => id)
  const receiver = undecided.pop()
  if (bookings.length < 4 || receiver === undefined)
    throw new Error('The demonstration data has too few records.')
  return { bookings, undecided, receiver }
}

/** Returns writers of each kind. Those of one server use other records than those of the other. */
function writers({ bookings, undecided, receiver }: Records, part: 0 | 1): Source[] {
  return [
    ...bookings
      .filter((_booking, index) => index % 2 === part)
      .map(({ id, version }) => bookingWrites(id, version)),
    decisionWrites(undecided.filter((_id, index) => index % 2 === part)),
    tempPartnerWrites(),
    uploadWrites(receiver, UPLOAD_KEY),
  ]
}

/** Reads what each screen reads. */
async function readAll(
  { url, token }: Target,
  { bookings, undecided }: Records,
  failures: string[],
): Promise<void> {
  const day = 'today=2026-11-25&timeZone=Asia%2FKolkata'
  for (const path of [
    '/health/ready',
    '/session',
    `/bookings?tab=upcoming&limit=20&${day}`,
    `/bookings/${bookings[0]?.id}`,
    '/partners?list=approval&status=pending',
    `/partners/${undecided[0]}`,
    '/partners/counts',
    '/users?limit=20',
    '/summary',
    '/activity?limit=50',
  ]) {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    const text = await answer.text()
    if (answer.status !== 200)
      failures.push(`GET ${path} answered ${answer.status}: ${text.slice(0, 300)}`)
  }
}

async function signedIn(url: string): Promise<Target> {
  const path = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${WEB_API_KEY}`
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ACCOUNT, returnSecureToken: true }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${text}`)
  const { idToken } = JSON.parse(text) as { idToken: string }
  return { url, uploadKey: UPLOAD_KEY, token: idToken }
}
