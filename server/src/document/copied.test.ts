import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { listen } from '../../testing/listen.ts'
import { storedPartner } from '../../testing/partners.ts'
import { copyDocuments } from '../import/documents.ts'
import { copySummary } from '../import/documents-summary.ts'
import { importSource } from '../import/import.ts'
import { diskStore } from '../document-store/disk-store.ts'
import { encryptedStore } from '../document-store/encrypted-store.ts'
import { SAMPLE_FOLDER } from '../document-store/sample.ts'
import { upsertPartners } from '../partner/store.ts'
import { keepErasure } from '../erasure-list/erasure-list.ts'
import { destroyDocuments } from './destroy.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
let host: Awaited<ReturnType<typeof listen>>
let requested: number
beforeAll(async () => {
  scratch = await scratchDatabase()
  const png = await readFile(join(SAMPLE_FOLDER, 'aadhaar-card.png'))
  host = await listen((_, response) => {
    requested += 1
    response.end(png)
  })
})
afterAll(async () => {
  await host.close()
  await scratch.drop()
})
beforeEach(async () => {
  requested = 0
  await scratch.db.deleteFrom('partner').execute()
  await scratch.db.deleteFrom('document').execute()
  folder = await scratchFolder('copied')
  return () => rm(folder, { recursive: true })
})

const store = () => diskStore(join(folder, 'documents'))

const copy = () =>
  copyDocuments(scratch.db, {
    store: encryptedStore(store(), scratch.db),
    folder: join(folder, 'fetching'),
    remote: { allows: () => true },
  })

async function destroyedCopy() {
  const partner = await storedPartner(scratch.db, { aadharUrl: `${host.url}/a.png` })
  await copy()
  const { id } = await scratch.db.selectFrom('document').select('id').executeTakeFirstOrThrow()
  const address = `/documents/${id}`
  const now = new Date('2026-11-25T03:00:00Z')
  await destroyDocuments(scratch.db, store(), [id], {
    days: 180,
    now,
  })
  const erasure = { kind: 'destroy', subject: 'document', subjectId: id } as const
  await keepErasure(scratch.db, { id: randomUUID(), at: now.toISOString(), ...erasure })
  return { partner, address, id, now }
}

async function importAgain(record: JsonObject) {
  const chunks = async function* () {
    yield Buffer.from(JSON.stringify([record]))
  }
  const open = async () => ({ chunks: chunks(), progress: () => null })
  return importSource(scratch, { name: 'partner.json', subject: 'partner', open })
}

const row = (id: string) =>
  scratch.db.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirst()

test('a copy that was destroyed stays so when its address is imported again', async () => {
  const { partner, address, id, now } = await destroyedCopy()
  expect(await importAgain(partner.json)).toMatchObject({ same: 1, refused: 0 })
  expect(await partner.body()).toMatchObject({ aadharUrl: address })
  expect(await copy()).toMatchObject({ copied: 0, destroyed: 0, failureCount: 0 })
  expect(await row(id)).toMatchObject({ destroyed_at: now, stored_sha256: null })
  expect(requested).toBe(1)
})

test('a copy that was destroyed stays so when a run finds its address, and the report says so', async () => {
  const { partner, address, id, now } = await destroyedCopy()
  await upsertPartners(scratch.db, [partner.json], 'asha@mandap.example')
  const report = await copy()
  expect(report).toMatchObject({ copied: 0, destroyed: 1, failureCount: 0 })
  expect(copySummary(report)).toEqual([
    '0 documents copied into this server, 1 not copied again, because the copy was destroyed.',
  ])
  expect(await partner.body()).toMatchObject({ aadharUrl: address })
  expect(await row(id)).toMatchObject({ destroyed_at: now })
  expect(requested).toBe(1)
})

test('a copy that was destroyed stays so if only the list of destructions knows it, as after a restore', async () => {
  const { partner, address, id, now } = await destroyedCopy()
  await scratch.db.deleteFrom('document').execute()
  await upsertPartners(scratch.db, [partner.json], 'asha@mandap.example')
  expect(await copy()).toMatchObject({ copied: 0, destroyed: 1 })
  expect(await row(id)).toMatchObject({
    partner_id: partner.id,
    kind: 'aadharUrl',
    destroyed_at: now,
  })

  await scratch.db.deleteFrom('document').execute()
  await scratch.db.deleteFrom('partner').execute()
  expect(await importAgain(partner.json)).toMatchObject({ inserted: 1 })
  expect(await partner.body()).toMatchObject({ aadharUrl: address })
  expect(await row(id)).toMatchObject({ partner_id: partner.id, destroyed_at: now })
  expect(requested).toBe(1)
})
