import { partnerFacts } from '@mandap/domain/partner/facts.ts'
import { approvedPartners, partnersWithWords } from '@mandap/domain/partner/list.ts'
import { byPartnerName } from '@mandap/domain/partner/order.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { all } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { putPartners } from './store.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(() => api.db.deleteFrom('partner').execute())

async function stored(given: JsonObject = {}) {
  const json = partnerJson(given)
  await putPartners(api.db, [json], 'import')
  const id = String(json['_id'])
  const body = async () =>
    (
      await api.db
        .selectFrom('partner')
        .select('body')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).body
  return { path: `/partners/${id}`, json, body }
}

describe('reading partners', () => {
  test('GET /partners answers every partner as a bare list, Aadhaar numbers masked', async () => {
    expect((await api.call('GET', '/partners')).body).toEqual([])
    const { json } = await stored({ aadharNo: '2345 6789 0124' })
    const { body } = await api.call('GET', '/partners')
    expect(body).toEqual([{ ...json, aadharNo: 'XXXX XXXX 0124', version: 1 }])
  })

  test('GET /partners/{id} answers the record with its version, the Aadhaar number masked', async () => {
    const { path, json, body } = await stored()
    const answer = await api.call('GET', path)
    expect(answer.body).toEqual({ ...json, aadharNo: 'XXXX XXXX 0124', version: 1 })
    expect(answer.headers.get('etag')).toBe('"1"')
    expect(await body()).toEqual(json)
  })

  test.each([234567890124, ['234567890124'], { number: '234567890124' }])(
    'no Aadhaar number leaves whole, whatever its type: %j',
    async (aadharNo) => {
      const { path } = await stored({ aadharNo })
      for (const call of [path, '/partners', '/partners?list=approved', '/partners?limit=5'])
        expect(JSON.stringify((await api.call('GET', call)).body)).not.toContain('23456789')
    },
  )

  test.each(['GET', 'PUT'])('%s of an unknown id answers 404', async (method) => {
    const body = { status: 'AKYC', kycStatus: 'AKYC' }
    const answer = await api.call(method, '/partners/none', method === 'PUT' ? { body } : {})
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
  })

  test('pages of approved partners with every word, by name, are those of domain', async () => {
    const names = ['Zoya', 'amit', 'Émile', 'Amit', 'Ravi Kumar', 'Kumar Ravi', 'नेहा']
    const records = Array.from({ length: 60 }, (_, place) =>
      partnerJson({
        name: names[place % names.length],
        status: place % 5 === 0 ? 'pending' : 'approved',
        companyLocation: place % 2 === 0 ? 'Pune' : 'Surat',
      }),
    )
    await putPartners(api.db, records, 'import')
    for (const search of ['', 'kumar pune', 'AMIT', 'nobody', '%']) {
      const condition = all(approvedPartners, partnersWithWords(search))
      const expected = records
        .map((record) => partnerFacts(partnerFrom(record)))
        .filter((facts) => matches(condition, facts))
        .toSorted(byPartnerName)
        .map(({ id }) => id)
      const found: unknown[] = []
      let after = ''
      let total: unknown
      do {
        const query = new URLSearchParams({
          list: 'approved',
          search,
          limit: '7',
          ...(after && { after }),
        })
        const { body } = await api.call('GET', `/partners?${query}`)
        const page = body as { data: JsonObject[]; next: string | null; total: number | null }
        found.push(...page.data.map((record) => record['_id']))
        total ??= page.total
        after = page.next ?? ''
      } while (after)
      expect(found).toEqual(expected)
      expect(total).toBe(expected.length)
    }
  })

  test('GET /partner-names answers the distinct names of approved partners, in order', async () => {
    for (const given of [
      { name: 'Zoya Khan' },
      { name: 'amit' },
      { name: ' AMIT ' },
      { name: '', PartnerName: 'Bela' },
      { name: null },
      { name: 'Hidden', status: 'pending' },
    ])
      await stored({ status: 'approved', ...given })
    const { body } = await api.call('GET', '/partner-names?list=approved')
    expect(body).toEqual({ data: ['amit', 'Bela', 'Zoya Khan'] })
  })

  test.each([
    ['list', '/partners?list=secret'],
    ['limit', '/partners?limit=9999'],
    ['after', '/partners?list=approved&after=nonsense'],
    ['list', '/partner-names'],
  ])('a query whose %s is wrong answers 400 and names it: %s', async (field, path) => {
    const answer = await api.call('GET', path)
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID', field } } })
  })
})

