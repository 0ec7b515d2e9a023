import type { RequestListener } from 'node:http'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { type JsonObject, readId, readList } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runHere } from '../../testing/command-here.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { TEST_KEY_FILE } from '../../testing/encryption-key.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { startImport } from '../../testing/import.ts'
import { listen } from '../../testing/listen.ts'
import { plainHost } from '../../testing/plain-host.ts'
import { readFolder } from './folder.ts'
import { importCommand } from './command.ts'
import { importSource } from './import.ts'

// a busy machine starts a command slowly
vi.setConfig({ testTimeout: 120_000 })

const SAMPLE = fileURLToPath(new URL('../../testing/sample-export/', import.meta.url))

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())
beforeEach(async () => {
  folder = await scratchFolder('import')
})
afterEach(async () => {
  await rm(folder, { recursive: true })
  for (const close of closing.splice(0)) await close()
})

/** Imports a file with this name and content. */
async function importFile(name: string, content: string | Buffer) {
  await writeFile(join(folder, name), content)
  const [source] = (await readFolder(join(folder, name))).sources
  if (!source) throw new Error('no source')
  const report = await importSource(scratch, source)
  return { ...report, problems: report.problems.map((each) => each.replace(`${folder}/`, '')) }
}

async function stored(id: unknown): Promise<JsonObject | undefined> {
  const row = await scratch.db
    .selectFrom('booking')
    .select('body')
    .where('id', '=', String(id))
    .executeTakeFirst()
  return row?.body
}

