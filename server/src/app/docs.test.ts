import type { Call } from '@mandap/contract/call.ts'
import { CALLS } from '@mandap/contract/calls.ts'
import { openApiDocument } from '@mandap/contract/openapi.ts'
import { bookingJson, userJson } from '@mandap/domain/testing/builders.ts'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { storedPartner } from '../../testing/partners.ts'
import { UPLOAD_KEY, uploadSample } from '../../testing/upload.ts'
import { upsertBookings } from '../booking/store.ts'
import { upsertTempPartners } from '../partner/store.ts'
import { upsertUsers } from '../user/store.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi({ UPLOAD_API_KEY: UPLOAD_KEY })
})
afterAll(() => api.close())

test('/docs opens without a session, and runs only our own scripts', async () => {
  const page = await fetch(`${api.url}/docs`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('swagger-ui')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/unsafe-eval|script-src|https?:/)
})

test('/docs/json is the contract as OpenAPI 3.1', async () => {
  const document: unknown = await (await fetch(`${api.url}/docs/json`)).json()
  const { paths, openapi } = JSON.parse(JSON.stringify(openApiDocument('any'))) as {
    paths: unknown
    openapi: string
  }
  expect(openapi).toBe('3.1.0')
  expect(document).toMatchObject({ openapi, paths })
})

describe('what the server answers is what the contract says', () => {
  const DAY = 'today=2026-11-21&timeZone=Asia/Kolkata'
  const ids: Record<
    'booking' | 'partner' | 'approvedName' | 'deleted' | 'user' | 'tempPartner' | 'document',
    string
  > = {
    booking: '',
    partner: '',
    approvedName: '',
    deleted: '',
    user: '',
    tempPartner: '',
    document: '',
  }
  type Of = keyof typeof ids

  beforeAll(async () => {
    const [partner, deleted] = [await storedPartner(api.db), await storedPartner(api.db)]
    const approvedName = 'Zara Kapoor'
    await storedPartner(api.db, { status: 'approved', name: approvedName })
    const user = userJson()
    const booking = bookingJson({ userId: user['_id'], partnerId: partner.id })
    await upsertUsers(api.db, [user], 'import')
    await upsertBookings(api.db, [booking], 'import')
    await upsertTempPartners(api.db, [{ _id: 'by-hand', PartnerName: 'Sana Shaikh' }], 'import')
    const { id: document } = await uploadSample(api.url, partner.id)
    const headers = await api.elevate()
    const body = { deletedBy: 'Super Admin' }
    await api.call('DELETE', deleted.path, { headers, body })
    Object.assign(ids, {
      booking: booking['_id'],
      partner: partner.id,
      approvedName,
      deleted: deleted.id,
      user: user['_id'],
      tempPartner: 'by-hand',
      document,
    })
  })

  test.each<[keyof typeof CALLS, string, Of?]>([
    ['GET /session', ''],
    ['GET /session/storage-key', ''],
    ['GET /account', ''],
    ['GET /elevation', ''],
    ['GET /summary', ''],
    ['GET /totals', `?${DAY}`],
    ['GET /bookings', '', 'booking'],
    ['GET /bookings', '?limit=5', 'booking'],
    ['GET /bookings', `?tab=booked&${DAY}`, 'booking'],
    ['GET /bookings/{id}', '', 'booking'],
    ['GET /users', '?limit=5', 'user'],
    ['GET /user/all', '', 'user'],
    ['GET /user/{id}', '', 'user'],
    ['GET /user/{id}/booking-counts', `?${DAY}`, 'user'],
    ['GET /partners', '', 'partner'],
    ['GET /partners', '?limit=5', 'partner'],
    ['GET /partners', '?list=deleted', 'deleted'],
    ['GET /partners/counts', ''],
    ['GET /partner-names', '?list=approved', 'approvedName'],
    ['GET /partners/{id}', '', 'partner'],
    ['GET /temp-partner/{id}', '', 'tempPartner'],
    ['GET /documents/{id}/link', '', 'document'],
    ['GET /search', '?text=Ananya', 'partner'],
    ['GET /activity', '?limit=5', 'deleted'],
    ['GET /activity/people', ''],
    ['GET /health', ''],
    ['GET /health/ready', ''],
  ])('%s %s', async (key, query, of) => {
    const id = of ? ids[of] : ''
    const path = key.replace('GET ', '').replace('{id}', id)
    const { status, body } = await api.call('GET', path + query)
    expect(status).toBe(200)
    // an empty list would fit every schema
    const shownId = key.endsWith('/booking-counts') ? '' : id
    expect(JSON.stringify(body)).toContain(shownId)
    const { schema = Type.Never() } = (CALLS[key] as Call).answers[200] ?? {}
    expect(Compile(schema).Errors(body)).toEqual([])
  })
})
