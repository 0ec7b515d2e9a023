import { join } from 'node:path'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { ERASED_NAME } from '@mandap/domain/person/erased.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { INFECTED, startClamd } from '../../testing/clamd.ts'
import { type PreparedExport, prepareExport, readExport } from '../../testing/export.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { isWaitingForLock } from '../../testing/lock.ts'
import { storedPartner } from '../../testing/partners.ts'
import { sendSample, UPLOAD_KEY } from '../../testing/upload.ts'
import { upsertBookings } from '../booking/store.ts'
import { SAMPLE_FOLDER } from '../document-store/sample.ts'
import { erasePerson } from './erase.ts'

const NAME = 'Parvathi Subramanian'

let api: Awaited<ReturnType<typeof startApi>>
let clamd: Awaited<ReturnType<typeof startClamd>>
let folder: string
let headers: { 'x-elevation': string }
beforeAll(async () => {
  folder = await scratchFolder('erase-during')
  clamd = await startClamd(() => undefined)
  api = await startApi({ DATA_DIR: folder, UPLOAD_API_KEY: UPLOAD_KEY, CLAMD: clamd.address })
  headers = await api.elevate()
})
afterAll(async () => {
  await api.close()
  await clamd.close()
  await rm(folder, { recursive: true })
})

const approvedPartner = () => storedPartner(api.db, { name: NAME, status: 'approved' })

const erasure = (id: string) => ({ subject: 'partner', id, reason: 'Request' }) as const

async function personLink(id: string): Promise<PreparedExport> {
  const made = await api.call('POST', '/person-exports', { body: erasure(id), headers })
  return (made.body as { data: PreparedExport }).data
}

async function entriesWithName(): Promise<unknown[]> {
  const { rows } = await sql`select kind, subject_name, before, after from activity
    where to_jsonb(activity)::text ilike ${`%${NAME}%`}`.execute(api.db)
  return rows
}

const waiting = () => expect.poll(() => isWaitingForLock(api.db)).toBe(true)

/** Stores so much in bookings that a reader who stops leaves an export unfinished: sockets hold about 4 MB. */
async function storeBookings(count: number, json: JsonObject): Promise<void> {
  const records = Array.from({ length: count }, () => bookingJson(json))
  await upsertBookings(api.db, records, 'import')
}

test('a person who is erased after their export was opened is not exported', async () => {
  const { id } = await approvedPartner()
  const link = await personLink(id)
  let reading: Promise<Response> | undefined
  await api.db.transaction().execute(async (trx) => {
    // the export has read the record, and waits to count the entries
    await sql`lock table activity in access exclusive mode`.execute(trx)
    reading = readExport(api, link)
    await waiting()
    await erasePerson(trx, { ...erasure(id), by: 'command line' }, new Date())
  })
  expect((await reading)?.status).toBe(410)
  expect(await entriesWithName()).toEqual([])
})

test('an export of a person that ends after their erasure is recorded without the name', async () => {
  const { id } = await approvedPartner()
  await storeBookings(32, { partnerId: id, notes: 'n'.repeat(200_000) })
  const answer = await readExport(api, await personLink(id))
  const reader = answer.body?.getReader()
  await reader?.read()
  expect((await api.call('POST', '/erasures', { body: erasure(id), headers })).status).toBe(200)
  await reader?.cancel()
  const last = async () => (await api.auditOf(id)).at(-1)
  await expect.poll(async () => (await last())?.after).toMatchObject({ complete: false })
  expect(await last()).toMatchObject({ subject_name: ERASED_NAME })
  expect(await entriesWithName()).toEqual([])
})

test('an export of a list that ends after the erasure of a person is recorded without their name', async () => {
  const { id } = await approvedPartner()
  await storeBookings(320, { location: NAME + 'x'.repeat(20_000) })
  const query = { list: 'found', search: NAME }
  const answer = await readExport(api, await prepareExport(api, { of: 'bookings', query }))
  const reader = answer.body?.getReader()
  await reader?.read()
  expect((await api.call('POST', '/erasures', { body: erasure(id), headers })).status).toBe(200)
  await reader?.cancel()
  const ended = async () => {
    const entry = await api.db
      .selectFrom('activity')
      .select('after')
      .where('kind', '=', 'export')
      .where(sql<boolean>`after ? 'sent'`)
      .executeTakeFirst()
    return entry?.after
  }
  await expect.poll(ended).toMatchObject({ rows: 320, format: 'csv' })
  expect(await entriesWithName()).toEqual([])
})

test('an export of a list waits for an erasure, and is refused if its filters name the person', async () => {
  const { id } = await approvedPartner()
  const query = { list: 'approved', search: NAME }
  const link = await prepareExport(api, { of: 'partners', query })
  let reading: Promise<Response> | undefined
  await api.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('mandap.person.erase'))`.execute(trx)
    reading = readExport(api, link)
    await waiting()
    await erasePerson(trx, { ...erasure(id), by: 'command line' }, new Date())
  })
  expect((await reading)?.status).toBe(410)
  expect(await entriesWithName()).toEqual([])
})

test('an infected document that arrives during an erasure is recorded without the name', async () => {
  const { id } = await approvedPartner()
  const card = await readFile(join(SAMPLE_FOLDER, 'aadhaar-card.png'))
  let sending: Promise<Response> | undefined
  await api.db.transaction().execute(async (trx) => {
    await erasePerson(trx, { ...erasure(id), by: 'command line' }, new Date())
    sending = sendSample(api.url, id, Buffer.concat([card, Buffer.from(INFECTED)]))
    await waiting()
  })
  expect((await sending)?.status).toBe(400)
  expect(await entriesWithName()).toEqual([])
})

test('an erasure is copied to the list of destructions although a document cannot be removed', async () => {
  const { id } = await approvedPartner()
  // a folder is in the place of the file
  await mkdir(join(folder, 'documents/ck/tu/stuck'), { recursive: true })
  await api.db.insertInto('document_removal').values({ id: 'stuck' }).execute()
  expect((await api.call('POST', '/erasures', { body: erasure(id), headers })).status).toBe(200)
  const list = () => readFile(join(folder, 'erasures.jsonl'), 'utf8').catch(() => '')
  await expect.poll(list).toContain(`"subjectId":"${id}"`)
  await api.db.deleteFrom('document_removal').execute()
})
