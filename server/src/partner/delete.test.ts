import type { AuditRecord } from '@mandap/contract/audit.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { DAY } from '@mandap/domain/time/days.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { storedPartner } from '../../testing/partners.ts'
import { storedDocument } from '../../testing/documents.ts'
import { isWaitingForLock } from '../../testing/lock.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { upsertBookings } from '../booking/store.ts'
import type { Database } from '../database/connection.ts'
import { personalValueAt } from '../records/personal-values.ts'
import { toStoredRecord } from '../records/stored-record.ts'
import { insertRows, lockRows } from '../records/write.ts'
import { removeDocuments } from '../document-store/remove.ts'
import { deletePartner, purgeDeletedPartners } from './delete.ts'
import { PARTNER } from './kind.ts'
import { upsertPartners } from './store.ts'

let api: Awaited<ReturnType<typeof startApi>>
let headers: { 'x-elevation': string }
beforeAll(async () => {
  api = await startApi()
  headers = await api.elevate()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.deleteFrom('partner').execute()
  await api.db.deleteFrom('deleted_partner').execute()
})

const BODY = { deletedBy: 'Super Admin' }
const GUEST = { status: 'approved', companyEmail: 'Guest', NoGST: true, aadharNo: '' }
const PENDING = { status: 'pending', NoGST: true, aadharNo: '' }
/** The lists in which these partners are. */
const GUEST_LISTS = ['approved', 'guest', 'gst', 'inProgress']
const PENDING_LISTS = ['approval&status=pending', 'gst', 'inProgress']

const remove = (path: string) => api.call('DELETE', path, { body: BODY, headers })
const restore = (path: string) => api.call('POST', `${path}/restore`, { headers })

async function deleted(given: JsonObject = {}) {
  const partner = await storedPartner(api.db, given)
  expect((await remove(partner.path)).status).toBe(200)
  return partner
}

async function page(query: string) {
  return (await api.call('GET', `/partners?${query}`)).body as { data: JsonObject[]; total: number }
}

/** Expects that each list, and a search in it, has these partners. */
async function expectLists(lists: readonly string[], ids: readonly string[]) {
  for (const list of lists)
    for (const search of ['', '&search=ananya']) {
      const { data, total } = await page(`list=${list}${search}`)
      expect([list, total, data.map(({ _id }) => _id)]).toEqual([list, ids.length, ids])
    }
}

/** Returns whether each entry of a partner can be undone, the newest entry first. */
async function restorable(id: string) {
  const { body } = await api.call('GET', `/activity?subject=partner&subjectId=${id}`)
  return (body as { data: AuditRecord[] }).data.map((entry) => entry.restorable)
}

