import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { sql } from 'kysely'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  test,
  vi,
} from 'vitest'
import {
  backUp,
  backupHere,
  contentOf,
  emptyTarget,
  PASSPHRASE,
  runBackup,
  startBackup,
  withClient,
} from '../../testing/backup.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { S3_KEYS, startS3 } from '../../testing/s3.ts'
import { createScratch } from '../../testing/scratch.ts'
import { storeShortLivedRows } from '../../testing/short-lived-rows.ts'
import { storeAdministrator } from '../../testing/administrators.ts'
import { verifyAuditLog } from '../audit/verify.ts'
import { upsertBookings } from '../booking/store.ts'
import { readConfig } from '../config/config.ts'
import { connect } from '../database/connection.ts'
import { madeKey } from '../database/key-file.ts'
import { migrate, migrationFiles } from '../database/migrate.ts'
import { attachDocument } from '../document/attach.ts'
import { destroyDocuments } from '../document/destroy.ts'
import { documentStore } from '../document-store/configured-store.ts'
import { encryptedStore } from '../document-store/encrypted-store.ts'
import { receiveFile } from '../document-store/receive.ts'
import type { DocumentStore } from '../document-store/store.ts'
import { upsertPartners } from '../partner/store.ts'
import { upsertUsers } from '../user/store.ts'
import { diskLocation } from './disk-location.ts'
import { documentTarget } from './document-target.ts'
import { checkBackup, openBackup } from './read.ts'
import { withEncryptionKey } from './key-target.ts'
import { type Restored, setSequences } from './restore.ts'
import { createSchema, refuseNewerSchema } from './schema.ts'
import { beginSnapshot, tablesOf } from './snapshot.ts'

// a busy machine starts a command slowly
vi.setConfig({ testTimeout: 120_000 })

const ADMINISTRATOR = { email: 'asha.rao@mandap.example', password: 'marigold-and-jasmine' }

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
let settings: NodeJS.ProcessEnv
let store: DocumentStore
let path: string
let shortLived: string[]
let backups = 0
const dropping: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = await scratchFolder('backup')
  settings = { DATA_DIR: join(folder, 'data') }
  store = documentStore(readConfig(settings))
  await storeAdministrator(scratch.db, ADMINISTRATOR)
  shortLived = await storeShortLivedRows(scratch.db, ADMINISTRATOR.email)
  await upsertPartners(scratch.db, [partnerJson()], 'import')
  await upsertUsers(scratch.db, [userJson({ name: 'Tab\tand \\ line\nand ☃' })], 'import')
  await upsertBookings(scratch.db, [bookingJson(), bookingJson({ budget: 0.1 })], 'import')
})
afterAll(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  backups += 1
  path = join(folder, `${backups}.backup`)
})
afterEach(async () => {
  for (const drop of dropping.splice(0)) await drop()
})

async function target(given?: NodeJS.ProcessEnv) {
  const made = await emptyTarget(given)
  dropping.push(() => made.drop())
  return made
}

/** Starts an S3 server, and returns its settings too. */
async function s3Server() {
  const server = await startS3()
  dropping.push(() => server.close())
  const s3Settings = {
    S3_ENDPOINT: server.endpoint,
    S3_BUCKET: S3_KEYS.bucket,
    S3_REGION: S3_KEYS.region,
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  }
  return { ...server, settings: s3Settings }
}

/** Attaches a document to a new partner. Its content cannot be compressed. */
async function attached(content = randomBytes(300_000), into = store): Promise<string> {
  const partner = partnerJson()
  await upsertPartners(scratch.db, [partner], 'import')
  const file = await receiveFile(Readable.from([content]), join(folder, 'incoming'), 1e9)
  const document = { kind: 'aadharUrl', name: 'card.png', type: 'image/png', file } as const
  const partnerId = String(partner['_id'])
  const encrypted = encryptedStore(into, scratch.db)
  return attachDocument(scratch.db, encrypted, { partnerId, ...document }, 'asha')
}

