import { DAY } from '@mandap/domain/time/days.ts'
import type { DocumentField } from '@mandap/domain/verification/upload.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { storedDocument } from '../../testing/documents.ts'
import { storedPartner } from '../../testing/partners.ts'
import { verifyAuditLog } from '../audit/verify.ts'
import { deletePartner } from '../partner/delete.ts'
import { destroyDecidedDocuments, destroyReplacedDocuments } from './destroy.ts'

let api: Awaited<ReturnType<typeof startApi>>
let removed: string[]
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.deleteFrom('document').execute()
  await api.db.deleteFrom('erasure').execute()
  removed = []
})

const store = { remove: async (id: string) => void removed.push(id) }
const inDays = (days: number) => new Date(Date.now() + days * DAY)

/** Stores the row of a document that arrived some days ago. */
async function addDocument(
  id: string,
  partnerId: string,
  { kind = 'aadharUrl', daysAgo = 0 }: { kind?: DocumentField; daysAgo?: number } = {},
) {
  const created_at = inDays(-daysAgo)
  await storedDocument(api.db, { id, partner_id: partnerId, kind, created_at })
}

async function decide(path: string, status = 'AKYC') {
  const answer = await api.call('PUT', path, { body: { status, kycStatus: status } })
  expect(answer.status).toBe(200)
}

async function destroyedIds(): Promise<string[]> {
  const rows = api.db.selectFrom('document').select('id').where('destroyed_at', 'is not', null)
  return (await rows.orderBy('id').execute()).map(({ id }) => id)
}

