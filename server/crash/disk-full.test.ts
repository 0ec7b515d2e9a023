import { execFileSync } from 'node:child_process'
import { chmod, mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scratchFolder } from '../testing/folder.ts'
import { type ServerProcess, serverProcess } from '../testing/process.ts'
import { upsertBookings } from '../src/booking/store.ts'
import { withDatabase } from '../src/database/open.ts'
import { upsertPartners } from '../src/partner/store.ts'
import { findLosses } from './check.ts'
import { recovered, signIn, stopAll, UPLOAD_KEY } from './run.ts'
import { type Acknowledged, answerTo, bookingWrites, uploadWrites, type Write } from './writer.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let folder: string
let server: ServerProcess | undefined
let dataDir: string
let filler: string

/** Mounts a small file system, which needs root and is not allowed in every container. */
function mount(): boolean {
  if (process.platform !== 'linux') return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

let isMounted = false
beforeAll(async () => {
  folder = await scratchFolder('full')
  isMounted = mount()
  await chmod(folder, 0o711)
  dataDir = join(folder, 'data')
  filler = join(folder, 'filler')
})
afterAll(async () => {
  if (server) await stopAll(server, dataDir)
  if (isMounted) execFileSync('umount', [folder])
  await rm(folder, { recursive: true, force: true })
})

async function free(): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Writes to the file that fills the disk until this many bytes are free. */
async function fillUntil(left: number) {
  await rm(filler, { force: true })
  const file = await open(filler, 'w')
  const block = Buffer.alloc(64 * 1024)
  try {
    for (let more = (await free()) - left; more > 0; more -= block.length)
      await file.write(block, 0, Math.min(block.length, more))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await file.close()
  }
}

test('refuses writes while the disk is full, loses nothing, and recovers by itself', async (context) => {
  context.skip(!isMounted, 'This account may not mount a file system.')
  await mkdir(dataDir, { mode: 0o711 })
  server = await serverProcess(dataDir, { UPLOAD_API_KEY: UPLOAD_KEY })
  await server.ready()
  const settings = { dataDir, databaseUrl: undefined }
  const [booking, partner] = [bookingJson(), partnerJson()]
  await withDatabase(settings, 'test', async (db) => {
    await upsertBookings(db, [booking], 'import')
    await upsertPartners(db, [partner], 'import')
  })
  const target = { url: server.url, token: await signIn(server.url), uploadKey: UPLOAD_KEY }
  const change = bookingWrites(String(booking['_id']), 1)
  const upload = uploadWrites(String(partner['_id']), UPLOAD_KEY)
  const acknowledged: Acknowledged[] = []

  /** Sends a write. Returns its status, with the code of an error. */
  async function send(one: Write | null): Promise<string> {
    const answer = one && (await answerTo(target, one))
    if (!one || !answer) return 'no answer'
    const body = JSON.parse(answer.text)
    if (answer.status >= 300) return `${answer.status} ${body.error.code}`
    acknowledged.push(one.acknowledges(body))
    return String(answer.status)
  }
  expect(await send(change())).toBe('200')
  expect(await send(upload())).toBe('201')

  await fillUntil(0)
  expect(await send(upload())).toBe('503 DISK_FULL')
  // until the pages that the tables have already are full
  let refused = change()
  for (let sent = 0; sent < 500 && (await send(refused)) === '200'; sent++) refused = change()
  expect(await send(refused)).toBe('503 DISK_FULL')
  const read = await fetch(`${server.url}/bookings/${String(booking['_id'])}`, {
    headers: { authorization: `Bearer ${target.token}` },
  })
  expect(read.status).toBe(200)

  // less than a segment of the log that PostgreSQL writes first, without which it ends
  await fillUntil(8_000_000)
  expect(await send(refused)).toBe('200')
  await expect(exhaustLog(settings)).rejects.toThrow('pg_wal')
  refused = change()
  expect(await send(refused)).toBe('503 DATABASE_UNAVAILABLE')
  await expect.poll(server.said, { timeout: 60_000 }).toContain('PostgreSQL cannot be restarted')
  expect(server.child.exitCode).toBe(null)

  await rm(filler)
  await recovered(server)
  expect(await send(refused)).toBe('200')
  expect(await send(upload())).toBe('201')
  const losses = await withDatabase(settings, 'test', (db) => findLosses(db, dataDir, acknowledged))
  expect(losses).toEqual([])
  expect(await readdir(join(dataDir, 'documents/incoming'))).toEqual([])
})

/** Uses up the segments of PostgreSQL's log until it needs a new one. */
function exhaustLog(settings: { dataDir: string; databaseUrl: undefined }): Promise<void> {
  return withDatabase(settings, 'test', async (db) => {
    for (let segment = 0; segment < 200; segment++) {
      await sql`select pg_switch_wal()`.execute(db)
      await sql`select pg_logical_emit_message(true, 'test', 'full')`.execute(db)
    }
  })
}