describe('DELETE /partners/{id}', () => {
  test('removes the partner from every list, count and summary except list=deleted', async () => {
    const pending = await storedPartner(api.db, PENDING)
    await expectLists(PENDING_LISTS, [pending.id])
    await remove(pending.path)
    await expectLists(PENDING_LISTS, [])
    await api.db.deleteFrom('deleted_partner').execute()
    const { id, json, path } = await storedPartner(api.db, GUEST)
    await expectLists(GUEST_LISTS, [id])
    await remove(path)
    await expectLists(GUEST_LISTS, [])
    expect((await api.call('GET', path)).status).toBe(404)
    expect((await api.call('GET', '/partners')).body).toEqual([])
    expect((await api.call('GET', '/partner-names?list=approved')).body).toEqual({ data: [] })
    expect((await api.call('GET', '/summary')).body).toMatchObject({ partners: 0 })
    expect(await page('list=deleted')).toMatchObject({
      data: [
        {
          ...json,
          deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
          deletedBy: 'Super Admin',
          deletedByEmail: ADMINISTRATOR.email,
          version: 1,
        },
      ],
      total: 1,
    })
    expect(await page('list=deleted&search=nobody')).toMatchObject({ data: [], total: 0 })
  })

  test('records deletedBy unchanged, and the administrator of the session', async () => {
    const { id } = await deleted(GUEST)
    expect(await api.auditOf(id)).toMatchObject([
      {
        kind: 'delete',
        by: ADMINISTRATOR.email,
        subject_name: 'Ananya Iyer',
        before: { status: 'approved', companyEmail: 'Guest' },
        after: BODY,
        elevation: expect.stringMatching(/^X{6}\d{4}$/),
      },
    ])
  })

  test('keeps the partner’s name in bookings', async () => {
    const partner = await storedPartner(api.db, GUEST)
    const booking = bookingJson({ partnerId: partner.id, partnerName: 'Ananya Iyer' })
    await upsertBookings(api.db, [booking], 'import')
    await remove(partner.path)
    const { body } = await api.call('GET', `/bookings/${String(booking['_id'])}`)
    expect(body).toMatchObject({ partnerId: partner.id, partnerName: 'Ananya Iyer' })
  })

  test('answers 403 without a Super Admin grant, also for an unknown id', async () => {
    const { path, json, body } = await storedPartner(api.db)
    for (const target of [path, '/partners/none']) {
      expect(await api.call('DELETE', target, { body: BODY })).toMatchObject({
        status: 403,
        body: { error: { code: 'ELEVATION_REQUIRED' } },
      })
    }
    expect(await body()).toEqual(json)
  })

  test('answers 404 for an unknown or deleted partner', async () => {
    const { path } = await deleted()
    expect((await remove(path)).status).toBe(404)
    expect((await remove('/partners/none')).status).toBe(404)
  })

  test('answers 409 for a stale version, and keeps the partner', async () => {
    const { path, body } = await storedPartner(api.db)
    await api.call('PUT', path, { body: { status: 'AKYC', kycStatus: 'AKYC' } })
    const answer = await api.call('DELETE', path, {
      body: BODY,
      headers: { ...headers, 'if-match': '"1"' },
    })
    expect(answer).toMatchObject({ status: 409, body: { current: { status: 'AKYC' } } })
    expect(await body()).toBeDefined()
  })

  test.each([{}, { deletedBy: 'me' }])(
    'with the body %j answers 400 and names it',
    async (wrong) => {
      const { path } = await storedPartner(api.db)
      const answer = await api.call('DELETE', path, { body: wrong, headers })
      expect(answer).toMatchObject({ status: 400, body: { error: { field: 'deletedBy' } } })
    },
  )
})

