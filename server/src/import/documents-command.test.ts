import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runHere } from '../../testing/command-here.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { TEST_KEY_FILE } from '../../testing/encryption-key.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { startImport } from '../../testing/import.ts'
import { listen } from '../../testing/listen.ts'
import { storedPartner } from '../../testing/partners.ts'
import { plainHost } from '../../testing/plain-host.ts'
import { SAMPLE_FOLDER } from '../document-store/sample.ts'
import { importCommand } from './command.ts'

// a busy machine starts a command slowly
vi.setConfig({ testTimeout: 120_000 })
const BUSY = { timeout: 90_000 }

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
let png: Buffer
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  scratch = await scratchDatabase()
  png = await readFile(join(SAMPLE_FOLDER, 'aadhaar-card.png'))
})
afterAll(() => scratch.drop())
beforeEach(async () => {
  folder = await scratchFolder('import')
  await scratch.db.deleteFrom('partner').execute()
  await scratch.db.deleteFrom('document').execute()
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await rm(folder, { recursive: true })
})

/** Starts the import as npm does. */
function start(args: readonly string[]) {
  return startImport(scratch.url, args, { DATA_DIR: join(folder, 'data') })
}

/** Runs the import in this process. Returns its exit code and its trimmed lines. */
async function run(args: readonly string[], settings: NodeJS.ProcessEnv = {}) {
  const env = {
    DATABASE_URL: scratch.url,
    ENCRYPTION_KEY_FILE: TEST_KEY_FILE,
    DATA_DIR: join(folder, 'data'),
    ...settings,
  }
  return answerOf(await runHere(() => importCommand([...args], env)))
}

function answerOf({ code, said }: { code: number | null; said: string }) {
  return { code, lines: said.split('\n').map((line) => line.trim()) }
}

async function exported(partners: readonly JsonObject[]): Promise<string> {
  const path = join(folder, 'export')
  await mkdir(path, { recursive: true })
  await writeFile(join(path, 'partners.json'), JSON.stringify(partners))
  return path
}

