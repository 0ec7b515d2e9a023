import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { S3_KEYS, startS3 } from '../../testing/s3.ts'
import { diskStore } from './disk-store.ts'
import { AlteredDocument, HEADER_BYTES } from './encrypted-file.ts'
import { type EncryptedStore, encryptedStore } from './encrypted-store.ts'
import { receiveFile } from './receive.ts'
import { s3Store } from './s3-store.ts'
import type { DocumentStore } from './store.ts'

const CHUNK = 64 * 1024
const SEALED = CHUNK + 16

let folder: string
let s3: Awaited<ReturnType<typeof startS3>>
let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  folder = await scratchFolder('encrypted')
  s3 = await startS3()
  scratch = await scratchDatabase()
})
afterAll(async () => {
  await s3.close()
  await scratch.drop()
  await rm(folder, { recursive: true })
})

const onDisk = () => diskStore(join(folder, 'documents'))
const incoming = () => join(folder, 'incoming')

async function stored(
  store: Pick<EncryptedStore | DocumentStore, 'put'>,
  key: string,
  content: Buffer,
) {
  const file = await receiveFile(Readable.from([content]), incoming(), 1e7)
  await store.put(key, { ...file, type: 'image/png' })
  await rm(file.path, { force: true })
}

async function readAll(read: Promise<Readable | null>): Promise<Buffer | null> {
  const stream = await read
  return stream && buffer(stream)
}

describe.each<[string, () => DocumentStore]>([
  ['on disk', onDisk],
  ['in S3', () => s3Store({ endpoint: s3.endpoint, ...S3_KEYS })],
])('an encrypted store %s', (_where, inner) => {
  const store = () => encryptedStore(inner(), scratch.db)

  test.each([1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])(
    'returns any range of a document of %d bytes',
    async (size) => {
      const content = randomBytes(size)
      await stored(store(), 'a1', content)
      const position = fc.oneof(
        fc.integer({ min: 0, max: size - 1 }),
        fc.constantFrom(0, size - 1, CHUNK - 1, CHUNK).filter((at) => at < size),
      )
      await fc.assert(
        fc.asyncProperty(position, position, async (one, other) => {
          const range = { start: Math.min(one, other), end: Math.max(one, other) }
          const read = await readAll(store().read('a1', range))
          expect(read?.equals(content.subarray(range.start, range.end + 1))).toBe(true)
        }),
        { numRuns: 15 },
      )
    },
  )

  test('stores nothing of the content, and returns nothing for an unknown or removed key', async () => {
    const content = Buffer.from('Aadhaar of Ananya Iyer. '.repeat(9000))
    await stored(store(), 'a2', content)
    const file = await readAll(inner().read('a2', { start: 0, end: 1e7 }))
    expect(file?.length).toBeGreaterThan(content.length)
    expect(file?.includes('Ananya')).toBe(false)
    expect(await readdir(incoming())).toEqual([])
    await store().remove('a2')
    for (const key of ['a2', 'a3']) {
      expect(await store().read(key, { start: 0, end: 5 })).toBeNull()
      expect(await store().readEarlier(key, { start: 0, end: 5 })).toBeNull()
    }
  })
})

