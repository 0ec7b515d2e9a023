import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { contentOf, startCommand, withClient } from '../../testing/backup.ts'
import { runHere } from '../../testing/command-here.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { testKeys } from '../../testing/encryption-key.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { S3_KEYS, startS3 } from '../../testing/s3.ts'
import { createScratch } from '../../testing/scratch.ts'
import { documentTarget } from '../backup/document-target.ts'
import { tablesOf } from '../backup/snapshot.ts'
import { upsertBookings } from '../booking/store.ts'
import { readConfig } from '../config/config.ts'
import { connect } from '../database/connection.ts'
import { startEmbedded } from '../database/embedded.ts'
import { prepareKeys } from '../database/encryption-keys.ts'
import { migrate } from '../database/migrate.ts'
import { attachDocument } from '../document/attach.ts'
import { destroyDocuments } from '../document/destroy.ts'
import { documentStore } from '../document-store/configured-store.ts'
import { encryptedStore } from '../document-store/encrypted-store.ts'
import { receiveFile } from '../document-store/receive.ts'
import { upsertPartners } from '../partner/store.ts'
import { moveCommand } from './command.ts'
import { moveDatabase } from './move.ts'

// a first start of PostgreSQL writes a thousand files, which takes long on a busy machine
vi.setConfig({ testTimeout: 120_000 })

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
const dropping: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = await scratchFolder('move')
  await upsertBookings(scratch.db, [bookingJson(), bookingJson()], 'import')
})
afterAll(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true })
})
afterEach(async () => {
  for (const drop of dropping.splice(0)) await drop()
})

async function emptyDatabase() {
  const made = await createScratch(inject('postgresUrl'))
  dropping.push(() => made.drop())
  return made.url
}

async function entriesOf(url: string) {
  const db = connect(url, 1)
  const entries = await db
    .selectFrom('activity')
    .select(['by', 'kind', 'subject_name as name'])
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  await db.destroy()
  return entries
}

test('copies every row, and the documents from disk to a bucket and back, and changes nothing in the old database', async () => {
  const s3 = await startS3()
  dropping.push(() => s3.close())
  const settings = {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: S3_KEYS.bucket,
    S3_REGION: S3_KEYS.region,
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  }
  const disk = readConfig({ ...settings, DATA_DIR: join(folder, 'disk') })
  const bucket = readConfig({ ...settings, DOCUMENT_STORE: 's3', DATA_DIR: join(folder, 'disk') })
  const other = readConfig({ ...settings, DATA_DIR: join(folder, 'other') })
  const partner = partnerJson()
  await upsertPartners(scratch.db, [partner], 'import')
  const stored = encryptedStore(documentStore(disk), scratch.db)
  const partnerId = String(partner['_id'])
  const attached = async () => {
    const file = await receiveFile(Readable.from([randomBytes(99_000)]), join(folder, 'in'), 1e9)
    const document = { kind: 'aadharUrl', name: 'card.png', type: 'image/png', file } as const
    return attachDocument(scratch.db, stored, { partnerId, ...document }, 'asha')
  }
  const [id, destroyed] = [await attached(), await attached()]
  await destroyDocuments(scratch.db, stored, [destroyed], { days: 180, now: new Date() })
  // as AWS does for an object that is not there, without the right to list the bucket
  s3.s3.fail = (call) =>
    call.endsWith(destroyed)
      ? { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }
      : undefined

  const before = await contentOf(scratch.url)
  const [first, second] = [await emptyDatabase(), await emptyDatabase()]
  const there = await moveDatabase(scratch.url, first, {
    documents: {
      from: documentStore(disk),
      to: documentStore(bucket),
      openTarget: () => documentTarget(bucket),
    },
  })
  expect(there.differences).toEqual([])
  expect(there.audit).toMatchObject({ is: 'whole' })
  expect(there.restored.summary).toMatchObject({ documents: 1, missing: 0, altered: 0 })
  expect(there.restored.summary.rows).toMatchObject({ booking: 2 })
  expect(await contentOf(scratch.url)).toEqual(before)
  const after = await contentOf(first)
  for (const table of ['booking', 'booking_status_count', 'data_key', 'indexes', 'triggers'])
    expect(after[table]).toBe(before[table])
  const { host, pathname } = new URL(first)
  expect(await entriesOf(first)).toEqual([
    { by: 'command line', kind: 'moveDatabase', name: host + pathname },
  ])
  expect([...s3.objects.keys()]).toEqual([`/papers/documents/${id}`])
  const back = await moveDatabase(first, second, {
    documents: {
      from: documentStore(bucket),
      to: documentStore(other),
      openTarget: () => documentTarget(other),
    },
  })
  expect(back.differences).toEqual([])
  const inStore = await documentStore(other).read(id, { start: 0, end: 9 })
  expect(await inStore?.toArray()).toHaveLength(1)

  const third = await emptyDatabase()
  const lossy = { ...documentStore(bucket), read: async () => Readable.from([randomBytes(9)]) }
  const lost = await moveDatabase(scratch.url, third, {
    documents: {
      from: documentStore(disk),
      to: lossy,
      openTarget: () => documentTarget(bucket),
    },
  })
  expect(lost.differences).toEqual(['1 document in the new store does not match its checksum.'])
  await scratch.db.deleteFrom('document').execute()
})

