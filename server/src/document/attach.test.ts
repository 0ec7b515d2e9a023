import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { scratchFolder } from '../../testing/folder.ts'
import type { Database } from '../database/connection.ts'
import { diskStore } from '../document-store/disk-store.ts'
import { encryptedStore } from '../document-store/encrypted-store.ts'
import { receiveFile } from '../document-store/receive.ts'
import { noteRemovals, removeDocuments } from '../document-store/remove.ts'
import { upsertPartners } from '../partner/store.ts'
import { attachDocument } from './attach.ts'

let folder: string
let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  folder = await scratchFolder('attach')
  scratch = await scratchDatabase()
})
afterAll(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true })
})

const store = () => encryptedStore(diskStore(join(folder, 'documents')), scratch.db)

async function attach(db: Database, partnerId: string, to = store()): Promise<string> {
  const file = await receiveFile(Readable.from([Buffer.from('a card')]), join(folder, 'in'), 100)
  const about = { kind: 'aadharUrl', name: 'a.png', type: 'image/png' } as const
  return attachDocument(db, to, { partnerId, ...about, file }, 'test')
}

/** The same database, whose answer to a commit is lost. */
function withoutAnswer(db: Database): Database {
  const transaction = () => ({
    async execute(work: (trx: Database) => Promise<unknown>) {
      await db.transaction().execute(work)
      throw new Error('Connection terminated')
    },
  })
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

test('keeps the content of a document if the commit happened without an answer', async () => {
  const partner = partnerJson()
  await upsertPartners(scratch.db, [partner], 'import')
  const attached = attach(withoutAnswer(scratch.db), String(partner['_id']))
  await expect(attached).rejects.toThrow('Connection terminated')
  const { id } = await scratch.db.selectFrom('document').select('id').executeTakeFirstOrThrow()
  const content = await store().read(id, { start: 0, end: 5 })
  expect(content && String(await buffer(content))).toBe('a card')
})

test('removes the content at the next removal if the answer of the store is lost', async () => {
  const { db } = scratch
  const partner = partnerJson()
  await upsertPartners(db, [partner], 'import')
  const attached = attach(db, String(partner['_id']), {
    ...store(),
    async put(id, file) {
      await store().put(id, file)
      throw new Error('The answer is lost.')
    },
  })
  await expect(attached).rejects.toThrow('The answer is lost.')
  const removed: string[] = []
  await removeDocuments(db, {
    async remove(id) {
      expect(await store().read(id, { start: 0, end: 5 })).not.toBeNull()
      await store().remove(id)
      removed.push(id)
    },
  })
  expect(removed).toHaveLength(1)
})

test('keeps the noted content of a document whose row exists', async () => {
  const { db } = scratch
  const partner = partnerJson()
  await upsertPartners(db, [partner], 'import')
  const id = await attach(db, String(partner['_id']))
  await noteRemovals(db, [id])
  await removeDocuments(db, store())
  expect(await store().read(id, { start: 0, end: 5 })).not.toBeNull()
})