describe('POST /partners/{id}/restore', () => {
  test('restores the partner unchanged, in every list', async () => {
    // the audit log stores only the beginning of such a text
    const { id, json, path, body } = await deleted({ ...GUEST, note: 'acc'.repeat(40_000) })
    const answer = await restore(path)
    expect(answer).toMatchObject({ status: 200, body: { _id: id, version: 1 } })
    expect(await body()).toEqual(json)
    await expectLists(GUEST_LISTS, [id])
    const { body: names } = await api.call('GET', '/partner-names?list=approved')
    expect(names).toEqual({ data: ['Ananya Iyer'] })
    expect(await page('list=deleted')).toMatchObject({ data: [], total: 0 })
    expect((await api.call('GET', '/summary')).body).toMatchObject({ partners: 1 })
    expect((await api.auditOf(id)).map(({ kind }) => kind)).toEqual(['delete', 'restore'])
    const pending = await deleted(PENDING)
    await restore(pending.path)
    await expectLists(['approval&status=pending'], [pending.id])
  })

  test('keeps the version, so that a stale change is still detected', async () => {
    const { path } = await storedPartner(api.db)
    await api.call('PUT', path, { body: { status: 'AKYC', kycStatus: 'AKYC' } })
    await remove(path)
    expect((await restore(path)).headers.get('etag')).toBe('"2"')
    expect((await api.call('GET', path)).body).toMatchObject({ version: 2 })
  })

  test('requires a grant and a deleted partner', async () => {
    const { path } = await deleted()
    expect((await api.call('POST', `${path}/restore`)).status).toBe(403)
    expect((await restore('/partners/none')).status).toBe(404)
    expect((await restore(path)).status).toBe(200)
    expect((await restore(path)).status).toBe(404)
  })

  test('restores once for two concurrent calls', async () => {
    const { path } = await deleted()
    const answers = await Promise.all([restore(path), restore(path), restore(path)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
  })

  test('answers 404 after 30 days', async () => {
    const { id, path } = await deleted()
    await sql`update deleted_partner set deleted_at = now() - interval '30 days'`.execute(api.db)
    expect((await restore(path)).status).toBe(404)
    expect(await restorable(id)).toEqual([false])
  })

  test('is possible for the last deletion in the audit log, until the partner is restored or erased', async () => {
    const { id, path } = await deleted()
    expect(await restorable(id)).toEqual([true])
    await restore(path)
    expect(await restorable(id)).toEqual([undefined, false])
    await remove(path)
    expect(await restorable(id)).toEqual([true, undefined, false])
    await sql`update deleted_partner set body = body || '{"erasedAt": "2026-11-27"}'`.execute(
      api.db,
    )
    expect(await restorable(id)).toEqual([false, undefined, false])
  })
})

test('an import does not restore a deleted partner', async () => {
  const { json, path } = await deleted()
  const put = await upsertPartners(api.db, [json, { ...json, name: 'Another' }], 'import')
  expect(put).toEqual({
    inserted: 0,
    changed: 0,
    same: 2,
    erased: [],
    replacedEdits: [],
    foreignMasks: [],
  })
  expect((await api.call('GET', path)).status).toBe(404)
})

describe('an import of a partner waits', () => {
  /** Imports a partner while another transaction, which has done some work, is open. `then` is the rest of that work. */
  async function importDuring(
    json: JsonObject,
    work: (trx: Database) => Promise<unknown>,
    then: (trx: Database) => Promise<unknown> = async () => {},
  ) {
    const { put } = await api.db.transaction().execute(async (trx) => {
      await work(trx)
      const waiting = upsertPartners(api.db, [json], 'import')
      await expect.poll(() => isWaitingForLock(api.db)).toBe(true)
      await then(trx)
      return { put: waiting }
    })
    return put
  }

  test('for the deletion of this partner, who stays deleted', async () => {
    const { id, json, path, body } = await storedPartner(api.db)
    const by = { by: ADMINISTRATOR.email, elevation: 'XXXXXX0001' }
    const put = await importDuring({ ...json, name: 'Another' }, (trx) =>
      deletePartner(trx, { id, version: null, ...by }),
    )
    expect(put).toMatchObject({ inserted: 0, changed: 0, same: 1 })
    expect(await body()).toBeUndefined()
    expect((await restore(path)).status).toBe(200)
    expect((await remove(path)).status).toBe(200)
  })

  test('for another import of this partner, which does not wait for it', async () => {
    const { id, json, body } = await storedPartner(api.db)
    const put = await importDuring(
      { ...json, name: 'Another' },
      (trx) => insertRows(trx, PARTNER, [toStoredRecord(PARTNER, json)], 'import'),
      (trx) => lockRows(trx, PARTNER, [id]),
    )
    expect(put).toMatchObject({ inserted: 0, changed: 1 })
    expect(await body()).toMatchObject({ name: 'Another' })
  })
})

test('deletes a partner permanently after 30 days, with their documents, and keeps the audit log', async () => {
  const old = await deleted()
  const recent = await deleted()
  await sql`update deleted_partner set deleted_at = now() - interval '10 days'
    where id = ${old.id}`.execute(api.db)
  const removed: string[] = []
  const documents = { remove: async (id: string) => void removed.push(id) }
  await storedDocument(api.db, { id: 'paper-old', partner_id: old.id })
  await storedDocument(api.db, { id: 'paper-recent', partner_id: recent.id })
  const inDays = (days: number) => new Date(Date.now() + days * DAY)
  expect(await purgeDeletedPartners(api.db, inDays(19))).toBe(0)
  const purges = await Promise.all([1, 2].map(() => purgeDeletedPartners(api.db, inDays(21))))
  expect(purges.toSorted((a, b) => a - b)).toEqual([0, 1])
  const away = { remove: () => Promise.reject(new Error('The store does not answer.')) }
  await expect(removeDocuments(api.db, away)).rejects.toThrow('does not answer')
  await removeDocuments(api.db, documents)
  expect(removed).toEqual(['paper-old'])
  expect(await personalValueAt(api.db, 'partner', old.id, 'aadharNo')).toBeUndefined()
  expect(await personalValueAt(api.db, 'partner', recent.id, 'aadharNo')).toBe('234567890124')
  const papers = await api.db.selectFrom('document').select('id').execute()
  expect(papers).toEqual([{ id: 'paper-recent' }])
  expect((await page('list=deleted')).data).toMatchObject([{ _id: recent.id }])
  expect(await api.auditOf(old.id)).toMatchObject([
    { kind: 'delete', by: ADMINISTRATOR.email },
    { kind: 'purge', by: 'Mandap', subject_name: 'Ananya Iyer' },
  ])
  const destroyed = await api.db.selectFrom('erasure').select(['kind', 'subject_id']).execute()
  expect(destroyed).toEqual([{ kind: 'purge', subject_id: old.id }])
})
