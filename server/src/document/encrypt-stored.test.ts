import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { storedDocument } from '../../testing/documents.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { diskStore } from '../document-store/disk-store.ts'
import { type EncryptedStore, encryptedStore } from '../document-store/encrypted-store.ts'
import { receiveFile } from '../document-store/receive.ts'
import { encryptStored } from './encrypt-stored.ts'

let folder: string
let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  folder = await scratchFolder('stored')
  scratch = await scratchDatabase()
})
afterAll(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true })
})
beforeEach(() => scratch.db.deleteFrom('document').execute())

const plainStore = () => diskStore(join(folder, 'documents'))
const contents = new Map<string, Buffer>()

/** Stores a document as an earlier release did; without its file if `isMissing` is set. */
async function earlier(id: string, isMissing = false) {
  const content = randomBytes(100_000)
  contents.set(id, content)
  const file = await receiveFile(Readable.from([content]), join(folder, 'incoming'), 1e7)
  if (!isMissing) await plainStore().put(id, { ...file, type: 'image/png' })
  const { size, sha256 } = file
  await storedDocument(scratch.db, { id, size, sha256 })
  await rm(file.path, { force: true })
}

const job = (store: EncryptedStore = encryptedStore(plainStore(), scratch.db)) => ({
  db: scratch.db,
  store,
  folder: join(folder, 'encrypting'),
})

const states = async () =>
  Object.fromEntries(
    (await scratch.db.selectFrom('document').select(['id', 'stored_sha256']).execute()).map(
      (row) => [row.id, row.stored_sha256 !== null],
    ),
  )

async function read(id: string): Promise<Buffer | null> {
  const stream = await job().store.read(id, { start: 0, end: 99_999 })
  return stream && buffer(stream)
}

test('encrypts every document of an earlier release once, and skips one whose file is missing', async () => {
  await earlier('d0001')
  await earlier('d0002', true)
  await earlier('d0003')
  expect(await encryptStored(job())).toBe(2)
  expect(await states()).toEqual({ d0001: true, d0002: false, d0003: true })
  for (const id of ['d0001', 'd0003']) expect(await read(id)).toEqual(contents.get(id))
  expect(await readdir(join(folder, 'encrypting'))).toEqual([])
  expect(await encryptStored(job())).toBe(0)
})

test('continues after an interruption, also between the store and the database', async () => {
  await earlier('d0011')
  await earlier('d0012')
  const store = job().store
  const failing: EncryptedStore = {
    ...store,
    async put(key, file) {
      const stored = await store.put(key, file)
      if (key === 'd0012') throw new Error('interrupted')
      return stored
    },
  }
  await expect(encryptStored(job(failing))).rejects.toThrow('interrupted')
  expect(await states()).toEqual({ d0011: true, d0012: false })
  const stream = await store.readEarlier('d0012', { start: 0, end: 99_999 })
  expect(stream && (await buffer(stream))).toEqual(contents.get('d0012'))
  expect(await encryptStored(job())).toBe(1)
  expect(await read('d0012')).toEqual(contents.get('d0012'))
})

test('two servers encrypt each document once', async () => {
  for (const at of [1, 2, 3, 4, 5, 6]) await earlier(`d002${at}`)
  const [one, other] = await Promise.all([encryptStored(job()), encryptStored(job())])
  expect(one + other).toBe(6)
  for (const at of [1, 2, 3, 4, 5, 6]) expect(await read(`d002${at}`)).not.toBeNull()
})

test('stops after a document when the server stops', async () => {
  await earlier('d0031')
  expect(await encryptStored(job(), AbortSignal.abort())).toBe(0)
})
