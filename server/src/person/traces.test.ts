import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { upsertPartners } from '../partner/store.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('an erasure drops the stored answers with the id, and keeps those with an id that contains it', async () => {
  const ids = ['lotus', '7', 'lotus-2', '2lotus', '72', 'LOTUS']
  // nothing but the id says whose they are
  const contact = { personalEmail: '', mobileNo: '', companyEmailId: '' }
  const partners = ids.map((id, at) =>
    // a host may use numbers as ids
    partnerJson({ _id: id === '7' ? 7 : id, ...(at < 2 && contact) }),
  )
  await upsertPartners(api.db, partners, 'import')
  const headers = await api.elevate()
  const writes = ids.map(
    (id) => [id, { ...headers, 'idempotency-key': crypto.randomUUID() }] as const,
  )
  const body = { status: 'AKYC', kycStatus: 'AKYC' }
  const statuses = async () => {
    const answers = writes.map(([id, sent]) =>
      api.call('PUT', `/partners/${id}`, { body, headers: sent }),
    )
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
  for (const id of ['lotus', '7']) {
    const erasure = { subject: 'partner', id, reason: 'Request of 24 November' }
    const { status } = await api.call('POST', '/erasures', { headers, body: erasure })
    expect(status).toBe(200)
  }
  expect(await statuses()).toEqual([403, 403, 200, 200, 200, 200])
})
