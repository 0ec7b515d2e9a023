import type { DocumentField } from '@mandap/domain/verification/upload.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { type DocumentLink, makeDocumentLink, readDocument } from '../../testing/document-link.ts'
import { storedDocument } from '../../testing/documents.ts'
import { isWaitingForLock } from '../../testing/lock.ts'
import { storedPartner } from '../../testing/partners.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import type { Database } from '../database/connection.ts'
import { erasePerson } from '../person/erase.ts'
import { destroyDocuments } from './destroy.ts'
import { deleteOldOpenings } from './opening.ts'

const MINUTE = 60_000

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi({
    DOCUMENTS_PER_HOUR: '2',
    OFFICE_VIEWER: 'https://viewer.example/?src={url}',
  })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.deleteFrom('attempt').execute()
  await api.db.deleteFrom('elevation').execute()
})

/** Stores a partner with documents that show a sample file. Returns the partner's id and those of the documents. */
async function aPartnerWith(...kinds: DocumentField[]) {
  const { id: partnerId } = await storedPartner(api.db, { name: 'Ananya Iyer' })
  const ids: string[] = []
  for (const kind of kinds) {
    const about = { partner_id: partnerId, kind, size: 100, specimen: 'aadhaar-card.png' }
    ids.push(await storedDocument(api.db, about))
  }
  return { partnerId, ids }
}

const link = (id: string, headers = {}, by = ADMINISTRATOR) =>
  api.call('GET', `/documents/${id}/link`, { headers, by })

const linkTo = (id: string, headers = {}, by = ADMINISTRATOR) =>
  makeDocumentLink(api, id, { headers, by })

const read = async (opened: DocumentLink, headers = {}) => {
  const answer = await readDocument(opened, headers)
  return { status: answer.status, text: await answer.text() }
}

const open = async (id: string, headers = {}, by = ADMINISTRATOR) =>
  (await read(await linkTo(id, headers, by))).status

/** Moves the openings of a document into the past. */
async function age(id: string, minutes: number) {
  const opened_at = new Date(Date.now() - minutes * MINUTE)
  await api.db
    .updateTable('document_opening')
    .set({ opened_at })
    .where('document_id', '=', id)
    .execute()
}

describe('opening a document', () => {
  test('is one audit entry of the partner, at the first request of the content', async () => {
    const { partnerId, ids } = await aPartnerWith('panCardUrl')
    const [id = ''] = ids
    const opened = await linkTo(id)
    // a link is not an opening
    expect(await api.auditOf(partnerId)).toEqual([])
    expect((await read(opened)).status).toBe(200)
    expect(await api.auditOf(partnerId)).toMatchObject([
      {
        kind: 'open',
        by: ADMINISTRATOR.email,
        subject: 'partner',
        subject_name: 'Ananya Iyer',
        after: { field: 'panCardUrl', document: `/documents/${id}` },
        elevation: null,
      },
    ])
  })

  test('is recorded once per session and document within 15 minutes, also for parallel ranges', async () => {
    const { partnerId, ids } = await aPartnerWith('videoUrl')
    const [id = ''] = ids
    const opened = await linkTo(id)
    const ranges = Array.from({ length: 8 }, (_, n) =>
      read(opened, { range: `bytes=${n}-${n + 9}` }),
    )
    for (const { status } of await Promise.all(ranges)) expect(status).toBe(206)
    await age(id, 14)
    expect(await open(id)).toBe(200)
    expect(await api.auditOf(partnerId)).toHaveLength(1)
    await age(id, 15)
    expect(await open(id)).toBe(200)
    expect(await api.auditOf(partnerId)).toHaveLength(2)
    // a colleague is another session
    expect(await open(id, {}, COLLEAGUE)).toBe(200)
    expect((await api.auditOf(partnerId)).at(-1)).toMatchObject({ by: COLLEAGUE.email })
  })

  test('by the signed link of an external viewer is recorded and counted', async () => {
    const { partnerId, ids } = await aPartnerWith('aadharUrl', 'panCardUrl', 'videoUrl')
    const links = []
    for (const id of ids) links.push((await linkTo(id)).publicUrl)
    const statuses = []
    for (const url of links)
      statuses.push((await fetch(url.replace('http://localhost:4000', api.url))).status)
    expect(statuses).toEqual([200, 200, 403])
    const entry = { kind: 'open', by: ADMINISTRATOR.email }
    expect(await api.auditOf(partnerId)).toMatchObject([
      { ...entry, after: { document: `/documents/${ids[0]}` } },
      { ...entry, after: { document: `/documents/${ids[1]}` } },
    ])
  })

  test('has the name of a deleted partner', async () => {
    const { partnerId, ids } = await aPartnerWith('aadharUrl')
    const opened = await linkTo(ids[0] ?? '')
    const headers = await api.elevate()
    const body = { deletedBy: 'Super Admin' }
    await api.call('DELETE', `/partners/${partnerId}`, { headers, body })
    expect((await read(opened)).status).toBe(200)
    expect((await api.auditOf(partnerId)).at(-1)).toMatchObject({
      kind: 'open',
      subject_name: 'Ananya Iyer',
    })
  })

  test('is forgotten after 15 minutes; the audit log keeps it', async () => {
    const { partnerId, ids } = await aPartnerWith('aadharUrl')
    const [id = ''] = ids
    await open(id)
    const rows = () =>
      api.db.selectFrom('document_opening').selectAll().where('document_id', '=', id).execute()
    await deleteOldOpenings(api.db, new Date(Date.now() + 14 * MINUTE))
    expect(await rows()).toHaveLength(1)
    await deleteOldOpenings(api.db, new Date(Date.now() + 16 * MINUTE))
    expect(await rows()).toEqual([])
    expect(await api.auditOf(partnerId)).toHaveLength(1)
  })
})

