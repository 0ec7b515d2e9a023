import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { storedPartner } from '../../testing/partners.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { personalValueAt } from '../records/personal-values.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const APPROVE = { status: 'AKYC', kycStatus: 'AKYC' }
const DECLINE = { status: 'DKYC', kycStatus: 'DKYC', reason: 'AADHAR: expired' }

const stored = (given: JsonObject = {}) => storedPartner(api.db, given)

describe('a decision', () => {
  test('writes the value to the status and to the step’s status, and records who decided', async () => {
    const { id, path, json, body } = await stored()
    const answer = await api.call('PUT', path, { body: APPROVE })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).toBe('"2"')
    expect(answer.body).toMatchObject({ ...APPROVE, aadharNo: 'XXXX XXXX 0124', version: 2 })
    expect(await body()).toEqual({ ...json, ...APPROVE })
    expect(await api.auditOf(id)).toMatchObject([
      {
        by: ADMINISTRATOR.email,
        kind: 'decide',
        subject: 'partner',
        subject_name: 'Ananya Iyer',
        version: 2,
        before: { status: 'pending' },
        after: APPROVE,
        reason: null,
        elevation: null,
      },
    ])
  })

  test('with an Aadhaar number in its reason stores and records the reason masked', async () => {
    const { id, path, body } = await stored()
    const reason = 'AADHAR: 2345 6789 0124 is of somebody else'
    const update = { status: 'DKYC', kycStatus: 'DKYC', reason }
    const masked = 'AADHAR: XXXX XXXX 0124 is of somebody else'
    expect((await api.call('PUT', path, { body: update })).body).toMatchObject({ reason: masked })
    expect(await body()).toMatchObject({ reason: masked })
    const entries = await api.auditOf(id)
    expect(entries).toMatchObject([{ reason: masked, after: { reason: masked } }])
    expect(JSON.stringify(entries)).not.toContain('2345 6789')
    expect(await personalValueAt(api.db, 'partner', id, 'reason')).toBe(reason)
  })

  test('to re-upload or decline also writes a reason', async () => {
    const { id, path } = await stored()
    const update = { status: 'RKYC', kycStatus: 'RKYC', reason: 'AADHAR,VIDEO: too dark' }
    expect((await api.call('PUT', path, { body: update })).body).toMatchObject(update)
    expect(await api.auditOf(id)).toMatchObject([{ reason: update.reason, after: update }])
  })

  test('of a Super Admin with another reason alone records the step and the action too', async () => {
    const { id, path } = await stored()
    const asked = { status: 'RKYC', kycStatus: 'RKYC', reason: 'VIDEO: too dark' }
    await api.call('PUT', path, { body: asked })
    const body = { ...asked, reason: 'VIDEO: no sound' }
    await api.call('PUT', path, { body, headers: await api.elevate() })
    const [, again] = await api.auditOf(id)
    expect(again).toMatchObject({ kind: 'decide', before: { reason: asked.reason }, after: body })
  })

  test('leads from pending to approved without a Super Admin if the steps are decided in order', async () => {
    const { path, body } = await stored()
    for (const step of [
      APPROVE,
      { status: 'ACV', cvStatus: 'ACV' },
      { status: 'approved', ipvStatus: 'approved' },
    ])
      expect((await api.call('PUT', path, { body: step })).status).toBe(200)
    expect(await body()).toMatchObject({
      status: 'approved',
      kycStatus: 'AKYC',
      cvStatus: 'ACV',
      ipvStatus: 'approved',
    })
  })

  test('on a guest needs two steps', async () => {
    const { path, body } = await stored({ companyEmail: 'Guest' })
    await api.call('PUT', path, { body: APPROVE })
    await api.call('PUT', path, { body: { status: 'approved', ipvStatus: 'approved' } })
    expect(await body()).toMatchObject({ status: 'approved', ipvStatus: 'approved' })
  })

  test.each([
    ['status', { kycStatus: 'AKYC' }],
    ['status', { status: 'DKYC', kycStatus: 'AKYC' }],
    ['kycStatus', { status: 'AKYC' }],
    ['kycStatus', { status: 'ACV', kycStatus: 'ACV' }],
    ['kycStatus', { ...APPROVE, cvStatus: 'ACV' }],
    ['ipvStatus', { status: 'RKYC', ipvStatus: 'RKYC' }],
    ['reason', { status: 'RKYC', kycStatus: 'RKYC' }],
    ['reason', { status: 'RKYC', kycStatus: 'RKYC', reason: ' \u00a0' }],
    ['reason', { status: 'RKYC', kycStatus: 'RKYC', reason: 'VIDEO: ' }],
    ['reason', { status: 'RKYC', kycStatus: 'RKYC', reason: 'too dark' }],
    ['reason', { status: 'RKYC', kycStatus: 'RKYC', reason: 'GST: too dark' }],
    ['reason', { ...APPROVE, reason: 'fine' }],
    ['aadharNo', { ...APPROVE, aadharNo: 'XXXX XXXX 0124' }],
    ['', []],
  ])('with an invalid %s is answered with 400 and its name: %j', async (field, body) => {
    const { path } = await stored()
    const answer = await api.call('PUT', path, { body })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID', field } } })
  })
})