describe('a replaced document', () => {
  const run = (days: number, documents: typeof store = store) =>
    destroyReplacedDocuments(api.db, documents, 180, inDays(days))

  async function replacedPartner() {
    const partner = await storedPartner(api.db, { aadharUrl: '/documents/second' })
    await addDocument('first', partner.id, { daysAgo: 3 })
    await addDocument('second', partner.id, { daysAgo: 2 })
    await addDocument('other', partner.id, { kind: 'panCardUrl', daysAgo: 1 })
    return partner
  }

  test('is destroyed 180 days after the next decision, and recorded', async () => {
    const { id, path } = await replacedPartner()
    expect(await run(1000)).toBe(0)
    await decide(path)
    expect(await run(179)).toBe(0)
    expect(await run(181)).toBe(1)
    expect(removed).toEqual(['first'])
    expect(await destroyedIds()).toEqual(['first'])
    const row = await api.db
      .selectFrom('document')
      .selectAll()
      .where('id', '=', 'first')
      .executeTakeFirst()
    expect(row).toMatchObject({ name: '', sha256: Buffer.alloc(0), destroyed_after_days: 180 })
    expect((await api.auditOf(id)).at(-1)).toMatchObject({
      by: 'Mandap',
      kind: 'destroy',
      subject_name: 'Ananya Iyer',
      after: { documents: ['/documents/first'], days: 180 },
    })
    const listed = await api.db
      .selectFrom('erasure')
      .select(['kind', 'subject', 'subject_id'])
      .execute()
    expect(listed).toEqual([{ kind: 'destroy', subject: 'document', subject_id: 'first' }])
    expect(await run(1000)).toBe(0)
    expect(await verifyAuditLog(api.db)).toMatchObject({ is: 'whole' })
  })

  test('stays if the only decision was before it was replaced', async () => {
    const partner = await storedPartner(api.db, { aadharUrl: '/documents/second' })
    await addDocument('first', partner.id, { daysAgo: 3 })
    await decide(partner.path)
    await addDocument('second', partner.id, { daysAgo: -1 })
    expect(await run(1000)).toBe(0)
  })

  test('stays if the partner’s field has its address again', async () => {
    const { path } = await replacedPartner()
    await decide(path)
    await api.db.updateTable('document').set({ kind: 'videoUrl' }).execute()
    await api.db
      .updateTable('partner')
      .set({ body: sql`'{"videoUrl":"/documents/first"}'` })
      .execute()
    expect(await run(181)).toBe(1)
    expect(await destroyedIds()).toEqual(['second'])
  })

  test('stays if a deleted partner, who can be restored, has its address again', async () => {
    const { id, path } = await replacedPartner()
    await decide(path)
    await api.db
      .updateTable('partner')
      .set({ body: sql`body || '{"aadharUrl":"/documents/first"}'` })
      .where('id', '=', id)
      .execute()
    const deletion = { id, by: 'asha', elevation: '', version: null }
    await api.db.transaction().execute((trx) => deletePartner(trx, deletion))
    expect(await run(181)).toBe(0)
  })

  test('is destroyed by the next run if the store fails, and by one of several processes', async () => {
    const { path } = await replacedPartner()
    await decide(path)
    const away = { remove: () => Promise.reject(new Error('The store does not answer.')) }
    await expect(run(181, away)).rejects.toThrow('does not answer')
    expect(await destroyedIds()).toEqual([])
    const runs = await Promise.all([run(181), run(181), run(181)])
    expect(runs.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
  })
})

describe('the documents of a decided partner', () => {
  const run = (days: number) => destroyDecidedDocuments(api.db, store, 365, inDays(days))

  test('are destroyed 365 days after the last decision', async () => {
    const { path, id } = await storedPartner(api.db)
    await addDocument('card', id, { daysAgo: 900 })
    await decide(path)
    expect(await run(1000)).toBe(0)
    await api.db.updateTable('partner').set({ status: 'approved' }).where('id', '=', id).execute()
    expect(await run(364)).toBe(0)
    expect(await run(366)).toBe(1)
    expect(removed).toEqual(['card'])
  })

  test('are kept as long after they arrived, if they arrived later', async () => {
    const { id } = await storedPartner(api.db, { status: 'decline' })
    await addDocument('card', id, { daysAgo: 300 })
    await addDocument('new-card', id, { daysAgo: 10, kind: 'panCardUrl' })
    expect(await run(70)).toBe(1)
    expect(removed).toEqual(['card'])
    expect(await run(356)).toBe(1)
  })

  test.each(['pending', 'AKYC', 'RKYC', 'ACV', 'RCV'])(
    'stay with the status %s',
    async (status) => {
      const { id } = await storedPartner(api.db, { status })
      await addDocument('card', id, { daysAgo: 900 })
      expect(await run(1000)).toBe(0)
    },
  )

  test('are destroyed also if the content of one of them cannot be removed', async () => {
    const { id } = await storedPartner(api.db, { status: 'approved' })
    for (let at = 0; at < 60; at++) await addDocument(`card-${at}`, id, { daysAgo: 900 })
    const stuck = {
      remove: (card: string) =>
        card === 'card-0' ? Promise.reject(new Error('It is locked.')) : Promise.resolve(),
    }
    await expect(destroyDecidedDocuments(api.db, stuck, 365, inDays(0))).rejects.toThrow('locked')
    expect(await destroyedIds()).toHaveLength(59)
    expect(await run(0)).toBe(1)
  })

  test('are destroyed in several transactions if there are many', async () => {
    const { id } = await storedPartner(api.db, { status: 'approved' })
    for (let at = 0; at < 120; at++) await addDocument(`card-${at}`, id, { daysAgo: 900 })
    expect(await run(0)).toBe(120)
    expect(await destroyedIds()).toHaveLength(120)
    expect((await api.auditOf(id)).filter(({ kind }) => kind === 'destroy')).toHaveLength(3)
  })

  test('answer 410 with the date, instead of a link', async () => {
    const { id } = await storedPartner(api.db, { status: 'approved' })
    const now = new Date('2026-11-25T03:00:00Z')
    const created_at = new Date(now.getTime() - 366 * DAY)
    await storedDocument(api.db, { id: 'card', partner_id: id, created_at })
    expect((await api.call('GET', '/documents/card/link')).status).toBe(200)
    await destroyDecidedDocuments(api.db, store, 365, now)
    expect(await api.call('GET', '/documents/card/link')).toMatchObject({
      status: 410,
      body: {
        error: {
          code: 'DOCUMENT_DESTROYED',
          message: 'Destroyed on 25 Nov 2026, after 365 days.',
        },
      },
    })
  })
})
