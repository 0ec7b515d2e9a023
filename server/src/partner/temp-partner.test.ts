import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const MANUAL = {
  PartnerName: 'Sana Shaikh',
  companyName: 'Shaikh Events',
  companyLocation: 'Pune',
  companyNumber: '02026123456',
  personalNumber: '9822098220',
  companyEmailId: 'office@shaikhevents.example',
}

test('POST /temp-partner stores PartnerName and personalNumber, and GET returns it by _id', async () => {
  const { status, headers, body } = await api.call('POST', '/temp-partner', { body: MANUAL })
  expect(status).toBe(201)
  expect(headers.get('etag')).toBe('"1"')
  expect(body).toEqual({ ...MANUAL, _id: expect.stringMatching(/^[0-9a-f]{24}$/), version: 1 })
  const { _id: id } = body as { _id: string }
  expect((await api.call('GET', `/temp-partner/${id}`)).body).toEqual(body)
  expect((await api.call('GET', `/partners/${id}`)).status).toBe(404)
  expect(await api.auditOf(id)).toMatchObject([
    {
      by: ADMINISTRATOR.email,
      kind: 'create',
      subject: 'tempPartner',
      subject_name: MANUAL.PartnerName,
      after: MANUAL,
    },
  ])
})

test('a name is sufficient (§5.8)', async () => {
  const body = { PartnerName: MANUAL.PartnerName }
  expect((await api.call('POST', '/temp-partner', { body })).status).toBe(201)
})

test.each(['1800 209 1234', '022-2345 6789', '+971 4 123 4567'])(
  'takes the toll-free, landline or foreign number %s',
  async (number) => {
    const body = { ...MANUAL, companyNumber: number, personalNumber: number }
    const answer = await api.call('POST', '/temp-partner', { body })
    expect(answer).toMatchObject({ status: 201, body: { personalNumber: number } })
  },
)

test.each([
  ['PartnerName', { ...MANUAL, PartnerName: undefined }],
  ['PartnerName', { ...MANUAL, PartnerName: '\t ' }],
  ['PartnerName', { ...MANUAL, PartnerName: 'x'.repeat(201) }],
  ['personalNumber', { ...MANUAL, personalNumber: '12345' }],
  ['companyNumber', { ...MANUAL, companyNumber: '1234567890123456' }],
  ['companyEmailId', { ...MANUAL, companyEmailId: 'no address' }],
  ['personalNumber', { ...MANUAL, personalNumber: 9822098220 }],
  ['companyName', { ...MANUAL, companyName: null }],
  ['_id', { ...MANUAL, _id: 'mine' }],
  ['', []],
])('answers a body with an invalid %s with 400 and its name: %j', async (field, body) => {
  const answer = await api.call('POST', '/temp-partner', { body })
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID', field } } })
})

test('answers an unknown id with 404', async () => {
  expect(await api.call('GET', '/temp-partner/none')).toMatchObject({
    status: 404,
    body: { error: { code: 'NOT_FOUND' } },
  })
})