/** Returns the files in the document store, and those that are partly received. */
async function files() {
  const path = join(folder, 'data/documents')
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Returns the number of advisory locks in the database. */
async function locks(): Promise<number> {
  const { rows } = await sql`select from pg_locks join pg_database d on d.oid = database
    where locktype = 'advisory' and datname = current_database()`.execute(scratch.db)
  return rows.length
}

async function body(id: unknown): Promise<JsonObject> {
  const row = await scratch.db
    .selectFrom('partner')
    .select('body')
    .where('id', '=', String(id))
    .executeTakeFirstOrThrow()
  return row.body
}

describe('npm run import prints the document origins that are not allowed', () => {
  const partners = [
    partnerJson({
      aadharUrl: 'https://files.example/a.png?token=secret',
      panCardUrl: 'HTTPS://FILES.example:443/b.png',
      videoUrl: 'http://old.example:8080/v.mp4',
    }),
    partnerJson({
      aadharUrl: 'https://allowed.example/a.png',
      panCardUrl: '/documents/65f0c0ffee00000000000001',
      gstCertificateUrl: 'uploads/gst.pdf',
      videoUrl: '',
    }),
  ]

  async function host() {
    const plain = await plainHost({ partners })
    closing.push(() => plain.close())
    return plain.url
  }

  test.each([
    ['a folder', () => exported(partners)],
    ['a host', host],
  ])('of %s, with how many documents each and the setting that allows them', async (_, from) => {
    const settings = { DOCUMENT_ORIGINS: 'https://allowed.example' }
    const { code, lines } = await run([await from()], settings)
    expect(code).toBe(0)
    const at = lines.indexOf('The console cannot show documents from these addresses yet:')
    expect(lines.slice(at + 1, at + 7)).toEqual([
      'https://files.example    2 documents',
      'http://old.example:8080  1 document',
      'Copy them into this server, where they are private:',
      'npm run import -- --documents',
      'Or leave them there, and start the server with this setting:',
      'DOCUMENT_ORIGINS=https://allowed.example,https://files.example,http://old.example:8080',
    ])
    expect(lines.join('\n')).not.toContain('secret')
  })

  test('unless all of them are', async () => {
    const allowed = 'https://allowed.example,https://files.example,http://old.example:8080'
    const { code, lines } = await run([await exported(partners)], {
      DOCUMENT_ORIGINS: allowed,
      ALLOW_UNENCRYPTED: 'browsers',
    })
    expect(code).toBe(0)
    expect(lines.join('\n')).not.toContain('files.example')
  })
})

describe('npm run import -- --documents', () => {
  test('copies the documents of imported records, and a second run changes nothing', async () => {
    const host = await listen((_, response) => response.end(png))
    closing.push(host.close)
    const partner = partnerJson({ aadharUrl: `${host.url}/a.png?token=secret` })
    const args = [await exported([partner]), '--documents', '--allow-private']
    const first = await run(args)
    expect(first.code).toBe(0)
    expect(first.lines).toContain('1 document copied into this server.')
    expect(first.lines.join('\n')).not.toContain('The console cannot show documents')
    const copied = await body(partner['_id'])
    expect(copied['aadharUrl']).toMatch(/^\/documents\/[0-9a-f]{24}$/)

    // the records are imported with the old addresses again
    const again = await run(args)
    expect(again.code).toBe(0)
    expect(again.lines).toContain('partners.json     1    0        0     1        0')
    expect(again.lines).toContain('0 documents copied into this server.')
    expect(await body(partner['_id'])).toEqual(copied)
    expect(await files()).toHaveLength(1)
  })

  test('works on stored records, and exits with 1 if some documents are left', async () => {
    const host = await listen(({ url }, response) =>
      url === '/a.png' ? response.end(png) : response.writeHead(404).end(),
    )
    closing.push(host.close)
    const partner = await storedPartner(scratch.db, {
      name: 'Meenakshi Iyer',
      aadharUrl: `${host.url}/a.png`,
      panCardUrl: `${host.url.replace('//', '//user:secret@')}/p.png`,
      gstCertificateUrl: `${host.url}/gone.pdf?signature=secret#secret`,
      incorporationCertificateUrl: '\u001B[2Juploads/secrets.pdf?secret',
    })
    const { code, lines } = answerOf(await start(['--documents', '--allow-private']).ended)
    expect(code).toBe(1)
    const at = lines.indexOf('1 document copied into this server, 3 not copied.')
    const who = `Meenakshi Iyer (${partner.id}),`
    expect(lines.slice(at + 1, at + 4).toSorted()).toEqual([
      `${who} gstCertificateUrl ${host.url}/gone.pdf: The file no longer exists (404).`,
      `${who} incorporationCertificateUrl [2Juploads/secrets.pdf: That is not a web address.`,
      `${who} panCardUrl ${host.url}/p.png: The address contains a user name or a password.`,
    ])
    expect(lines[at + 4]).toBe('To try them again: npm run import -- --documents')
    const output = lines.join('\n')
    for (const hidden of ['?', '#', '@', 'secret@', '=secret', '\u001B'])
      expect(output).not.toContain(hidden)
    // the remaining ones are not allowed either
    expect(lines).toContain(`DOCUMENT_ORIGINS=${host.url}`)
  })

  test('requests no private address without --allow-private', async () => {
    let requested = 0
    const host = await listen((_, response) => {
      requested += 1
      response.end(png)
    })
    closing.push(host.close)
    await storedPartner(scratch.db, {
      aadharUrl: `${host.url}/a.png`,
      panCardUrl: `http://localhost:${host.port}/p.png`,
    })
    const { code, lines } = await run(['--documents'])
    expect([code, requested]).toEqual([1, 0])
    const output = lines.join('\n')
    expect(output).toContain('127.0.0.1 is not an address of the public Internet.')
    expect(output).toMatch(/localhost is (127\.0\.0\.1|::1), which is not an address of the public/)
  })

  test('continues after it was killed, and leaves nothing incomplete', async () => {
    const requested: string[] = []
    let isSlow = true
    const host = await listen(({ url = '' }, response) => {
      requested.push(url)
      // the last four stop in the middle
      if (!isSlow || Number(url.slice(1)) < 8) return void response.end(png)
      response.write(png.subarray(0, 1000))
    })
    closing.push(host.close)
    for (let at = 0; at < 12; at += 1)
      await storedPartner(scratch.db, {
        _id: `65f0c0ffee${String(at).padStart(14, '0')}`,
        aadharUrl: `${host.url}/${at}`,
      })
    const first = start(['--documents', '--allow-private'])
    const begun = async () => (await files()).filter((name) => name.endsWith('.part'))
    await expect.poll(() => requested, BUSY).toHaveLength(12)
    await expect.poll(begun, BUSY).toHaveLength(4)
    first.child.kill('SIGKILL')
    expect((await first.ended).code).toBeNull()
    // PostgreSQL notices a little later that a process was killed, and keeps its lock until then
    await expect.poll(locks, BUSY).toBe(0)
    const rows = () => scratch.db.selectFrom('document').select('id').orderBy('id').execute()
    expect(await rows()).toHaveLength(8)
    expect(await begun()).toHaveLength(4)

    isSlow = false
    requested.length = 0
    const { code, lines } = await run(['--documents', '--allow-private'])
    expect(code).toBe(0)
    expect(lines).toContain('4 documents copied into this server.')
    expect(requested.toSorted()).toEqual(['/10', '/11', '/8', '/9'])
    const ids = (await rows()).map(({ id }) => id)
    expect(ids).toHaveLength(12)
    expect((await files()).toSorted()).toEqual(ids)
  })

  test.each([
    [['here', '--allow-private'], '--allow-private requires --documents.'],
    [['https://[', '--documents'], 'https://[ is not an address.'],
  ])('prints what is wrong with %j', async (args, message) => {
    const { code, lines } = await run(args)
    expect(code).toBe(1)
    expect(lines).toContain(message)
  })

  test('copies nothing without demonstration data until CLAMD says how documents are scanned', async () => {
    const { code, lines } = await run(['--documents'], { DEMO_DATA: 'none' })
    expect(code).toBe(1)
    expect(lines.join(' ')).toContain('CLAMD must be set to the address of clamd')
    expect(await run(['--documents'], { DEMO_DATA: 'none', CLAMD: 'off' })).toMatchObject({
      code: 0,
    })
  })
})
