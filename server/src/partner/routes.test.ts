import { MAX_NAMES } from '@mandap/domain/partner/list.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { storedPartner } from '../../testing/partners.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(() => api.db.deleteFrom('partner').execute())

describe('reading partners', () => {
  test('GET /partners returns every partner as a plain list, with masked Aadhaar numbers', async () => {
    expect((await api.call('GET', '/partners')).body).toEqual([])
    const { json } = await storedPartner(api.db, { aadharNo: '2345 6789 0124' })
    const { body } = await api.call('GET', '/partners')
    expect(body).toEqual([{ ...json, aadharNo: 'XXXX XXXX 0124', version: 1 }])
  })

  test('GET /partners/{id} returns the record with its version and a masked Aadhaar number', async () => {
    const { path, json, body } = await storedPartner(api.db)
    const answer = await api.call('GET', path)
    expect(answer.body).toEqual({ ...json, aadharNo: 'XXXX XXXX 0124', version: 1 })
    expect(answer.headers.get('etag')).toBe('"1"')
    expect(await body()).toEqual({ ...json, aadharNo: 'XXXX XXXX 0124' })
  })

  test('GET /partners/{id} returns a record with the longest id', async () => {
    const { path } = await storedPartner(api.db, { _id: 'ä'.repeat(400) })
    expect((await api.call('GET', encodeURI(path))).status).toBe(200)
  })

  test.each(['GET', 'PUT'])('%s answers an unknown id with 404', async (method) => {
    const body = { status: 'AKYC', kycStatus: 'AKYC' }
    const answer = await api.call(method, '/partners/none', method === 'PUT' ? { body } : {})
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
  })

  test('GET /partner-names returns the distinct names of approved partners, in order', async () => {
    for (const given of [
      { name: 'Zoya Khan' },
      { name: 'amit' },
      { name: ' AMIT ' },
      { name: '', PartnerName: 'Bela' },
      { name: null },
      { name: 'Hidden', status: 'pending' },
    ])
      await storedPartner(api.db, { status: 'approved', ...given })
    const { body } = await api.call('GET', '/partner-names?list=approved')
    expect(body).toEqual({ data: ['amit', 'Bela', 'Zoya Khan'] })
  })

  test('GET /partner-names returns the first 20 names', async () => {
    const names = Array.from({ length: MAX_NAMES + 1 }, (_, at) => `Partner ${100 + at}`)
    for (const name of names) await storedPartner(api.db, { status: 'approved', name })
    const { body } = await api.call('GET', '/partner-names?list=approved')
    expect(body).toEqual({ data: names.slice(0, MAX_NAMES) })
  })

  test.each([
    ['list', '/partners?list=secret'],
    ['limit', '/partners?limit=9999'],
    ['after', '/partners?list=approved&after=nonsense'],
    ['skip', '/partners?list=approved&after=nonsense&skip=50'],
    ['status', '/partners?list=approval'],
    ['status', '/partners?list=approval&status=approved'],
    ['status', '/partners?list=guest&status=pending'],
    ['search', `/partners/counts?search=${'x'.repeat(501)}`],
    ['list', '/partner-names'],
  ])('answers a query with an invalid %s with 400 and its name: %s', async (field, path) => {
    const answer = await api.call('GET', path)
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID', field } } })
  })
})
