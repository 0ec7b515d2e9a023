import type { Transport, TransportRequest } from '@mandap/client/transport.ts'
import { DEMONSTRATION_NUMBERS } from '@mandap/demo/account.ts'
import { SAMPLE_FILES } from '@mandap/demo/document.ts'
import { demoCounts } from '@mandap/demo/generate.ts'
import { DOCUMENT_FIELDS } from '@mandap/domain/verification/upload.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { expect, test } from 'vitest'
import { createDemonstration } from './demo-adapter.ts'
import { DEMO_TOKEN } from './demo-identity.ts'

const today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const samples = 'https://demo.example/samples'

function create(token = DEMO_TOKEN): Transport {
  return createDemonstration({ today, samples })({
    person: () => '',
    token: async () => token,
    onUnauthorised() {},
  })
}

/** The demonstration of the tests that only read it. */
const shared = create()

async function bodyOf<T>(request: TransportRequest, adapter = shared): Promise<T> {
  return (await adapter.send(request)).body as T
}

test('has the records of a first start', async () => {
  const { users, bookings, partners } = demoCounts()
  expect(await bodyOf({ key: 'GET /summary' })).toMatchObject({
    users,
    bookings,
    partners,
    failed: [],
  })
})

test('rejects any session except that of its own sign-in', async () => {
  await expect(create('another').send({ key: 'GET /partners' })).rejects.toMatchObject({
    kind: 'unauthorised',
  })
})

test('has the URL of a sample for each document of a partner', async () => {
  const partners = await bodyOf<JsonObject[]>({ key: 'GET /partners' })
  const addresses = partners.flatMap((partner) =>
    DOCUMENT_FIELDS.flatMap((field) => (Object.hasOwn(partner, field) ? [partner[field]] : [])),
  )
  expect(addresses.length).toBeGreaterThan(500)
  expect(new Set(addresses)).toEqual(new Set(SAMPLE_FILES.map((file) => `${samples}/${file}`)))
})

test('keeps deletions and decisions until it is created again', async () => {
  const list = { key: 'GET /partners', query: { list: 'approval', status: 'pending' } } as const
  const adapter = create()
  const before = await bodyOf<{ total: number; data: JsonObject[] }>(list, adapter)
  const [first, second] = before.data
  const body = { deletedBy: 'Super Admin' }
  await adapter.send({ key: 'DELETE /partners/{id}', params: { id: String(first?.['_id']) }, body })
  await adapter.send({
    key: 'PUT /partners/{id}',
    params: { id: String(second?.['_id']) },
    body: { status: 'AKYC', kycStatus: 'AKYC' },
  })
  adapter.refresh()
  expect(await bodyOf(list, adapter)).toMatchObject({ total: before.total - 2 })
  expect(await bodyOf(list, create())).toMatchObject({ total: before.total })
})

test('answers the OTP, because no SMS is sent', async () => {
  const [numbers] = DEMONSTRATION_NUMBERS
  expect(await bodyOf({ key: 'POST /otp/sms', body: { numbers } })).toMatchObject({
    status: 'OK',
    data: { otp: expect.stringMatching(/^\d{6}$/) },
  })
})