async function lastEntry(): Promise<number> {
  const row = await scratch.db
    .selectFrom('activity')
    .select((is) => is.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return row.id ?? 0
}

/** Returns the sources, with their counts, that imports recorded after an audit entry. */
async function importsAfter(id: number) {
  const rows = await scratch.db
    .selectFrom('activity')
    .select(['subject_name', 'after'])
    .where('kind', '=', 'import')
    .where('id', '>', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => [row.subject_name, row.after])
}

/** Runs `npm run import` in this process. */
function run(...args: string[]) {
  return runWith({}, ...args)
}

async function runWith(settings: NodeJS.ProcessEnv, ...args: string[]) {
  const env = { DATABASE_URL: scratch.url, ENCRYPTION_KEY_FILE: TEST_KEY_FILE, ...settings }
  return withoutFolder(await runHere(() => importCommand(args, env)))
}

/** Runs `npm run import` as npm does. */
async function runProcess(...args: string[]) {
  return withoutFolder(await startImport(scratch.url, args).ended)
}

function withoutFolder({ code, said }: { code: number | null; said: string }) {
  return { code, output: said.replaceAll(`${folder}/`, '') }
}

/** Returns the figures of a file or call in the summary: read, new, changed, same, rejected. */
function figures(output: string, name: string): number[] {
  const row = output.split('\n').find((line) => line.trim().startsWith(`${name} `)) ?? ''
  return row.trim().split(/\s+/).slice(1).map(Number)
}

describe('a file', () => {
  const wire = (count: number) => Array.from({ length: count }, () => bookingJson())

  test.each<[string, string, number, (records: JsonObject[]) => string | Buffer]>([
    ['a bare list', 'bookings.json', 3, (records) => JSON.stringify(records)],
    ['a list under data', 'bookings.json', 3, (data) => JSON.stringify({ data })],
    [
      'mongoexport lines',
      'mandap.bookings.jsonl',
      3,
      (records) => records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    ],
    // more than are stored at once, from many pieces
    ['a list in gzip', 'bookings.json.gz', 1203, (records) => gzipSync(JSON.stringify(records))],
  ])(
    'that is %s is imported, and a second import changes nothing',
    async (_, name, count, content) => {
      const records = wire(count)
      const file = content(records)
      const figuresOf = { read: count, refused: 0, changed: 0, problems: [] }
      expect(await importFile(name, file)).toMatchObject({ ...figuresOf, inserted: count, same: 0 })
      expect(await importFile(name, file)).toMatchObject({ ...figuresOf, inserted: 0, same: count })
      const last = records.at(-1)
      expect(await stored(last?.['_id'])).toEqual(last)
    },
  )

  test('of mongoexport is read with its ids, dates and numbers', async () => {
    const record = bookingJson({ createdAt: '2026-11-01T09:00:00.000Z', budget: 250_000 })
    const exported = {
      ...record,
      _id: { $oid: record['_id'] },
      createdAt: { $date: '2026-11-01T09:00:00Z' },
      budget: { $numberLong: '250000' },
    }
    await importFile('bookings.json', JSON.stringify([exported]))
    expect(await stored(record['_id'])).toEqual(record)
  })

  test('that has changed creates new versions of changed records', async () => {
    const record = bookingJson()
    await importFile('bookings.json', JSON.stringify([record]))
    const swapped = { ...record, partnerName: 'Rohan Das' }
    expect(await importFile('bookings.json', JSON.stringify([swapped]))).toMatchObject({
      changed: 1,
      same: 0,
    })
    expect(await stored(record['_id'])).toEqual(swapped)
  })

  test('lists the records that replaced a change of an administrator, once', async () => {
    const [edited, other] = [bookingJson(), bookingJson()]
    const content = JSON.stringify([other, edited])
    await importFile('bookings.json', content)
    await scratch.db
      .updateTable('booking')
      .set({
        body: sql`body || '{"partnerName": "Rohan Das"}'`,
        updated_by: 'asha.rao@mandap.example',
      })
      .where('id', '=', String(edited['_id']))
      .execute()
    const report = await importFile('bookings.json', content)
    expect(report).toMatchObject({ changed: 1, same: 1, replacedEditCount: 1 })
    expect(report.replacedEdits).toEqual([
      expect.stringMatching(
        new RegExp(`bookings\\.json:1:\\d+ \\(record 2\\): ${String(edited['_id'])}$`),
      ),
    ])
    const again = JSON.stringify([other, { ...edited, partnerName: 'Meera Krishnan' }])
    expect(await importFile('bookings.json', again)).toMatchObject({
      changed: 1,
      replacedEditCount: 0,
    })
  })

  test('counts a record that replaced another one with its id as changed, and a copy of one as the same', async () => {
    const [one, other] = [bookingJson(), bookingJson()]
    const later = { ...one, partnerName: 'Rohan Das' }
    const report = await importFile('bookings.json', JSON.stringify([one, other, later, other]))
    expect(report).toMatchObject({ read: 4, inserted: 2, changed: 1, same: 1 })
    expect(await stored(one['_id'])).toEqual(later)
  })

  test('imports the valid records, and reports each rejected one', async () => {
    const [a, b, c] = [bookingJson(), bookingJson(), bookingJson()]
    const long = bookingJson({ numberId: 'M'.repeat(2000) })
    const { _id: _, ...nameless } = bookingJson()
    const lines = [
      JSON.stringify(a),
      '{"_id":"x", oops}',
      JSON.stringify(nameless),
      JSON.stringify(b),
      '42',
      JSON.stringify(long),
      JSON.stringify(c),
    ]
    const report = await importFile('bookings.ndjson', lines.join('\n'))
    expect(report).toMatchObject({ read: 7, inserted: 3, refused: 4 })
    expect(report.problems).toEqual([
      expect.stringMatching(/^bookings.ndjson:2:1 \(record 2\): Expected/),
      'bookings.ndjson:5:1 (record 5): It is not a record.',
      'bookings.ndjson:3:1 (record 3): A record needs an _id.',
      expect.stringMatching(/^bookings.ndjson:6:1 \(record 6\): numberId is longer than/),
    ])
    for (const { _id } of [a, b, c]) expect(await stored(_id)).toBeDefined()
  })

  test('with the mask of another number reports it, and keeps the stored number', async () => {
    const json = partnerJson({ panNo: 'ABCDE1234F' })
    await importFile('partners.ndjson', JSON.stringify(json))
    const masked = JSON.stringify({ ...json, panNo: 'ZZXXXXX34F' })
    const report = await importFile('partners.ndjson', `\n${masked}`)
    expect(report).toMatchObject({ same: 1, refused: 0, problemCount: 1 })
    expect(report.problems).toEqual([
      'partners.ndjson:2:1 (record 1): panNo is not the mask of the stored number. The stored number was kept. To replace it, import the number without a mask.',
    ])
  })

  test('with very large records stores and lists them', async () => {
    const [a, b, c] = [
      bookingJson({ note: 'acc'.repeat(40_000) }),
      bookingJson({ location: 'x'.repeat(10_000) }),
      bookingJson({ gates: Array.from({ length: 60 }, () => 'x'.repeat(5000)) }),
    ]
    const report = await importFile(
      'bookings.ndjson',
      [a, b, c].map((r) => JSON.stringify(r)).join('\n'),
    )
    expect(report).toMatchObject({ inserted: 3, refused: 0, problemCount: 0, oversizedCount: 2 })
    expect(report.oversized.map((each) => each.replace(`${folder}/`, ''))).toEqual([
      'bookings.ndjson:1:1 (record 1): note has 1,20,000 characters. The limit for a change is 10,000.',
      expect.stringMatching(/^bookings.ndjson:3:1 \(record 3\): The record has 3,00,\d+ bytes/),
    ])
    for (const record of [a, b, c]) expect(await stored(record['_id'])).toEqual(record)
  })

  test('that ends early is imported up to there, and reports it', async () => {
    const records = wire(20)
    const whole = JSON.stringify(records)
    const report = await importFile('bookings.json', whole.slice(0, -20))
    expect(report).toMatchObject({ inserted: 19, problemCount: 1 })
    expect(report.problems).toEqual([
      expect.stringMatching(/^bookings.json:1:\d+ \(record 20\): The data ends in the middle/),
    ])
    const zipped = gzipSync(whole)
    const short = await importFile('bookings.json.gz', zipped.subarray(0, zipped.length - 30))
    expect(short.problems).toEqual([
      expect.stringMatching(/Reading failed \(unexpected end of file\)/),
    ])
    expect(short.same).toBeGreaterThan(10)
  })
})

describe('npm run import -- FOLDER', () => {
  test('imports the whole sample, and a second import changes nothing', async () => {
    const first = await runProcess(SAMPLE)
    expect(first.output).not.toMatch(/cannot|error/i)
    expect(first.code).toBe(0)
    expect(figures(first.output, 'users.json')).toEqual([6, 6, 0, 0, 0])
    expect(figures(first.output, 'partners.json')).toEqual([6, 6, 0, 0, 0])
    expect(figures(first.output, 'temp-partners.json')).toEqual([2, 2, 0, 0, 0])
    expect(figures(first.output, 'bookings.json')).toEqual([12, 12, 0, 0, 0])
    const second = await run(SAMPLE)
    expect(figures(second.output, 'bookings.json')).toEqual([12, 0, 0, 12, 0])
    expect(second.code).toBe(0)
    const recorded = await scratch.db
      .selectFrom('activity')
      .select(['by', 'after'])
      .where('kind', '=', 'import')
      .where('subject_name', '=', 'bookings.json')
      .orderBy('id')
      .execute()
    expect(recorded).toEqual([
      { by: 'import', after: { read: 12, inserted: 12, changed: 0, same: 0, refused: 0 } },
      { by: 'import', after: { read: 12, inserted: 0, changed: 0, same: 12, refused: 0 } },
    ])
  })

  test('prints what it skips, and exits with 1 if a record was rejected', async () => {
    await cp(SAMPLE, folder, { recursive: true })
    await writeFile(join(folder, 'notes.txt'), 'call Asha')
    await writeFile(join(folder, 'users.json'), '[{"_id":"u-1"},{"name":"nobody"}]')
    const { code, output } = await run(folder)
    expect(code).toBe(1)
    expect(output).toContain('users.json:1:16 (record 2): A record needs an _id.')
    expect(output).toContain('Skipped notes.txt')
    expect(figures(output, 'users.json')).toEqual([2, 1, 0, 0, 1])
  })

  test('reports a folder that is missing or has no record files', async () => {
    expect(await run(join(folder, 'nowhere'))).toEqual({
      code: 1,
      output: expect.stringContaining('There is no file or folder nowhere.'),
    })
    const { output } = await run(folder)
    expect(output).toMatch(/contains no record files\. Name the files bookings\.json/)
  })

  test('continues with the other files if one is not JSON', async () => {
    await writeFile(join(folder, 'partners.json'), '<html>Sign in</html>')
    await writeFile(join(folder, 'users.json'), JSON.stringify([userJson()]))
    const { code, output } = await run(folder)
    expect(code).toBe(1)
    expect(output).toContain('partners.json: It is a web page, not JSON.')
    expect(figures(output, 'users.json')).toEqual([1, 1, 0, 0, 0])
  })
})

test('npm run import lists large records, and exits with 0', async () => {
  const bookings = [bookingJson({ note: 'acc'.repeat(40_000) })]
  await writeFile(join(folder, 'bookings.json'), JSON.stringify(bookings))
  const { code, output } = await run(join(folder, 'bookings.json'))
  expect(code).toBe(0)
  expect(output).toContain('Stored unchanged, although larger than a change may make a record:')
  expect(output).toContain('bookings.json:1:2 (record 1): note has 1,20,000 characters')
})

describe('npm run import -- HOST', () => {
  async function serve(answer: RequestListener): Promise<string> {
    const { url, close } = await listen(answer)
    closing.push(close)
    return url
  }

  test.each(['bare', 'data'] as const)('reads the calls of §7, lists %s', async (lists) => {
    const temp = { _id: `temp-${lists}`, PartnerName: 'Rohan Das', personalNumber: '6640000001' }
    const [user, partner] = [userJson(), partnerJson()]
    const bookings = [
      bookingJson({ partnerId: partner['_id'] }),
      bookingJson({ partnerId: readId(temp) }),
      bookingJson({ partnerId: 'gone' }),
      bookingJson({ partnerId: '' }),
    ]
    const seed = { users: [user], partners: [partner], bookings, tempPartners: [temp] }
    const host = await plainHost({ ...seed, lists, token: 'secret' })
    closing.push(() => host.close())
    const { code, output } = await run(`${host.url}/`, '--token', 'secret', '--api-key', 'k1')
    expect(code).toBe(0)
    expect(figures(output, '/user/all')).toEqual([1, 1, 0, 0, 0])
    expect(figures(output, '/partners')).toEqual([1, 1, 0, 0, 0])
    expect(figures(output, '/bookings')).toEqual([4, 4, 0, 0, 0])
    expect(figures(output, '/temp-partner')).toEqual([1, 1, 0, 0, 0])
    expect(host.calls.every(({ headers }) => headers['api-key'] === 'k1')).toBe(true)
    for (const booking of bookings) expect(await stored(booking['_id'])).toEqual(booking)
  })

  test('reads the token and the API key from the files of IMPORT_TOKEN_FILE and IMPORT_API_KEY_FILE', async () => {
    const host = await plainHost({ users: [userJson()], token: 'secret' })
    closing.push(() => host.close())
    const [token, key] = [join(folder, 'token'), join(folder, 'key')]
    await writeFile(token, 'secret\n')
    await writeFile(key, 'k1\n')
    const settings = { IMPORT_TOKEN_FILE: token, IMPORT_API_KEY_FILE: key }
    expect((await runWith(settings, host.url)).code).toBe(0)
    expect(host.calls.every(({ headers }) => headers['api-key'] === 'k1')).toBe(true)
  })

  test('prints how to pass a token if the host requires one', async () => {
    const host = await plainHost({ token: 'secret' })
    closing.push(() => host.close())
    const { code, output } = await run(host.url)
    expect(code).toBe(1)
    expect(output).toContain(
      '/user/all answers 401: it requires a session token or an API key. Pass a token with --token',
    )
    expect((await run(host.url, '--token', 'wrong')).output).toContain('rejects the token')
  })

  test('reports a host that cannot be reached or is not a host', async () => {
    const { url, close } = await listen(() => {})
    await close()
    const { code, output } = await run(url)
    expect(code).toBe(1)
    expect(output).toContain(`${url} cannot be reached: nothing listens there.`)
    const site = await serve((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end('<!doctype html>')
    })
    expect((await run(site)).output).toContain('answers with a web page, not with JSON.')
  })

  test('follows no redirect, so that no other server receives the API key, and names its address', async () => {
    const others: unknown[] = []
    const other = await serve((request, response) => {
      others.push(request.headers)
      response.end('[]')
    })
    const url = await serve((request, response) => {
      const location = `${other}${request.url}`
      response.writeHead(308, { location, 'content-type': 'text/html' }).end('Moved')
    })
    const { code, output } = await run(url, '--token', 'secret', '--api-key', 'k1')
    expect(code).toBe(1)
    expect(output).toContain(`${url}/user/all redirects to ${other}/user/all.`)
    expect(output).toContain(`use that address instead of ${url}, without the path of the call`)
    expect(others).toEqual([])
  })

  test('continues with the other calls if one fails, and exits with 1', async () => {
    const host = await plainHost({ users: [userJson()], bookings: [bookingJson()] })
    closing.push(() => host.close())
    host.failures.set('GET /partners', 503)
    const { code, output } = await run(host.url)
    expect(code).toBe(1)
    expect(output).toContain('/partners answers 503 Service Unavailable.')
    expect(figures(output, '/bookings')).toEqual([1, 1, 0, 0, 0])
    // without the partners, a temp partner cannot be distinguished from a deleted one
    expect(host.calls.some(({ path }) => path.startsWith('/temp-partner'))).toBe(false)
  })

  test('says and records what it stored before the host refused a call', async () => {
    const since = await lastEntry()
    const users = [userJson(), userJson()]
    const bookings = [bookingJson({ partnerId: 'none' }), bookingJson({ partnerId: 'by-hand' })]
    const host = await plainHost({ users, partners: [partnerJson()], bookings })
    closing.push(() => host.close())
    host.failures.set('GET /bookings', 403)
    const { code, output } = await run(host.url)
    expect(code).toBe(1)
    expect(output).toContain('/bookings answers 403')
    expect(figures(output, '/user/all')).toEqual([2, 2, 0, 0, 0])
    expect(await importsAfter(since)).toEqual([
      ['/user/all', { read: 2, inserted: 2, changed: 0, same: 0, refused: 0 }],
      ['/partners', { read: 1, inserted: 1, changed: 0, same: 0, refused: 0 }],
    ])
  })

  test('records a source that the host refuses in the middle as incomplete', async () => {
    const since = await lastEntry()
    const temps = Array.from({ length: 9 }, (_, at) => ({ _id: `temp-${at}`, PartnerName: 'Sana' }))
    const bookings = temps.map(({ _id }) => bookingJson({ partnerId: _id }))
    const lists = { '/user/all': [], '/partners': [partnerJson()], '/bookings': bookings }
    const url = await serve(({ url: path = '' }, response) => {
      const found = Object.entries(lists).find(([list]) => list === path)?.[1]
      const temp = temps.find(({ _id }) => path === `/temp-partner/${_id}`)
      // the ninth is of the second group of calls
      response.writeHead(path.endsWith('temp-8') ? 401 : 200)
      response.end(JSON.stringify(found ?? temp))
    })
    const { code, output } = await run(url)
    expect(code).toBe(1)
    expect(figures(output, '/temp-partner')).toEqual([8, 8, 0, 0, 0])
    expect((await importsAfter(since)).at(-1)).toEqual([
      '/temp-partner',
      { read: 8, inserted: 8, changed: 0, same: 0, refused: 0, complete: false },
    ])
  })

  test('imports what arrived before the connection broke', async () => {
    const bookings = [bookingJson(), bookingJson()]
    const url = await serve((request, response) => {
      if (request.url !== '/bookings') response.end('[]')
      else {
        response.write(JSON.stringify(bookings).slice(0, -9))
        setImmediate(() => response.destroy())
      }
    })
    const { code, output } = await run(url)
    expect(code).toBe(1)
    expect(output).toMatch(/\/bookings:1:\d+ \(record 2\): Reading failed \(.*\) in the middle/)
    expect(await stored(bookings[0]?.['_id'])).toEqual(bookings[0])
  })
})

test('the sample is what the calls of §7 return', async () => {
  const list = async (name: string) =>
    readList(JSON.parse(await readFile(join(SAMPLE, name), 'utf8')))
  const ids = async (name: string) => (await list(name)).map(readId)
  const partners = [...(await ids('partners.json')), ...(await ids('temp-partners.json')), '']
  const users = await ids('users.json')
  const bookings = (await list('bookings.json')).map(bookingFrom)
  expect(bookings.filter(({ partnerId }) => !partners.includes(partnerId))).toEqual([])
  expect(bookings.filter(({ userId }) => !users.includes(userId))).toEqual([])
})
