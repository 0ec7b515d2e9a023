import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { scratchFolder } from '../../testing/folder.ts'
import {
  appendErasure,
  type Erasure,
  erasuresToRepeat,
  exportErasures,
  type NewErasure,
  readErasures,
} from './erasure-list.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
let file: string
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())
beforeEach(async () => {
  await scratch.db.deleteFrom('erasure').execute()
  folder = await scratchFolder('erasures')
  file = join(folder, 'kept/erasures.jsonl')
  return () => rm(folder, { recursive: true })
})

const PURGED: NewErasure = { kind: 'purge', subject: 'partner', subjectId: 'p1' }
const ERASED: NewErasure = { kind: 'erase', subject: 'user', subjectId: 'नेहा "u1"\n' }
const DESTROYED: NewErasure = { kind: 'destroy', subject: 'document', subjectId: 'd1' }

async function read(): Promise<Erasure[]> {
  return (await readErasures(file))?.erasures ?? []
}

test('copies each entry once, readable by its owner only', async () => {
  await appendErasure(scratch.db, PURGED, ERASED)
  expect(await exportErasures(scratch.db, file)).toBe(2)
  await appendErasure(scratch.db, DESTROYED)
  expect(await exportErasures(scratch.db, file)).toBe(1)
  expect(await exportErasures(scratch.db, file)).toBe(0)
  expect(await read()).toMatchObject([PURGED, ERASED, DESTROYED])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a rolled-back transaction leaves no entry', async () => {
  const failing = scratch.db.transaction().execute(async (trx) => {
    await appendErasure(trx, PURGED)
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(await exportErasures(scratch.db, file)).toBe(0)
  expect(await readErasures(file)).toEqual({ erasures: [], unreadable: 0, isComplete: true })
})

test('returns nothing if there is no file, which the first copy makes, also without an entry', async () => {
  expect(await readErasures(file)).toBeUndefined()
  await exportErasures(scratch.db, file)
  expect(await readErasures(file)).toEqual({ erasures: [], unreadable: 0, isComplete: true })
})

test('distinguishes a list without entries from a file that lost some or all of its lines', async () => {
  await appendErasure(scratch.db, PURGED, ERASED)
  await exportErasures(scratch.db, file)
  await appendErasure(scratch.db, DESTROYED)
  await exportErasures(scratch.db, file)
  expect(await readErasures(file)).toMatchObject({ unreadable: 0, isComplete: true })
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  expect(lines.map((line) => line.includes('"id"'))).toEqual([true, true, false, true, false])
  const shorter = [
    // a file that ends after its third line is that of an earlier time
    ...[0, 1, 2, 4].map((count) => lines.slice(0, count)),
    ...[0, 1, 3].map((at) => lines.filter((_, other) => other !== at)),
  ]
  for (const some of shorter) {
    await writeFile(file, some.join('\n'))
    expect(await readErasures(file)).toMatchObject({ unreadable: 0, isComplete: false })
    await exportErasures(scratch.db, file)
    expect(await readErasures(file)).toMatchObject({
      erasures: expect.arrayContaining(
        [PURGED, ERASED, DESTROYED].map((one) => expect.objectContaining(one)),
      ),
      unreadable: 0,
      isComplete: true,
    })
  }
})

test('counts an entry once that several processes copied at the same time', async () => {
  const entries = Array.from(
    { length: 200 },
    (_, at): NewErasure => ({ kind: 'purge', subject: 'partner', subjectId: `p${at}` }),
  )
  await appendErasure(scratch.db, ...entries)
  await Promise.all(Array.from({ length: 4 }, () => exportErasures(scratch.db, file)))
  expect(await read()).toHaveLength(200)
  expect((await readErasures(file))?.unreadable).toBe(0)
})

test('copies an entry again whose line was cut off, and reports that line', async () => {
  await appendErasure(scratch.db, PURGED, ERASED)
  await exportErasures(scratch.db, file)
  const text = await readFile(file, 'utf8')
  await rm(file)
  await appendFile(file, text.split('\n').slice(0, 2).join('\n').slice(0, -10))
  expect(await exportErasures(scratch.db, file)).toBe(1)
  expect(await readErasures(file)).toMatchObject({
    erasures: expect.arrayContaining([
      expect.objectContaining(PURGED),
      expect.objectContaining(ERASED),
    ]),
    unreadable: 1,
  })
})

test.each([
  '{}',
  '[]',
  'null',
  'text',
  '{"id":"1","at":"x","kind":"purge","subject":"document","subjectId":"d"}',
])('does not accept the line %s', async (line) => {
  await appendErasure(scratch.db, PURGED)
  await exportErasures(scratch.db, file)
  await appendFile(file, `${line}\n`)
  expect(await readErasures(file)).toMatchObject({ erasures: [PURGED], unreadable: 1 })
})

test('names the entries that a restored database lacks', async () => {
  await appendErasure(scratch.db, PURGED)
  await exportErasures(scratch.db, file)
  await appendErasure(scratch.db, ERASED)
  await exportErasures(scratch.db, file)
  const entries = await read()
  expect(await erasuresToRepeat(scratch.db, entries)).toEqual([])
  await scratch.db.deleteFrom('erasure').where('kind', '=', 'erase').execute()
  expect(await erasuresToRepeat(scratch.db, entries)).toMatchObject([ERASED])
})