/** Returns the content of a document in a store. The restored database has the same keys. */
async function contentIn(from: DocumentStore, id: string, size: number): Promise<Buffer> {
  const stream = await encryptedStore(from, scratch.db).read(id, { start: 0, end: size - 1 })
  return stream ? buffer(stream) : Buffer.alloc(0)
}

/** Returns the settings of a restore into a target, with a list of destructions that has these lines. */
async function withList(
  { url, config }: Awaited<ReturnType<typeof target>>,
  lines = '{"entries":0}\n',
) {
  const file = join(config.dataDir, '../erasures.jsonl')
  await writeFile(file, lines)
  return { DATABASE_URL: url, DATA_DIR: config.dataDir, ERASURE_LOG: file }
}

async function isEmpty(url: string): Promise<boolean> {
  return withClient(url, async (client) => (await tablesOf(client)).length === 0)
}

describe('a restored backup', () => {
  const png = randomBytes(200_000)
  let id: string
  let whole: string
  let written: Awaited<ReturnType<typeof backUp>>
  let restored: Awaited<ReturnType<typeof emptyTarget>>
  let done: Restored
  beforeAll(async () => {
    id = await attached(png)
    whole = join(folder, 'restored.backup')
    await sql`create table kept (id serial primary key)`.execute(scratch.db)
    written = await backUp(scratch.url, settings, whole)
    await sql`drop table kept`.execute(scratch.db)
    restored = await emptyTarget()
    done = await restored.restore(whole)
  })
  afterAll(() => restored.drop())

  test('has every row, index, trigger and document', async () => {
    expect(written.bytes).toBe((await stat(whole)).size)
    expect((await stat(whole)).mode & 0o077).toBe(0)
    expect(done.summary).toEqual(written.summary)
    expect(await contentOf(restored.url)).toEqual(await contentOf(scratch.url))
    expect((await contentIn(restored.store, id, png.length)).equals(png)).toBe(true)
  })

  test('has no rows of sessions, links, codes, attempts and positions in the log, which ends all sessions', async () => {
    await withClient(restored.url, async (client) => {
      const left = (await tablesOf(client)).map(({ name }) => name)
      expect(left).toContain('administrator')
      expect(left).not.toContain('elevation')
      expect(left).not.toContain('document_opening')
      for (const name of shortLived) {
        const { rowCount } = await client.query(`select from ${name}`)
        expect([name, rowCount]).toEqual([name, 0])
      }
      const { rows } = await client.query(
        `select conrelid::regclass::text as from, confrelid::regclass::text as to
         from pg_constraint where contype = 'f'`,
      )
      // otherwise the rows of a table in the backup could not be restored
      const broken = rows.filter(({ from, to }) => left.includes(from) && !left.includes(to))
      expect(broken).toEqual([])
    })
  })

  test('names the tables that Mandap does not have, which were left out', () => {
    expect(done.foreignTables).toEqual(['kept'])
  })
})

test('contains one snapshot of database and documents, whatever is written in the meantime', async () => {
  await attached()
  const before = await contentOf(scratch.url)
  let later: string | undefined
  const busy: DocumentStore = {
    ...store,
    async read(id, range) {
      if (later === undefined) {
        later = ''
        await upsertBookings(scratch.db, [bookingJson()], 'import')
        later = await attached()
      }
      return store.read(id, range)
    },
  }
  await backUp(scratch.url, settings, path, busy)
  const restored = await target()
  await restored.restore(path)
  expect(await contentOf(restored.url)).toEqual(before)
  expect(await contentIn(restored.store, later ?? '', 9)).toHaveLength(0)
  const db = connect(restored.url, 1)
  expect(await verifyAuditLog(db)).toMatchObject({ is: 'whole' })
  await db.destroy()
})

