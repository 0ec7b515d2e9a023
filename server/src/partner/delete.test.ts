import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { storedPartner } from '../../testing/partners.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { putBookings } from '../booking/store.ts'
import { purgeDeletedPartners } from './delete.ts'
import { putPartners } from './store.ts'

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

describe('DELETE /partners/{id}', () => {
  test('takes the partner out of every list, count and summary but list=deleted', async () => {
    const { json, path } = await deleted(GUEST)
    expect((await api.call('GET', path)).status).toBe(404)
    expect((await api.call('GET', '/partners')).body).toEqual([])
    for (const list of ['approved', 'guest', 'gst', 'inProgress', 'approval&status=pending'])
      for (const search of ['', '&search=ananya'])
        expect(await page(`list=${list}${search}`)).toEqual({ data: [], next: null, total: 0 })
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

  test('records deletedBy to the letter, and who it was from the session', async () => {
    const { id } = await deleted(GUEST)
    expect(await api.activityOf(id)).toMatchObject([
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

  test('leaves bookings their partner’s name', async () => {
    const partner = await storedPartner(api.db, GUEST)
    const booking = bookingJson({ partnerId: partner.id, partnerName: 'Ananya Iyer' })
    await putBookings(api.db, [booking], 'import')
    await remove(partner.path)
    const { body } = await api.call('GET', `/bookings/${String(booking['_id'])}`)
    expect(body).toMatchObject({ partnerId: partner.id, partnerName: 'Ananya Iyer' })
  })

  test('without a Super Admin grant answers 403, also for an unknown id', async () => {
    const { path, json, body } = await storedPartner(api.db)
    for (const target of [path, '/partners/none']) {
      expect(await api.call('DELETE', target, { body: BODY })).toMatchObject({
        status: 403,
        body: { error: { code: 'ELEVATION_REQUIRED' } },
      })
    }
    expect(await body()).toEqual(json)
  })

  test('of a partner who is not there, or no more, answers 404', async () => {
    const { path } = await deleted()
    expect((await remove(path)).status).toBe(404)
    expect((await remove('/partners/none')).status).toBe(404)
  })

  test('of a partner who was changed meanwhile answers 409, and they stay', async () => {
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
  test('brings the partner back as they were, into every list', async () => {
    // the trail keeps only the beginning of such a text
    const { id, json, path, body } = await deleted({ ...GUEST, note: 'acc'.repeat(40_000) })
    const answer = await restore(path)
    expect(answer).toMatchObject({ status: 200, body: { _id: id, version: 1 } })
    expect(await body()).toEqual(json)
    expect(await page('list=guest')).toMatchObject({ data: [{ _id: id }], total: 1 })
    expect(await page('list=deleted')).toMatchObject({ data: [], total: 0 })
    expect((await api.call('GET', '/summary')).body).toMatchObject({ partners: 1 })
    expect((await api.activityOf(id)).map(({ kind }) => kind)).toEqual(['delete', 'restore'])
  })

  test('keeps the version, so that a change made before is still told', async () => {
    const { path } = await storedPartner(api.db)
    await api.call('PUT', path, { body: { status: 'AKYC', kycStatus: 'AKYC' } })
    await remove(path)
    expect((await restore(path)).headers.get('etag')).toBe('"2"')
    expect((await api.call('GET', path)).body).toMatchObject({ version: 2 })
  })

  test('needs a grant, and a deleted partner', async () => {
    const { path } = await deleted()
    expect((await api.call('POST', `${path}/restore`)).status).toBe(403)
    expect((await restore('/partners/none')).status).toBe(404)
    expect((await restore(path)).status).toBe(200)
    expect((await restore(path)).status).toBe(404)
  })

  test('of two at once, one restores', async () => {
    const { path } = await deleted()
    const answers = await Promise.all([restore(path), restore(path), restore(path)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
  })

  test('after 30 days comes too late', async () => {
    const { path } = await deleted()
    await sql`update deleted_partner set deleted_at = now() - interval '30 days'`.execute(api.db)
    expect((await restore(path)).status).toBe(404)
  })
})

test('an import does not bring a deleted partner back', async () => {
  const { json, path } = await deleted()
  const put = await putPartners(api.db, [json, { ...json, name: 'Another' }], 'import')
  expect(put).toEqual({ inserted: 0, changed: 0, same: 2 })
  expect((await api.call('GET', path)).status).toBe(404)
})

function addDocument(id: string, partnerId: string) {
  return api.db
    .insertInto('document')
    .values({
      id,
      partner_id: partnerId,
      kind: 'videoUrl',
      name: 'video.mp4',
      type: 'video/mp4',
      size: 1,
      sha256: Buffer.alloc(32),
      created_by: 'test',
    })
    .execute()
}

test('after 30 days a deleted partner is removed for good with their papers, and the trail stays', async () => {
  const DAY = 86_400_000
  const old = await deleted()
  const recent = await deleted()
  await sql`update deleted_partner set deleted_at = now() - interval '10 days'
    where id = ${old.id}`.execute(api.db)
  const removed: string[] = []
  const documents = { remove: async (id: string) => void removed.push(id) }
  await addDocument('paper-old', old.id)
  await addDocument('paper-recent', recent.id)
  const inDays = (days: number) => new Date(Date.now() + days * DAY)
  expect(await purgeDeletedPartners(api.db, documents, inDays(19))).toBe(0)
  const away = { remove: () => Promise.reject(new Error('The store is away.')) }
  await expect(purgeDeletedPartners(api.db, away, inDays(21))).rejects.toThrow('away')
  const purges = await Promise.all(
    [1, 2].map(() => purgeDeletedPartners(api.db, documents, inDays(21))),
  )
  expect(purges.toSorted((a, b) => a - b)).toEqual([0, 1])
  expect(removed).toEqual(['paper-old'])
  const papers = await api.db.selectFrom('document').select('id').execute()
  expect(papers).toEqual([{ id: 'paper-recent' }])
  expect((await page('list=deleted')).data).toMatchObject([{ _id: recent.id }])
  expect(await api.activityOf(old.id)).toMatchObject([
    { kind: 'delete', by: ADMINISTRATOR.email },
    { kind: 'purge', by: 'Mandap', subject_name: 'Ananya Iyer' },
  ])
})