describe('beyond DOCUMENTS_PER_HOUR', () => {
  const REFUSED =
    /^You have opened 2 documents within an hour, which is the limit\. Continue in 60 minutes, or turn Super Admin on/

  test('a link to another document is refused, until the hour is over', async () => {
    const { ids } = await aPartnerWith('aadharUrl', 'panCardUrl', 'videoUrl')
    const [first = '', second = '', third = ''] = ids
    expect([await open(first), await open(second)]).toEqual([200, 200])
    const refused = await link(third)
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { code: 'LIMIT_REACHED', message: expect.stringMatching(REFUSED) } },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    // those that are open already stay open, and colleagues have their own limit
    expect(await open(first)).toBe(200)
    expect(await open(third, {}, COLLEAGUE)).toBe(200)
    const over = new Date(Date.now() - 1000)
    await api.db.updateTable('attempt').set({ window_ends_at: over }).execute()
    expect(await open(third)).toBe(200)
  })

  test('the content is refused too, and nothing is recorded', async () => {
    const { partnerId, ids } = await aPartnerWith('aadharUrl', 'panCardUrl', 'videoUrl')
    // the links were made before the limit was reached
    const links = []
    for (const id of ids) links.push(await linkTo(id))
    const answers = await Promise.all(links.map((opened) => read(opened)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.find(({ status }) => status === 403)?.text).toContain('LIMIT_REACHED')
    expect(await api.auditOf(partnerId)).toHaveLength(2)
  })

  test('a Super Admin continues, and the audit entry has their number', async () => {
    const { partnerId, ids } = await aPartnerWith('aadharUrl', 'panCardUrl', 'videoUrl')
    const [first = '', second = '', third = ''] = ids
    const headers = await api.elevate()
    expect([await open(first), await open(second)]).toEqual([200, 200])
    expect((await link(third)).status).toBe(403)
    expect(await open(third, headers)).toBe(200)
    expect(await api.auditOf(partnerId)).toMatchObject([
      { elevation: null },
      { elevation: null },
      { elevation: 'XXXXXX0001' },
    ])
  })
})

describe('a document that is destroyed while it is opened', () => {
  const opens = async (partnerId: string) =>
    (await api.auditOf(partnerId)).filter(({ kind }) => kind === 'open')

  /** Opens a document, which waits for the work. Returns the answer after the work. */
  async function openedDuring(opened: DocumentLink, work: (trx: Database) => Promise<unknown>) {
    let reading: ReturnType<typeof read> | undefined
    await api.db.transaction().execute(async (trx) => {
      await work(trx)
      reading = read(opened)
      await expect.poll(() => isWaitingForLock(api.db)).toBe(true)
    })
    return reading
  }

  test('by the erasure of its partner answers 404, and is not recorded as opened', async () => {
    const { partnerId, ids } = await aPartnerWith('panCardUrl')
    const answer = await openedDuring(await linkTo(ids[0] ?? ''), (trx) =>
      erasePerson(
        trx,
        { subject: 'partner', id: partnerId, reason: 'Request', by: 'command line' },
        new Date(),
      ),
    )
    expect(answer?.status).toBe(404)
    expect(await opens(partnerId)).toEqual([])
  })

  test('because its time is over answers 410, and is not recorded as opened', async () => {
    const { partnerId, ids } = await aPartnerWith('panCardUrl')
    const [id = ''] = ids
    const answer = await openedDuring(await linkTo(id), async (trx) => {
      await trx.selectFrom('document').select('id').where('id', '=', id).forUpdate().execute()
      await destroyDocuments(trx, { remove: async () => {} }, ids, { days: 30, now: new Date() })
    })
    expect(answer?.status).toBe(410)
    expect(await opens(partnerId)).toEqual([])
  })
})
