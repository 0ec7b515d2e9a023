import { randomBytes } from 'node:crypto'
import promises, { readdir, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { scratchFolder } from '../../testing/folder.ts'
import { listen } from '../../testing/listen.ts'
import { S3_KEYS, startS3 } from '../../testing/s3.ts'
import { diskStore } from './disk-store.ts'
import { receiveFile } from './receive.ts'
import { s3Store } from './s3-store.ts'
import type { DocumentStore } from './store.ts'

let folder: string
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  folder = await scratchFolder('store')
  s3 = await startS3()
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const incoming = () => join(folder, 'incoming')

async function received(content: Buffer) {
  const stream = Readable.from([content.subarray(0, 5), content.subarray(5)])
  return { ...(await receiveFile(stream, incoming(), 1e7)), type: 'image/png' }
}

describe.each<[string, () => DocumentStore]>([
  ['on disk', () => diskStore(join(folder, 'documents'))],
  ['in S3', () => s3Store({ endpoint: s3.endpoint, ...S3_KEYS })],
])('a store %s', (_where, open) => {
  const content = randomBytes(200_000)

  test('returns a stored file and any range of it', async () => {
    const store = open()
    await store.put('65f0c0ffee01', await received(content))
    const read = async (start: number, end: number) => {
      const stream = await store.read('65f0c0ffee01', { start, end })
      return stream && buffer(stream)
    }
    expect(content.equals((await read(0, content.length - 1)) ?? Buffer.of())).toBe(true)
    expect(await read(7, 7)).toEqual(content.subarray(7, 8))
    expect(await read(150_000, 199_999)).toEqual(content.subarray(150_000))
  })

  test('returns nothing for an unknown or removed key', async () => {
    const store = open()
    await store.put('65f0c0ffee02', await received(content))
    await store.remove('65f0c0ffee02')
    for (const key of ['65f0c0ffee02', '65f0c0ffee03'])
      expect(await store.read(key, { start: 0, end: 1 })).toBeNull()
    await expect(store.remove('65f0c0ffee03')).resolves.toBeUndefined()
  })
})

test('flushes the name of each document, and the names of its folders once', async () => {
  const root = join(folder, 'new', 'documents')
  const store = diskStore(root)
  const flushed: string[] = []
  const open = vi.spyOn(promises, 'open')
  syncBuiltinESMExports()
  for (const key of ['65f0c0ffee07', '65f0c0ffee17', '65f0c0ff9907']) {
    const file = await received(Buffer.from('a picture'))
    open.mockClear()
    await store.put(key, file)
    flushed.push(open.mock.calls.map(([path]) => relative(folder, String(path))).join(' '))
  }
  open.mockRestore()
  syncBuiltinESMExports()
  expect(flushed).toEqual([
    'new/documents/07/ee new/documents/07 new/documents new',
    'new/documents/17/ee new/documents/17 new/documents',
    'new/documents/07/99 new/documents/07',
  ])
})

describe('in S3', () => {
  test('stores objects in the bucket with their type', async () => {
    const store = s3Store({ endpoint: `${s3.endpoint}/`, ...S3_KEYS })
    await store.put('65f0c0ffee04', await received(Buffer.from('a picture')))
    expect(s3.objects.get('/papers/documents/65f0c0ffee04')).toEqual({
      body: Buffer.from('a picture'),
      type: 'image/png',
    })
  })

  test.each([
    ['a wrong secret', { secretAccessKey: 'wrong' }],
    ['a wrong region', { region: 'us-east-1' }],
    ['a missing bucket', { bucket: 'other' }],
    ['an address where nobody listens', { endpoint: 'http://127.0.0.1:9' }],
  ])('%s answers 503, and only the log has the reason', async (_title, wrong) => {
    const store = s3Store({ endpoint: s3.endpoint, ...S3_KEYS, ...wrong })
    const putting = store.put('65f0c0ffee05', await received(Buffer.from('a picture')))
    await expect(putting).rejects.toMatchObject({
      status: 503,
      code: 'STORE_UNREACHABLE',
      message: 'The document store does not answer. Try again in a minute.',
      cause: expect.any(Error),
    })
    expect(s3.objects.has('/papers/documents/65f0c0ffee05')).toBe(false)
  })

  test('does not work if the bucket denies access, also to an object that is not there', async () => {
    const store = s3Store({ endpoint: s3.endpoint, ...S3_KEYS })
    await expect(store.check()).resolves.toBeUndefined()
    s3.s3.fail = () => ({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' })
    await expect(store.check()).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    s3.s3.fail = () => undefined
  })

  test('follows no redirect, so that no other server receives the document', async () => {
    const redirecting = await listen(({ url = '' }, response) => {
      response.writeHead(307, { location: s3.endpoint + url }).end()
    })
    const store = s3Store({ endpoint: redirecting.url, ...S3_KEYS })
    const putting = store.put('65f0c0ffee06', await received(Buffer.from('a picture')))
    await expect(putting).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    expect(s3.calls).not.toContain('PUT /papers/documents/65f0c0ffee06')
    await redirecting.close()
  })
})

describe('receiving a file', () => {
  test('computes its hash and size', async () => {
    const { size, sha256 } = await received(Buffer.from('a picture'))
    expect(size).toBe(9)
    expect(sha256.toString('hex')).toBe(
      '92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b',
    )
  })

  test('stops at the maximum size and leaves no file', async () => {
    const before = await readdir(incoming())
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536)
      })(),
    )
    await expect(receiveFile(endless, incoming(), 2 * 1024 * 1024)).rejects.toMatchObject({
      status: 413,
      message: 'The file is larger than 2 MB.',
    })
    expect(await readdir(incoming())).toEqual(before)
  })
})