test('refuses a database that is not empty, and one of a newer release', async () => {
  await expect(moveDatabase(scratch.url, scratch.url)).rejects.toThrow('is not empty')
  const to = await emptyDatabase()
  await sql`insert into schema_migration (name) values ('9999_later.sql')`.execute(scratch.db)
  await expect(moveDatabase(scratch.url, to)).rejects.toThrow('has the migration 9999_later.sql')
  await sql`delete from schema_migration where name = '9999_later.sql'`.execute(scratch.db)
  expect(await withClient(to, tablesOf)).toEqual([])
})

describe('npm run move', () => {
  test('says what is missing, and starts no database', async () => {
    const DATA_DIR = join(folder, 'nothing')
    const run = (args: string[], settings: NodeJS.ProcessEnv) =>
      runHere(() => moveCommand(args, settings))
    const unset = await run([], { DATA_DIR, DATABASE_URL: '' })
    expect(unset).toMatchObject({ code: 1 })
    expect(unset.said).toContain('Set DATABASE_URL to the empty database')
    const nothing = await run([], { DATA_DIR, DATABASE_URL: scratch.url })
    expect(nothing.said).toContain('There is no embedded database')
    const store = await run(['--documents-to', 's3'], { DATA_DIR, DATABASE_URL: scratch.url })
    expect(store.said).toContain('S3_BUCKET must be set')
    await expect(readdir(DATA_DIR)).rejects.toThrow('ENOENT')
  })

  test('refuses an embedded database that is in use, and moves it when it is not', async () => {
    const DATA_DIR = join(folder, 'embedded')
    const settings = { fsync: 'off' }
    const embedded = await startEmbedded(DATA_DIR, { label: 'a server', settings })
    const DATABASE_URL = await emptyDatabase()
    const run = () =>
      startCommand([join(import.meta.dirname, 'main.ts')], { DATA_DIR, DATABASE_URL }).ended
    const used = await run()
    expect(used.said).toContain('Stop that one first')
    expect(used.code).toBe(1)
    const db = connect(embedded.url, 2, { keys: testKeys() })
    await migrate(db)
    await prepareKeys(db)
    await upsertBookings(db, [bookingJson()], 'import')
    await db.destroy()
    await embedded.stop()

    const done = await run()
    expect(done.said).toMatch(/has the same [\d,]+ rows of \d+ tables and 0 documents/)
    expect(done.said).toContain('The audit log is intact: 1 entry.')
    expect(done.said).toContain(
      'Keep DATA_DIR, which has the encryption key, the documents and the list of destructions.',
    )
    expect(done.code).toBe(0)
    expect(await entriesOf(DATABASE_URL)).toMatchObject([{ kind: 'moveDatabase' }])
  })
})