test('reports documents that are missing or altered in the store, but not those that were deleted or destroyed since', async () => {
  const [missing, altered, deleted] = [await attached(), await attached(), await attached()]
  const destroyed = await attached()
  const flawed: DocumentStore = {
    ...store,
    async read(id, range) {
      if (id === deleted)
        await scratch.db.deleteFrom('document').where('id', '=', deleted).execute()
      if (id === destroyed)
        await destroyDocuments(scratch.db, store, [id], { days: 180, now: new Date() })
      if ([missing, deleted, destroyed].includes(id)) return null
      return id === altered ? Readable.from([Buffer.from('another')]) : store.read(id, range)
    },
  }
  const { summary } = await backUp(scratch.url, settings, path, flawed)
  expect(summary).toMatchObject({ missing: 1, altered: 1, deleted: 2 })
  expect(summary.flaws.toSorted((a, b) => a.is.localeCompare(b.is))).toEqual([
    { id: altered, is: 'altered' },
    { id: missing, is: 'missing' },
  ])
  await scratch.db.deleteFrom('document').where('id', 'in', [missing, altered]).execute()
})

test('keeps documents in an S3 store, and restores them into another one', async () => {
  const [from, to] = [await s3Server(), await s3Server()]
  const s3 = ({ settings: of }: typeof from) => ({ ...of, DOCUMENT_STORE: 's3' })
  const others = await scratch.db.deleteFrom('document').returningAll().execute()
  await attached(undefined, documentStore(readConfig({ ...settings, ...s3(from) })))
  await backUp(scratch.url, { ...settings, ...s3(from) }, path)
  const restored = await target(s3(to))
  await restored.restore(path)
  expect(to.objects).toEqual(from.objects)
  expect(await readdir(join(restored.config.dataDir, 'documents/incoming'))).toEqual([])
  await scratch.db.deleteFrom('document').execute()
  if (others.length > 0) await scratch.db.insertInto('document').values(others).execute()
})

test('continues sequences where they were', async () => {
  const restored = await target()
  await withClient(restored.url, async (client) => {
    await client.query('create sequence counted')
    await setSequences(client, [
      { name: 'counted', value: '41', isCalled: true },
      { name: 'unknown', value: '7', isCalled: true },
    ])
    expect((await client.query(`select nextval('counted')::int`)).rows).toEqual([{ nextval: 42 }])
  })
})

test('restores the database of an earlier release, which the next start brings up to date', async () => {
  const earlier = await createScratch(inject('postgresUrl'))
  dropping.push(() => earlier.drop())
  const migrations = (await migrationFiles()).slice(0, 21)
  await withClient(earlier.url, async (client) => {
    const manifest = { release: '0.1.0', at: '', migrations, tables: [], sequences: [] }
    await createSchema(client, manifest)
    for (const name of migrations)
      await client.query('insert into schema_migration (name) values ($1)', [name])
    await client.query(
      `insert into app_user values ('1', '{}', 1, now(), 'import', 'Asha', 'asha')`,
    )
  })
  await backUp(earlier.url, settings, path)
  const restored = await target()
  await restored.restore(path)
  const db = connect(restored.url, 1)
  dropping.unshift(() => db.destroy())
  expect(await migrate(db)).toEqual((await migrationFiles()).slice(21))
  expect(await db.selectFrom('app_user').select(['name', 'short_parts']).execute()).toEqual([
    { name: 'Asha', short_parts: [] },
  ])
})

