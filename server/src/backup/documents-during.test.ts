import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { backUp, emptyTarget } from '../../testing/backup.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { testKeys } from '../../testing/encryption-key.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { isWaitingForLock } from '../../testing/lock.ts'
import { connect } from '../database/connection.ts'
import { attachDocument } from '../document/attach.ts'
import { diskStore } from '../document-store/disk-store.ts'
import { type EncryptedStore, encryptedStore } from '../document-store/encrypted-store.ts'
import { receiveFile } from '../document-store/receive.ts'
import type { DocumentStore } from '../document-store/store.ts'
import { rotateDataKey } from '../keys/rotate.ts'
import { upsertPartners } from '../partner/store.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
let store: DocumentStore
let encrypted: EncryptedStore
const content = randomBytes(150_000)
const ids: string[] = []

beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = await scratchFolder('documents-during')
  store = diskStore(join(folder, 'documents'))
  encrypted = encryptedStore(store, scratch.db)
  const partner = partnerJson()
  await upsertPartners(scratch.db, [partner], 'import')
  const about = { kind: 'aadharUrl', name: 'a.png', type: 'image/png' } as const
  for (let count = 0; count < 2; count += 1) {
    const file = await receiveFile(Readable.from([content]), join(folder, 'incoming'), 1e7)
    const document = { partnerId: String(partner['_id']), ...about, file }
    ids.push(await attachDocument(scratch.db, encrypted, document, 'asha'))
  }
})
afterAll(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true })
})

const rotation = (given: { store?: EncryptedStore; wait?: () => Promise<void> } = {}) =>
  rotateDataKey({
    db: scratch.db,
    store: encrypted,
    folder: join(folder, 'encrypting'),
    settle: async () => {},
    wait: () => Promise.reject(new Error('nothing else runs')),
    ...given,
  })

/** Expects that a backup can be restored, and that each document is readable there. */
async function expectReadable(path: string) {
  const restored = await emptyTarget()
  onTestFinished(() => restored.drop())
  await restored.restore(path)
  const db = connect(restored.url, 2, { keys: testKeys() })
  onTestFinished(() => db.destroy())
  for (const id of ids) {
    const range = { start: 0, end: content.length - 1 }
    const stream = await encryptedStore(restored.store, db).read(id, range)
    expect(stream && (await buffer(stream)).equals(content)).toBe(true)
  }
}

test('an encryption with a new key waits until a backup has the documents', async () => {
  const path = join(folder, 'first.backup')
  const [waits, isWritten] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let rotating: ReturnType<typeof rotation> | undefined
  const busy: DocumentStore = {
    ...store,
    async read(id, range) {
      rotating ??= rotation({
        wait() {
          waits.resolve()
          return isWritten.promise
        },
      })
      await Promise.race([waits.promise, rotating])
      return store.read(id, range)
    },
  }
  const { summary } = await backUp(scratch.url, {}, path, busy)
  isWritten.resolve()
  expect(summary).toMatchObject({ documents: 2, altered: 0 })
  expect(await rotating).toMatchObject({ documents: 2, keysLeft: 0 })
  await expectReadable(path)
})

test('a backup waits for a document that is being encrypted', async () => {
  const path = join(folder, 'second.backup')
  const [replaced, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: EncryptedStore = {
    ...encrypted,
    async put(id, file) {
      const stored = await encrypted.put(id, file)
      replaced.resolve()
      await waits.promise
      return stored
    },
  }
  const isWritten = Promise.withResolvers<void>()
  const rotating = rotation({ store: slow, wait: () => isWritten.promise })
  await replaced.promise
  const backup = backUp(scratch.url, {}, path, store)
  await expect.poll(() => isWaitingForLock(scratch.db)).toBe(true)
  waits.resolve()
  const { summary } = await backup
  isWritten.resolve()
  expect(summary).toMatchObject({ documents: 2, altered: 0 })
  await rotating
  await expectReadable(path)
})

test('a backup continues a document where reading it broke off', async () => {
  const path = join(folder, 'third.backup')
  const starts: number[] = []
  async function* broken(stream: AsyncIterable<Buffer>) {
    for await (const piece of stream) {
      yield piece
      throw new Error('the connection was lost')
    }
  }
  const breaking: DocumentStore = {
    ...store,
    async read(id, range) {
      starts.push(range.start)
      const stream = await store.read(id, range)
      return stream && starts.length === 1 ? Readable.from(broken(stream)) : stream
    },
  }
  const { summary } = await backUp(scratch.url, {}, path, breaking)
  expect(summary).toMatchObject({ documents: 2, altered: 0, missing: 0 })
  expect(starts).toEqual([0, expect.any(Number), 0])
  expect(starts[1]).toBeGreaterThan(0)
  await expectReadable(path)
})