/** The answers of a step without and with a grant. */
const CLOSED = [
  ['a step out of order', {}, { status: 'ACV', cvStatus: 'ACV' }, 'Decide Online KYC first.'],
  ['a decided step', APPROVE, DECLINE, /is already decided/],
  [
    'a step whose previous one was declined',
    { status: 'DKYC', kycStatus: 'DKYC' },
    { status: 'ACV', cvStatus: 'ACV' },
    'Online KYC was declined.',
  ],
] as const

describe('without a Super Admin grant', () => {
  test.each(CLOSED)(
    '%s is answered with 403 and stays unchanged',
    async (_title, given, update, why) => {
      const { id, path, json, body } = await stored(given)
      const answer = await api.call('PUT', path, { body: update })
      expect(answer).toMatchObject({
        status: 403,
        body: { error: { code: 'ELEVATION_REQUIRED', message: expect.stringMatching(why) } },
      })
      expect(await body()).toEqual(json)
      expect(await api.auditOf(id)).toEqual([])
    },
  )

  test('the grant of another administrator is ignored', async () => {
    const { path } = await stored(APPROVE)
    const headers = await api.elevate(COLLEAGUE)
    expect((await api.call('PUT', path, { body: DECLINE, headers })).status).toBe(403)
  })

  test('an ended grant is ignored', async () => {
    const { path } = await stored(APPROVE)
    const headers = await api.elevate()
    expect((await api.request('DELETE', '/elevation', { headers })).status).toBe(204)
    expect((await api.call('PUT', path, { body: DECLINE, headers })).body).toMatchObject({
      error: { code: 'ELEVATION_REQUIRED' },
    })
  })
})

describe('with a Super Admin grant', () => {
  test.each(CLOSED)('%s is decided, and recorded as an override', async (_title, given, update) => {
    const { id, path, body } = await stored(given)
    const headers = await api.elevate()
    expect((await api.call('PUT', path, { body: update, headers })).status).toBe(200)
    expect(await body()).toMatchObject(update)
    expect(await api.auditOf(id)).toMatchObject([
      { kind: 'decide', by: ADMINISTRATOR.email, elevation: expect.stringMatching(/^X{6}\d{4}$/) },
    ])
  })

  test('a decision that needs no grant is recorded as an ordinary one', async () => {
    const { id, path } = await stored()
    await api.call('PUT', path, { body: APPROVE, headers: await api.elevate() })
    expect(await api.auditOf(id)).toMatchObject([{ elevation: null }])
  })

  test('the company step of a guest stays closed', async () => {
    const { path } = await stored({ ...APPROVE, companyEmail: 'Guest' })
    const body = { status: 'ACV', cvStatus: 'ACV' }
    expect(await api.call('PUT', path, { body, headers: await api.elevate() })).toMatchObject({
      status: 403,
      body: { error: { code: 'STEP_CLOSED', message: expect.stringMatching(/guest/) } },
    })
  })
})

describe('two administrators who decide at once', () => {
  test('the first one succeeds, and the other receives 409 with the decision', async () => {
    const headers = { 'if-match': '"1"' }
    for (let round = 0; round < 10; round += 1) {
      const { id, path, body } = await stored()
      const answers = await Promise.all([
        api.call('PUT', path, { body: APPROVE, headers }),
        api.call('PUT', path, { body: DECLINE, headers, by: COLLEAGUE }),
      ])
      const won = answers.find(({ status }) => status === 200)
      const lost = answers.find(({ status }) => status === 409)
      const { status, version } = (won?.body ?? {}) as JsonObject
      expect(version).toBe(2)
      expect(lost?.body).toMatchObject({
        error: { code: 'STALE' },
        current: { version: 2, status, aadharNo: 'XXXX XXXX 0124' },
        changes: [
          {
            version: 2,
            by: status === 'AKYC' ? ADMINISTRATOR.email : COLLEAGUE.email,
            fields: expect.arrayContaining([{ field: 'status', before: 'pending', after: status }]),
          },
        ],
      })
      expect(await body()).toMatchObject({ status, kycStatus: status })
      expect(await api.auditOf(id)).toHaveLength(1)
    }
  })

  test('without versions, the other learns that the step has been decided', async () => {
    const { path } = await stored()
    const answers = await Promise.all([
      api.call('PUT', path, { body: APPROVE }),
      api.call('PUT', path, { body: DECLINE, by: COLLEAGUE }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  })
})