describe('PUT /partners/{id}', () => {
  test('writes the value to status and to the step’s own status, and records who did', async () => {
    const { path, json, body } = await stored()
    const answer = await api.call('PUT', path, { body: { status: 'AKYC', kycStatus: 'AKYC' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).toBe('"2"')
    expect(answer.body).toMatchObject({
      status: 'AKYC',
      kycStatus: 'AKYC',
      aadharNo: 'XXXX XXXX 0124',
      version: 2,
    })
    expect(await body()).toEqual({ ...json, status: 'AKYC', kycStatus: 'AKYC' })
    const activity = await api.db
      .selectFrom('activity')
      .selectAll()
      .where('subject_id', '=', String(json['_id']))
      .executeTakeFirstOrThrow()
    expect(activity).toMatchObject({
      by: ADMINISTRATOR.email,
      kind: 'update',
      before: { status: 'pending' },
      after: { status: 'AKYC', kycStatus: 'AKYC' },
    })
  })

  test('reupload and decline also write a reason', async () => {
    const { path } = await stored()
    const update = { status: 'RKYC', kycStatus: 'RKYC', reason: 'VIDEO: too dark' }
    expect((await api.call('PUT', path, { body: update })).body).toMatchObject(update)
  })

  test.each([
    [
      'a step whose previous one is open',
      {},
      { status: 'ACV', cvStatus: 'ACV' },
      'Online KYC comes first.',
    ],
    [
      'a processed step',
      { status: 'AKYC', kycStatus: 'AKYC' },
      { status: 'DKYC', kycStatus: 'DKYC', reason: 'AADHAR: unreadable' },
      /has been decided/,
    ],
    [
      'the company step of a guest',
      { companyEmail: 'Guest', status: 'AKYC', kycStatus: 'AKYC' },
      { status: 'ACV', cvStatus: 'ACV' },
      /guest/,
    ],
  ])('%s answers 403 and stays as it was', async (_title, given, update, why) => {
    const { path, json, body } = await stored(given)
    const answer = await api.call('PUT', path, { body: update })
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'STEP_CLOSED' } } })
    expect((answer.body as { error: { message: string } }).error.message).toMatch(why)
    expect(await body()).toEqual(json)
  })

  test('of two administrators who decide the same step at once, one is told that it has been', async () => {
    const { path } = await stored()
    const answers = await Promise.all([
      api.call('PUT', path, { body: { status: 'AKYC', kycStatus: 'AKYC' } }),
      api.call('PUT', path, {
        body: { status: 'DKYC', kycStatus: 'DKYC', reason: 'AADHAR: expired' },
        by: COLLEAGUE,
      }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  })

  test('a stale version answers 409 with the current record, masked', async () => {
    const { path } = await stored()
    await api.call('PUT', path, { body: { status: 'AKYC', kycStatus: 'AKYC' }, by: COLLEAGUE })
    const answer = await api.call('PUT', path, {
      body: { status: 'ACV', cvStatus: 'ACV' },
      headers: { 'if-match': '"1"' },
    })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        error: { code: 'STALE' },
        current: { version: 2, aadharNo: 'XXXX XXXX 0124' },
        changes: [{ version: 2, by: COLLEAGUE.email }],
      },
    })
  })

  test.each([
    ['status', { kycStatus: 'AKYC' }],
    ['status', { status: 'DKYC', kycStatus: 'AKYC' }],
    ['kycStatus', { status: 'AKYC' }],
    ['kycStatus', { status: 'ACV', kycStatus: 'ACV' }],
    ['kycStatus', { status: 'AKYC', kycStatus: 'AKYC', cvStatus: 'AKYC'.replace('KYC', 'CV') }],
    ['ipvStatus', { status: 'RKYC', ipvStatus: 'RKYC' }],
    ['reason', { status: 'RKYC', kycStatus: 'RKYC' }],
    ['reason', { status: 'RKYC', kycStatus: 'RKYC', reason: ' \u00a0' }],
    ['reason', { status: 'AKYC', kycStatus: 'AKYC', reason: 'fine' }],
    ['aadharNo', { status: 'AKYC', kycStatus: 'AKYC', aadharNo: 'XXXX XXXX 0124' }],
    ['', []],
  ])('a body whose %s is wrong answers 400 and names it: %j', async (field, body) => {
    const { path } = await stored()
    const answer = await api.call('PUT', path, { body })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID', field } } })
  })
})

describe('DELETE /partners/{id}', () => {
  const body = { deletedBy: 'Super Admin' }

  test('without a Super Admin grant answers 403, also for an unknown id', async () => {
    const { path, json, body: stillThere } = await stored()
    for (const target of [path, '/partners/none']) {
      expect(await api.call('DELETE', target, { body })).toMatchObject({
        status: 403,
        body: {
          error: {
            code: 'ELEVATION_REQUIRED',
            message: 'Only a Super Admin may do this. Turn Super Admin on, then try again.',
          },
        },
      })
    }
    expect(await stillThere()).toEqual(json)
  })

  test.each([
    ['deletedBy', {}],
    ['deletedBy', { deletedBy: 'me' }],
  ])('a body whose %s is wrong answers 400 and names it: %j', async (field, wrong) => {
    const { path } = await stored()
    const answer = await api.call('DELETE', path, { body: wrong })
    expect(answer).toMatchObject({ status: 400, body: { error: { field } } })
  })
})

describe('with a Super Admin grant', () => {
  let headers: { 'x-elevation': string }
  beforeAll(async () => {
    headers = await api.elevate()
  })

  test('DELETE removes the partner and records it whole', async () => {
    const { path, json } = await stored()
    const sent = { headers, body: { deletedBy: 'Super Admin' } }
    const answer = await api.call('DELETE', path, sent)
    expect(answer).toMatchObject({ status: 200, body: { aadharNo: 'XXXX XXXX 0124' } })
    expect((await api.call('GET', path)).status).toBe(404)
    const activity = await api.db
      .selectFrom('activity')
      .selectAll()
      .where('subject_id', '=', String(json['_id']))
      .executeTakeFirstOrThrow()
    expect(activity).toMatchObject({ kind: 'delete', before: json, after: {}, version: 1 })
    expect((await api.call('DELETE', path, sent)).status).toBe(404)
  })

  test('PUT decides a processed step again', async () => {
    const { path } = await stored({ status: 'AKYC', kycStatus: 'AKYC' })
    const body = { status: 'DKYC', kycStatus: 'DKYC', reason: 'AADHAR: expired' }
    expect(await api.call('PUT', path, { headers, body })).toMatchObject({ status: 200, body })
  })
})