describe('a restore is refused, and changes nothing,', () => {
  let whole: string
  beforeAll(async () => {
    await attached()
    await attached()
    whole = join(folder, 'whole.backup')
    await backUp(scratch.url, settings, whole)
  })
  beforeEach(() => copyFile(whole, path))

  test('if the database has tables', async () => {
    const restored = await target()
    await withClient(restored.url, (client) => client.query('create table other (id int)'))
    await expect(restored.restore(path)).rejects.toThrow(/database test_\w+ is not empty/)
    expect(existsSync(join(restored.config.dataDir, 'documents'))).toBe(false)
  })

  test('if the data folder has documents', async () => {
    const restored = await target()
    await mkdir(join(restored.config.dataDir, 'documents/ab'), { recursive: true })
    await writeFile(join(restored.config.dataDir, 'documents/ab/paper'), 'content')
    await expect(restored.restore(path)).rejects.toThrow(/documents is not empty/)
    expect(await isEmpty(restored.url)).toBe(true)
  })

  test('if the server would use another encryption key than the backup, or one that cannot be read', async () => {
    const { config } = await target()
    const documents = await documentTarget(config)
    const [own, other] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'))
    const kept = await withEncryptionKey(documents, config, own)
    await kept.keep()
    expect(await madeKey(config)).toBe(own)
    await expect(withEncryptionKey(documents, config, other)).rejects.toThrow('has another key')
    await withEncryptionKey(documents, config, own)
    await kept.discard()
    expect(await madeKey(config)).toBe(undefined)
    const unreadable = join(config.dataDir, 'encryption.key')
    await writeFile(unreadable, `${own} of 2026`)
    await expect(withEncryptionKey(documents, config, own)).rejects.toThrow('Move it away')
    expect(await readFile(unreadable, 'utf8')).toBe(`${own} of 2026`)
  })

  test('if a server is starting on the database, or another restore writes to it', async () => {
    const restored = await target()
    const others = join(restored.config.dataDir, 'documents/restoring/ab/cd')
    await mkdir(others, { recursive: true })
    await writeFile(join(others, 'paper-cdab'), 'content')
    await withClient(restored.url, async (client) => {
      await client.query(`select pg_advisory_lock(hashtext('mandap.migrate'))`)
      await expect(restored.restore(path)).rejects.toThrow('uses this database. Stop it')
    })
    expect(await readdir(others)).toEqual(['paper-cdab'])
    expect(await isEmpty(restored.url)).toBe(true)
  })

  test('if the backup has a migration that this release does not know', async () => {
    const manifest = await withClient(scratch.url, beginSnapshot)
    await refuseNewerSchema(manifest)
    const newer = { ...manifest, release: '12.3.4', migrations: ['9999_later.sql'] }
    const refused = 'made by Mandap 12.3.4, and its database has the migration 9999_later.sql'
    await expect(refuseNewerSchema(newer)).rejects.toThrow(refused)
    // a verification restores without checking the file before
    const { url } = await target()
    await expect(withClient(url, (client) => createSchema(client, newer))).rejects.toThrow(refused)
  })

  test('if the file is altered near its end, even when most of it was restored', async () => {
    const restored = await target()
    await alter((await stat(path)).size)
    await expect(restored.restore(path)).rejects.toThrow('altered or damaged')
    expect(await isEmpty(restored.url)).toBe(true)
    expect(await readdir(restored.config.dataDir)).toEqual([])
    const backup = await openBackup(diskLocation(path), PASSPHRASE)
    await expect(checkBackup(backup, async () => {})).rejects.toThrow('altered or damaged')
  })

  test('if the file is truncated', async () => {
    await truncate(path, (await stat(path)).size - 100)
    const backup = await openBackup(diskLocation(path), PASSPHRASE)
    await expect(checkBackup(backup, async () => {})).rejects.toThrow('altered or damaged')
  })
})

async function alter(bytes: number) {
  const content = await readFile(path)
  content.writeUInt8(content.readUInt8(bytes - 1000) ^ 4, bytes - 1000)
  await writeFile(path, content)
}

test('an interrupted restore can be repeated', async () => {
  const id = await attached()
  await backUp(scratch.url, settings, path)
  const restored = await target()
  const left = join(restored.config.dataDir, 'documents/restoring')
  await mkdir(left, { recursive: true })
  await mkdir(join(left, '..', id.slice(-2), id.slice(-4, -2)), { recursive: true })
  await writeFile(join(left, 'paper'), 'content')
  await restored.restore(path)
  expect(await readdir(join(restored.config.dataDir, 'documents'))).not.toContain('restoring')
  expect(await contentIn(restored.store, id, 300_000)).toHaveLength(300_000)
})

