import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createMailServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { startClamd } from '../../testing/clamd.ts'
import { TEST_KEY_FILE } from '../../testing/encryption-key.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { S3_KEYS, startS3 } from '../../testing/s3.ts'
import { createScratch } from '../../testing/scratch.ts'
import { UPLOAD_KEY } from '../../testing/upload.ts'
import { prepareKeys } from '../database/encryption-keys.ts'
import { clockFinding } from './database.ts'
import { diagnose, report } from './doctor.ts'
import { checkNode, diskFinding, keyFileFinding } from './machine.ts'
import { checkMail, checkProxy, checkPublicUrl, checkSender, checkSms } from './services.ts'

/** A folder in memory, which Linux has on another file system than the folders of tests. */
const IN_MEMORY = '/dev/shm'
const hasOther = existsSync(IN_MEMORY) && statSync(IN_MEMORY).dev !== statSync(tmpdir()).dev

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let dataDir: string

beforeAll(async () => {
  scratch = await scratchDatabase()
  await prepareKeys(scratch.db)
  dataDir = await scratchFolder('doctor')
})
afterAll(async () => {
  await scratch.drop()
  await rm(dataDir, { recursive: true })
})

/** Returns the finding about each subject, for settings that work except for `env`. */
async function found(env: NodeJS.ProcessEnv = {}) {
  const findings = await diagnose({
    DATABASE_URL: scratch.url,
    DATA_DIR: dataDir,
    ENCRYPTION_KEY_FILE: TEST_KEY_FILE,
    ...env,
  })
  return Object.fromEntries(findings.map((finding) => [finding.subject, finding]))
}