describe('a stored document', () => {
  const content = randomBytes(4 * CHUNK + 100)
  const store = () => encryptedStore(onDisk(), scratch.db)
  const whole = { start: 0, end: content.length - 1 }

  /** Returns where a document is stored. The last characters of its key are its folders. */
  const fileOf = (key: string) => join(folder, 'documents', key.slice(-2), key.slice(-4, -2), key)

  async function altered(key: string, alter: (file: Buffer) => Buffer) {
    await stored(store(), key, content)
    await writeFile(fileOf(key), alter(await readFile(fileOf(key))))
  }

  const chunk = (file: Buffer, at: number) =>
    file.subarray(HEADER_BYTES + at * SEALED, HEADER_BYTES + (at + 1) * SEALED)

  test.each<[string, (file: Buffer) => Buffer]>([
    ['a byte of another value', (file) => file.fill((file[70_000] ?? 0) ^ 1, 70_000, 70_001)],
    ['another size in its header', (file) => file.fill(9, 19, 20)],
    ['no last chunk', (file) => file.subarray(0, HEADER_BYTES + 4 * SEALED)],
    [
      'two chunks in another order',
      (file) =>
        Buffer.concat([
          file.subarray(0, HEADER_BYTES),
          chunk(file, 1),
          chunk(file, 0),
          file.subarray(HEADER_BYTES + 2 * SEALED),
        ]),
    ],
    [
      'a chunk left out',
      (file) =>
        Buffer.concat([
          file.subarray(0, HEADER_BYTES + SEALED),
          file.subarray(HEADER_BYTES + 2 * SEALED),
        ]),
    ],
  ])('with %s cannot be read', async (_title, alter) => {
    await altered('b00001', alter)
    await expect(readAll(store().read('b00001', whole))).rejects.toThrow(AlteredDocument)
  })

  test('cannot take the place of another document', async () => {
    await stored(store(), 'b00002', content)
    await stored(store(), 'c00002', content)
    await writeFile(fileOf('b00002'), await readFile(fileOf('c00002')))
    await expect(readAll(store().read('b00002', whole))).rejects.toThrow(AlteredDocument)
  })

  test('that is encrypted again while it is opened is read', async () => {
    await stored(store(), 'b00004', content)
    const replaced = Promise.withResolvers<void>()
    let headers = 0
    const inner: DocumentStore = {
      ...onDisk(),
      async read(key, range) {
        // the chunks are read after the content was replaced, and the first header before
        if (range.start > 0) await replaced.promise
        const stream = await onDisk().read(key, range)
        if (range.start > 0 || headers > 0) return stream
        headers += 1
        await stored(store(), key, content)
        replaced.resolve()
        return stream
      },
    }
    const read = await readAll(encryptedStore(inner, scratch.db).read('b00004', whole))
    expect(headers).toBe(1)
    expect(read?.equals(content)).toBe(true)
  })

  /** Returns the store with other reads of the header and of the content. */
  function withReads(header: () => Promise<Readable | null>, chunks: () => Readable) {
    return encryptedStore(
      {
        ...onDisk(),
        read: async (_key, { end }) => (end === HEADER_BYTES - 1 ? header() : chunks()),
      },
      scratch.db,
    )
  }

  test('whose content fails before its header is read answers the failure', async () => {
    await stored(store(), 'document-failing', content)
    const failing = withReads(
      async () => {
        await pause(50)
        return onDisk().read('document-failing', { start: 0, end: HEADER_BYTES - 1 })
      },
      () => {
        const chunks = new Readable({ read() {} })
        setTimeout(() => chunks.destroy(new Error('the bucket has left')), 10)
        return chunks
      },
    )
    // a failure that nobody handles fails the test, and ends a server
    const reading = failing.read('document-failing', { start: 0, end: 9 })
    await expect(reading).rejects.toThrow('the bucket has left')
  })

  test('whose header cannot be read leaves no content open', async () => {
    const contents: Readable[] = []
    const failing = withReads(
      () => Promise.reject(new Error('the bucket has left')),
      () => {
        const chunks = new Readable({ read() {} })
        contents.push(chunks)
        return chunks
      },
    )
    await expect(failing.read('any', whole)).rejects.toThrow('the bucket has left')
    expect(contents.map(({ destroyed }) => destroyed)).toEqual([true, true])
  })

  test('of an earlier release, which is not encrypted, is read as such only', async () => {
    await stored(onDisk(), 'b00003', content)
    const range = { start: 70_000, end: 70_010 }
    expect(await readAll(store().readEarlier('b00003', range))).toEqual(
      content.subarray(70_000, 70_011),
    )
    await expect(store().read('b00003', range)).rejects.toThrow('is not encrypted')
    await stored(store(), 'b00003', content)
    expect(await readAll(store().readEarlier('b00003', range))).toEqual(
      content.subarray(70_000, 70_011),
    )
  })
})
