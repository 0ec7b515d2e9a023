import { createWriteStream } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { storeAdministrator } from '../../testing/administrators.ts'
import {
  backUp,
  backupHere,
  CHEAP,
  PASSPHRASE,
  runBackup,
  withClient,
} from '../../testing/backup.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { postmasterPid, serverProcess } from '../../testing/process.ts'
import { createScratch } from '../../testing/scratch.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { appendAuditEntries } from '../audit/append.ts'
import { upsertBookings } from '../booking/store.ts'
import { connect } from '../database/connection.ts'
import { startEmbedded } from '../database/embedded.ts'
import { EncryptionKeys, prepareKeys } from '../database/encryption-keys.ts'
import { migrate } from '../database/migrate.ts'
import { withPostgres } from '../database/open.ts'
import { exportErasures } from '../erasure-list/erasure-list.ts'
import { upsertPartners } from '../partner/store.ts'
import { writePart } from './container.ts'
import { DOCUMENT_PREFIX, type Summary } from './content.ts'
import { diskLocation } from './disk-location.ts'
import { encrypt } from './encryption.ts'
import { openBackup } from './read.ts'
import { verifiedReport } from './report.ts'
import { restoreAndCompare } from './verify.ts'

// a first start writes a thousand files, which takes long on a busy machine
vi.setConfig({ testTimeout: 240_000 })

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
let path: string

beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = await scratchFolder('verify')
  path = join(folder, 'whole.backup')
  await upsertPartners(scratch.db, [partnerJson(), partnerJson()], 'import')
  await upsertBookings(scratch.db, [bookingJson()], 'import')
  const entry = { by: 'asha', kind: 'update', subject: 'booking', subjectId: '1' } as const
  await scratch.db
    .transaction()
    .execute((trx) =>
      appendAuditEntries(
        trx,
        ...[1, 2, 3].map((version) => ({ ...entry, subjectName: 'BK1', version })),
      ),
    )
  await backUp(scratch.url, { DATA_DIR: folder }, path)
})
afterAll(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true })
})

/** Restores a backup into a new database and compares it. */
async function verified(file: string) {
  const target = await createScratch(inject('postgresUrl'))
  try {
    return await restoreAndCompare(await openBackup(diskLocation(file), PASSPHRASE), target.url)
  } finally {
    await target.drop()
  }
}

/** Copies a backup with other parts: each one that `change` returns instead of a part. */
async function changed(
  source: string,
  name: string,
  change: (part: string, content: Buffer) => Record<string, Buffer>,
): Promise<string> {
  const target = join(folder, name)
  const parts: Record<string, Buffer> = {}
  await (await openBackup(diskLocation(source), PASSPHRASE)).read(async (given) => {
    for await (const part of given) {
      const pieces: Buffer[] = []
      for await (const piece of part.content) pieces.push(piece)
      Object.assign(parts, change(part.name, Buffer.concat(pieces)))
    }
  })
  async function* written() {
    for (const [part, content] of Object.entries(parts)) yield* writePart({ name: part }, [content])
  }
  await pipeline(
    Readable.from(written()),
    createZstdCompress(),
    (bytes: AsyncIterable<Buffer>) => encrypt(bytes, PASSPHRASE, CHEAP),
    createWriteStream(target),
  )
  return target
}

test('finds a backup that restores to the same rows, and an intact audit log', async () => {
  const { lines, isWhole } = verifiedReport(await verified(path))
  expect(isWhole).toBe(true)
  expect(lines[0]).toMatch(/restores to the same [\d,]+ rows of \d+ tables and 0 documents/)
  expect(lines[1]).toBe('The audit log is intact: 3 entries.')
  expect(lines[2]).toMatch(/^The list of destructions is not here/)
})

test('refuses a backup with fewer rows than it should have', async () => {
  const file = await changed(path, 'fewer.backup', (part, content) => ({
    [part]: part === 'table/booking' ? Buffer.alloc(0) : content,
  }))
  await expect(verified(file)).rejects.toThrow('booking has 0 rows and should have 1')
})

test('finds rows that are stored in another way, documents that do not match theirs, and a changed audit log', async () => {
  await sql`alter table activity disable trigger user`.execute(scratch.db)
  await sql`update activity set reason = 'another' where id = 2`.execute(scratch.db)
  const source = join(folder, 'audit.backup')
  await backUp(scratch.url, { DATA_DIR: folder }, source)
  const file = await changed(source, 'changed.backup', (part, content) => {
    // the same JSON for PostgreSQL, which writes it in its own way
    if (part === 'table/booking')
      return { [part]: Buffer.from(String(content).replace('{"', '{ "')) }
    if (part !== 'summary') return { [part]: content }
    const summary: Summary = JSON.parse(String(content))
    return {
      [`${DOCUMENT_PREFIX}65f0c0ffee00000000000001`]: Buffer.from('a paper of nobody'),
      [part]: Buffer.from(JSON.stringify({ ...summary, documents: 1 })),
    }
  })
  const check = await verified(file)
  expect(check.differences).toEqual([
    'booking has other rows than the backup.',
    'The database has 0 documents instead of 1.',
    '1 document does not match its checksum in the database.',
  ])
  const { lines, isWhole } = verifiedReport(check)
  expect(lines).toEqual(
    expect.arrayContaining([
      ...check.differences,
      'The audit log was changed: entry 2 is not what was written.',
    ]),
  )
  expect(isWhole).toBe(false)
  // each of them alone is enough
  const audit = { is: 'whole', count: 3, erased: 0, last: { id: 3, hash: '' } } as const
  expect(verifiedReport({ ...check, audit }).isWhole).toBe(false)
  expect(verifiedReport({ ...check, differences: [] }).isWhole).toBe(false)
  expect(verifiedReport({ ...check, audit, differences: [] }).isWhole).toBe(true)
})

test('backs up the embedded database while a server uses it, verifies it, and restores it for another server', async () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  const file = join(folder, 'embedded.backup')
  // without waiting for the disk
  const first = await startEmbedded(from, { label: 'a server', settings: { fsync: 'off' } })
  const db = connect(first.url, 2, { keys: new EncryptionKeys({ dataDir: from }) })
  await migrate(db)
  await prepareKeys(db)
  await storeAdministrator(db, ADMINISTRATOR)
  const ERASURE_LOG = join(from, 'erasures.jsonl')
  await exportErasures(db, ERASURE_LOG)
  await db.destroy()
  const backup = await backupHere('backup', [file, '--verify'], { DATA_DIR: from })
  expect(backup.said).toMatch(/restores to the same/)
  expect(backup.code).toBe(0)
  expect(await readdir(from)).not.toContain('verify')

  const used = await backupHere('restore', [file], { DATA_DIR: from })
  expect(used.said).toContain(`already runs on this data folder: process ${process.pid}, a server`)
  expect(used.code).toBe(1)
  await first.stop()

  expect(await runBackup('restore', [file], { DATA_DIR: to, ERASURE_LOG })).toMatchObject({
    code: 0,
  })
  // PostgreSQL was stopped again
  await expect(postmasterPid(to)).rejects.toThrow('ENOENT')
  const second = await serverProcess(to)
  await second.ready()
  const administrators = await withPostgres(
    { dataDir: to, databaseUrl: undefined },
    'test',
    (url) => withClient(url, (client) => client.query('select email from administrator')),
  )
  const keyIn = (where: string) => readFile(join(where, 'encryption.key'), 'utf8')
  expect(await keyIn(to)).toBe(await keyIn(from))
  expect(administrators.rows).toEqual([{ email: ADMINISTRATOR.email }])
  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
})