/** Returns a port of this machine on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('reports no problem with working settings', async () => {
  const findings = await found()
  expect(Object.values(findings).filter(({ is }) => is === 'problem')).toEqual([])
  expect(findings).toMatchObject({
    Settings: { is: 'ok' },
    Database: { text: expect.stringContaining('PostgreSQL 1') },
    Migrations: { text: expect.stringContaining('up to date') },
    Key: { is: 'ok' },
    Documents: { is: 'ok' },
    Clock: { is: 'ok' },
    // with the settings of a demonstration
    Mail: { is: 'warning', fix: expect.stringContaining('SMTP_URL') },
    SMS: { is: 'warning', fix: expect.stringContaining('fast2sms') },
  })
})

test('names each setting that cannot be used', async () => {
  const findings = await diagnose({ PORT: 'four', DEMO_DATA: 'some', SMTP_URL: 'mail.example' })
  expect(findings.map(({ is }) => is)).toEqual(['problem', 'problem', 'problem'])
  const text = report(findings)
  for (const name of ['PORT', 'DEMO_DATA', 'SMTP_URL']) expect(text).toContain(`${name} must be`)
  expect(text).toContain('Problems: 3. Warnings: 0.')
})

test('says that the database does not answer, and still checks the others', async () => {
  const url = `postgres://mandap:a-secret@127.0.0.1:${await closedPort()}/mandap`
  const findings = await found({ DATABASE_URL: url })
  expect(findings).toMatchObject({
    Database: { is: 'problem', fix: expect.stringContaining('DATABASE_URL') },
    Documents: { is: 'ok' },
  })
  expect(JSON.stringify(findings)).not.toContain('a-secret')
})

test('says that the address without a pooler, or the replica, is of another database', async () => {
  expect((await found({ DATABASE_DIRECT_URL: scratch.url }))['Direct']).toMatchObject({ is: 'ok' })
  const other = await scratchDatabase()
  const elsewhere = { DATABASE_DIRECT_URL: other.url, DATABASE_READ_URL: other.url }
  expect(await found(elsewhere)).toMatchObject({
    Direct: { is: 'problem', text: expect.stringContaining('another database') },
    Replica: { is: 'problem', text: expect.stringContaining('is not a replica') },
  })
  await other.drop()
  const url = `postgres://mandap@127.0.0.1:${await closedPort()}/mandap`
  expect((await found({ DATABASE_DIRECT_URL: url }))['Direct']).toMatchObject({ is: 'problem' })
})

test('says that the key file has another key than the database needs, is open to others, or is no key', async () => {
  const file = join(dataDir, 'other.key')
  await writeFile(file, `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 })
  expect(await found({ ENCRYPTION_KEY_FILE: file })).toMatchObject({
    'Key file': { is: 'ok' },
    Key: { is: 'problem', fix: expect.stringContaining('ENCRYPTION_KEY_FILE') },
  })
  await chmod(file, 0o644)
  const open = await found({ ENCRYPTION_KEY_FILE: file })
  expect(open['Key file']).toMatchObject({ is: 'warning', fix: `chmod 600 ${file}` })
  await writeFile(file, 'no key')
  expect((await found({ ENCRYPTION_KEY_FILE: file }))['Key file']).toMatchObject({ is: 'problem' })
})

test('says that the list of destructions cannot be written, and makes no file to find that out', async () => {
  const path = join(dataDir, 'lists/erasures.jsonl')
  expect((await found({ ERASURE_LOG: path }))['Erasures']).toMatchObject({ is: 'ok' })
  expect(existsSync(join(dataDir, 'lists'))).toBe(false)
  const file = join(dataDir, 'no-folder')
  await writeFile(file, '')
  const { Erasures } = await found({ ERASURE_LOG: join(file, 'erasures.jsonl') })
  expect(Erasures).toMatchObject({ is: 'problem', fix: expect.stringContaining('ERASURE_LOG') })
})

test('says which release the database needs, and which migrations it lacks', async () => {
  const { db } = scratch
  const [last] = await db
    .selectFrom('schema_migration')
    .selectAll()
    .orderBy('name', 'desc')
    .limit(1)
    .execute()
  if (!last) throw new Error('The database has no migration.')
  const newer = { ...last, name: '9999_later.sql', oldest_release: '99.0.0' }
  await db.insertInto('schema_migration').values(newer).execute()
  expect((await found())['Migrations']).toMatchObject({
    is: 'problem',
    fix: 'Install Mandap 99.0.0.',
  })
  await db.deleteFrom('schema_migration').where('name', 'in', [newer.name, last.name]).execute()
  const behind = (await found())['Migrations']
  const text = `The database lacks 1 migration, from ${last.name}.`
  expect(behind).toMatchObject({ is: 'warning', text })
  const lost = await found({ ENCRYPTION_KEY_FILE: '' })
  expect(lost['Key']).toMatchObject({ is: 'problem', text: expect.stringContaining('no file') })
  expect(lost).not.toHaveProperty('Key file')
  await db.insertInto('schema_migration').values(last).execute()
})

test('says where the first start makes a key, as long as the database has none', async () => {
  const empty = await createScratch(inject('postgresUrl'))
  const own = await scratchFolder('doctor-first')
  const env = { DATABASE_URL: empty.url, DATA_DIR: own, ENCRYPTION_KEY_FILE: '' }
  const file = join(own, 'encryption.key')
  expect((await found(env))['Key file']).toMatchObject({
    is: 'ok',
    text: `The first start will make ${file}.`,
  })
  await empty.drop()
  await rm(own, { recursive: true })
})

test('says that the role may not create tables', async () => {
  const { db } = scratch
  const role = `doctor_${Date.now()}`
  await sql`create role ${sql.id(role)} login password 'a-password'`.execute(db)
  const url = Object.assign(new URL(scratch.url), { username: role, password: 'a-password' }).href
  const findings = await found({ DATABASE_URL: url })
  await sql`drop role ${sql.id(role)}`.execute(db)
  expect(findings['Migrations']).toMatchObject({ is: 'problem' })
})

describe('the documents on the disk', () => {
  let own: string
  beforeEach(async () => {
    own = await scratchFolder('doctor-documents')
  })
  afterEach(() => rm(own, { recursive: true }))

  test.skipIf(!hasOther)('may have a file system of their own', async () => {
    const other = await mkdtemp(join(IN_MEMORY, 'mandap-documents-'))
    await symlink(other, join(own, 'documents'))
    try {
      expect((await found({ DATA_DIR: own }))['Documents']).toMatchObject({ is: 'ok' })
      expect(await readdir(own)).toEqual(['documents'])
    } finally {
      await rm(other, { recursive: true })
    }
  })

  test('need the folder in which the server receives uploads', async () => {
    await mkdir(join(own, 'documents'))
    await writeFile(join(own, 'documents/incoming'), '')
    expect((await found({ DATA_DIR: own }))['Documents']).toMatchObject({
      is: 'problem',
      fix: expect.stringContaining('DATA_DIR/documents'),
    })
  })
})

describe('the services', () => {
  test('says that the mail server does not answer', async () => {
    const port = await closedPort()
    const { Mail } = await found({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    expect(Mail).toMatchObject({ is: 'problem', text: expect.stringContaining('ECONNREFUSED') })
  })

  test('ends its connection to a mail server that says nothing after its greeting', async () => {
    const sockets: Socket[] = []
    const server = createMailServer((socket) => {
      sockets.push(socket)
      socket.resume().write('220 test\r\n')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, allowUnencrypted: [] }
    expect(await checkMail(settings, 0.2)).toMatchObject({ is: 'problem' })
    expect(sockets).toHaveLength(1)
    await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true)
    server.close()
  })

  test.each([
    ['smtps://mail.office.test', 'Mandap <no-reply@mandap.example>', 'problem'],
    ['smtps://mail.office.test', 'no-reply@example', 'problem'],
    ['smtp://127.0.0.1:25', 'Mandap <no-reply@mandap.example>', 'warning'],
    ['smtps://mail.office.test', 'Mandap <no-reply@office.test>', 'ok'],
    ['smtps://mail.office.test', 'Mandap <no-reply@an-example>', 'ok'],
  ])('with SMTP_URL=%s and MAIL_FROM=%s, finds: %s', async (smtpUrl, mailFrom, is) => {
    const [finding] = checkSender({ smtpUrl, mailFrom })
    expect(finding?.is).toBe(is)
    expect(finding?.fix?.includes('MAIL_FROM') ?? false).toBe(is !== 'ok')
  })

  test('checks the sender only if mails are sent', async () => {
    expect(await found()).not.toHaveProperty('Sender')
    const SMTP_URL = `smtp://127.0.0.1:${await closedPort()}`
    expect((await found({ SMTP_URL }))['Sender']).toMatchObject({ is: 'warning' })
  })

  test.each([
    ['https://office.example', false, 'warning'],
    ['https://office.example', '127.0.0.1', 'ok'],
    ['https://localhost', false, undefined],
    ['http://office.example', false, undefined],
  ])('with PUBLIC_URL=%s and TRUST_PROXY=%s, finds: %s', (publicUrl, trustProxy, is) => {
    expect(checkProxy({ publicUrl, trustProxy })[0]?.is).toBe(is)
  })

  test('stores, reads and deletes a document in the bucket, and says that a key is wrong', async () => {
    const s3 = await startS3()
    const env = {
      DOCUMENT_STORE: 's3',
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: S3_KEYS.bucket,
      S3_REGION: S3_KEYS.region,
      S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    }
    expect((await found(env))['Documents']).toMatchObject({ is: 'ok' })
    expect(s3.calls.map((call) => call.split(' ', 1)[0])).toEqual(['PUT', 'GET', 'DELETE', 'GET'])
    expect(s3.objects.size).toBe(0)
    const denied = { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }
    s3.s3.fail = (call) => (call.startsWith('GET') && s3.objects.size === 0 ? denied : undefined)
    expect((await found(env))['Documents']).toMatchObject({
      is: 'warning',
      fix: expect.stringContaining('s3:ListBucket'),
    })
    const wrong = await found({ ...env, S3_SECRET_ACCESS_KEY: 'another-key' })
    expect(wrong['Documents']).toMatchObject({
      is: 'problem',
      fix: expect.stringContaining('S3_ENDPOINT'),
    })
    await s3.close()
  })

  test('lets the virus scanner scan, says that it does not answer, and warns of uploads without one', async () => {
    const clamd = await startClamd()
    const CLAMD = clamd.address
    expect((await found({ CLAMD }))['Viruses']).toMatchObject({ is: 'ok' })
    expect(clamd.scanned).toHaveLength(1)
    await clamd.close()
    expect((await found({ CLAMD }))['Viruses']).toMatchObject({
      is: 'problem',
      text: expect.stringContaining('ECONNREFUSED'),
    })
    expect((await found({ UPLOAD_API_KEY: UPLOAD_KEY }))['Viruses']).toMatchObject({
      is: 'warning',
      fix: expect.stringContaining('CLAMD'),
    })
  })

  test('says that the SMS service cannot be reached, and that one answers', async () => {
    const numbers = { sms: 'twilio', superAdminNumbers: [] } as const
    const closed = { twilio: `http://127.0.0.1:${await closedPort()}` }
    expect(await checkSms(numbers, closed)).toMatchObject({ is: 'problem' })
    const server = createServer((_request, response) => response.writeHead(404).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const open = { twilio: `http://127.0.0.1:${port}` }
    expect(await checkSms(numbers, open)).toMatchObject({ is: 'ok' })
    await new Promise((resolve) => server.close(resolve))
  })

  test('warns of an address without encryption', async () => {
    const finding = await checkPublicUrl({ publicUrl: 'http://office.example' })
    expect(finding).toMatchObject({ is: 'warning', fix: expect.stringContaining('HTTPS') })
  })
})

test('does not warn of a key file among the secrets of a container, which its one account can read', () => {
  expect(keyFileFinding('/run/secrets/encryption_key', 0o100644).is).toBe('ok')
  expect(keyFileFinding('/etc/mandap/encryption.key', 0o100644).is).toBe('warning')
})

test.each([
  [10e9, 'ok'],
  [1e9, 'warning'],
  [0.1e9, 'problem'],
])('with %d free bytes on the disk, finds: %s', (bytes, is) => {
  expect(diskFinding('/srv/mandap', bytes).is).toBe(is)
})

test.each([
  [100, 'ok'],
  [10_000, 'warning'],
  [600_000, 'problem'],
])('with clocks that differ by %d ms, finds: %s', (milliseconds, is) => {
  expect(clockFinding(milliseconds).is).toBe(is)
})

test('requires Node 24', () => {
  expect(checkNode('22.1.0').is).toBe('problem')
  expect(checkNode('24.0.0').is).toBe('ok')
})