describe('npm run backup and npm run restore', () => {
  const own = () => ({ DATABASE_URL: scratch.url, ...settings })

  test('report what they did, and exit with 1 for a file that exists or a database that is not empty', async () => {
    const { code, said } = await runBackup('backup', [path], own())
    expect(code).toBe(0)
    expect(said).toMatch(/contains [\d,]+ rows of \d+ tables and \d+ documents?, in [\d.]+ MB/)
    expect(said).toMatch(/SHA-256 [0-9a-f]{64}/)
    const again = await backupHere('backup', [path], own())
    expect(again).toMatchObject({ code: 1 })
    expect(again.said).toContain(`${path} exists already`)
    const restore = await backupHere('restore', [path, '--without-destructions'], own())
    expect(restore).toMatchObject({ code: 1 })
    expect(restore.said).toContain('is not empty')

    const other = { ...own(), BACKUP_PASSPHRASE: 'another-passphrase' }
    const wrong = await backupHere('restore', [path, '--without-destructions'], other)
    expect(wrong.said).toContain('The passphrase is wrong')
  })

  test('put no key into the backup if ENCRYPTION_KEY_FILE names one', async () => {
    // an earlier start without the setting made one
    const made = join(folder, 'data/encryption.key')
    await mkdir(join(folder, 'data'), { recursive: true })
    await writeFile(made, randomBytes(32).toString('base64'))
    const given = join(folder, 'given.key')
    await writeFile(given, randomBytes(32).toString('base64'))
    const configured = { ...own(), ENCRYPTION_KEY_FILE: given }
    expect(await backupHere('backup', [path], configured)).toMatchObject({ code: 0 })
    const backup = await openBackup(diskLocation(path), PASSPHRASE)
    const { manifest } = await checkBackup(backup, async () => {})
    expect(manifest.tables.length).toBeGreaterThan(0)
    expect(manifest).not.toHaveProperty('encryptionKey')
    await rm(made)
  })

  test('write to a bucket and restore from it, and record both in the audit log', async () => {
    const bucket = await s3Server()
    const address = `s3://${S3_KEYS.bucket}/nightly/one.backup`
    const backup = await backupHere('backup', [address], { ...own(), ...bucket.settings })
    expect(backup.said).toMatch(/nightly\/one\.backup contains [\d,]+ rows/)
    expect(backup.code).toBe(0)
    expect(bucket.uploads.size).toBe(0)
    const again = await backupHere('backup', [address], { ...own(), ...bucket.settings })
    expect(again.said).toContain(`${address} exists already`)

    const restored = await target()
    const into = await withList(restored)
    const restore = await backupHere('restore', [address], { ...into, ...bucket.settings })
    expect(restore.code).toBe(0)
    const entries = await withClient(restored.url, (client) =>
      client.query('select by, kind, subject_name as name from activity order by id desc limit 2'),
    )
    expect(entries.rows).toEqual([
      { by: 'command line', kind: 'restoreBackup', name: 'one.backup' },
      { by: 'command line', kind: 'backUp', name: 'one.backup' },
    ])
  })

  test('remove their upload from the bucket if they are stopped by Ctrl-C', async () => {
    const bucket = await s3Server()
    const address = `s3://${S3_KEYS.bucket}/one.backup`
    const { child, ended } = startBackup('backup', [address], { ...own(), ...bucket.settings })
    bucket.s3.fail = (call) => {
      if (!call.includes('partNumber=')) return undefined
      child.kill('SIGINT')
      return { status: 503 }
    }
    expect(await ended).toMatchObject({ code: 130 })
    expect(bucket.calls.some((call) => call.includes('partNumber='))).toBe(true)
    expect(bucket.uploads.size).toBe(0)
  })

  test('refuse to run without a passphrase where nobody can type it', async () => {
    const refused = async (command: 'backup' | 'restore') => {
      const { code, said } = await runBackup(command, [path], { ...own(), BACKUP_PASSPHRASE: '' })
      expect(code).toBe(1)
      expect(said).toContain('nobody can type its passphrase here. Set BACKUP_PASSPHRASE')
    }
    await refused('backup')
    expect(existsSync(path)).toBe(false)
    await backUp(scratch.url, settings, path)
    await refused('restore')
  })

  test('leave no file behind that cannot be written completely', async () => {
    const there = join(folder, 'no-such-folder/one.backup')
    const { code, said } = await backupHere('backup', [there], own())
    expect(code).toBe(1)
    expect(said).toMatch(/no-such-folder\/one\.backup cannot be written \(ENOENT/)
  })
})
