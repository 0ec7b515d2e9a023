import { maskPersonalNumbers } from '@mandap/domain/partner/personal-record.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { storedPartner } from '../../testing/partners.ts'
import { ADMINISTRATOR, startServer } from '../../testing/server.ts'
import { upsertBookings } from '../booking/store.ts'
import { personalValueAt } from '../records/personal-values.ts'
import { upsertPartners } from './store.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const NUMBERS = {
  aadharNo: '2345 6789 0124',
  panNo: 'ABCDE1234F',
  bank: { accountNumber: '50100123456789', ifsc: 'SBIN0001234' },
}
const MASKED = {
  aadharNo: 'XXXX XXXX 0124',
  panNo: 'ABXXXXX34F',
  bank: { accountNumber: 'XXXXXX6789', ifsc: 'SBIN0001234' },
}
/** Numbers that no response may contain. */
const SECRET = /2345 ?6789|CDE12|50100123/

describe('Aadhaar, PAN and bank numbers are masked', () => {
  test('in a record, the plain list, every page and search, and the deleted partners', async () => {
    const { id, path } = await storedPartner(api.db, { ...NUMBERS, status: 'approved' })
    for (const call of [path, '/partners', '/partners?list=approved', '/partners?search=ananya']) {
      const { body } = await api.call('GET', call)
      expect(JSON.stringify(body)).not.toMatch(SECRET)
      expect(JSON.stringify(body)).toContain(MASKED.bank.accountNumber)
    }
    const headers = await api.elevate()
    await api.call('DELETE', path, { body: { deletedBy: 'Super Admin' }, headers })
    const { body } = await api.call('GET', '/partners?list=deleted')
    expect(body).toMatchObject({ data: [{ _id: id, ...MASKED }] })
    expect((await api.call('POST', `${path}/restore`, { headers })).body).toMatchObject(MASKED)
  })

  test('in the response to a decision, in a 409, and in the audit log', async () => {
    const { id, json, path } = await storedPartner(api.db, NUMBERS)
    await upsertPartners(api.db, [{ ...json, ...NUMBERS, aadharNo: '9999 6789 0124' }], 'import')
    const body = { status: 'AKYC', kycStatus: 'AKYC' }
    const stale = await api.call('PUT', path, { body, headers: { 'if-match': '"1"' } })
    expect(stale).toMatchObject({
      status: 409,
      body: {
        current: MASKED,
        changes: [
          { fields: [{ field: 'aadharNo', before: MASKED.aadharNo, after: MASKED.aadharNo }] },
        ],
      },
    })
    expect((await api.call('PUT', path, { body })).body).toMatchObject(MASKED)
    const entries = await api.call('GET', `/activity?subject=partner&subjectId=${id}`)
    expect(JSON.stringify([stale.body, entries.body])).not.toMatch(/6789 ?0124/)
    expect(JSON.stringify(await api.auditOf(id))).not.toMatch(/6789 ?0124/)
  })

  test('in bookings too', async () => {
    const booking = bookingJson({ numberId: 'MB77', payment: { cardNumber: '4111111111111111' } })
    await upsertBookings(api.db, [booking], 'import')
    const path = `/bookings/${String(booking['_id'])}`
    for (const call of [path, '/bookings', '/bookings?numberId=MB77', '/bookings?limit=5']) {
      const { body } = await api.call('GET', call)
      expect(JSON.stringify(body)).toContain('"cardNumber":"XXXXXX1111"')
    }
  })

  test.each([234567890124, ['234567890124'], { number: '234567890124' }])(
    'with a value of any type: %j',
    async (aadharNo) => {
      const { id, path } = await storedPartner(api.db, { aadharNo, status: 'approved' })
      for (const call of [path, '/partners', '/partners?list=approved', '/partners?limit=200']) {
        const body = JSON.stringify((await api.call('GET', call)).body)
        expect(body).toContain(id)
        expect(body).not.toContain('23456789')
      }
    },
  )
})

describe('a masked number that is sent back', () => {
  async function paidBooking() {
    const json = bookingJson({ payment: { cardNumber: '4111111111111111', method: 'card' } })
    await upsertBookings(api.db, [json], 'import')
    const path = `/bookings/${String(json['_id'])}`
    const id = String(json['_id'])
    const stored = () =>
      api.db.selectFrom('booking').select('body').where('id', '=', id).executeTakeFirstOrThrow()
    const number = () => personalValueAt(api.db, 'booking', id, 'payment.cardNumber')
    return { json: maskPersonalNumbers(json), path, stored, number }
  }

  test('in a whole booking keeps the stored number (§7)', async () => {
    const { json, path, stored, number } = await paidBooking()
    const { body } = await api.call('GET', path)
    const swapped = { ...(body as object), partnerName: 'Zoya Khan' }
    expect((await api.call('PATCH', path, { body: swapped })).status).toBe(200)
    expect((await stored()).body).toEqual({ ...json, partnerName: 'Zoya Khan' })
    expect(await number()).toBe('4111111111111111')
  })

  test('is answered with 400 and the field if it masks another number', async () => {
    const { json, path, stored, number } = await paidBooking()
    const body = { payment: { cardNumber: 'XXXXXX9999', method: 'card' } }
    expect(await api.call('PATCH', path, { body })).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID', field: 'payment.cardNumber' } },
    })
    expect((await stored()).body).toEqual(json)
    expect(await number()).toBe('4111111111111111')
  })

  test('in an import keeps the stored number', async () => {
    const { id, json, body } = await storedPartner(api.db, NUMBERS)
    const put = await upsertPartners(api.db, [{ ...json, ...MASKED, name: 'Another' }], 'import')
    expect(put).toMatchObject({ changed: 1 })
    expect(await body()).toEqual({ ...json, name: 'Another' })
    expect(await personalValueAt(api.db, 'partner', id, 'aadharNo')).toBe(NUMBERS.aadharNo)
  })
})

describe('POST /partners/{id}/reveal', () => {
  test.each([
    ['aadharNo', '2345 6789 0124'],
    ['panNo', 'ABCDE1234F'],
    ['bank.accountNumber', '50100123456789'],
  ])('returns %s in full, and records who saw it', async (field, value) => {
    const { id, path } = await storedPartner(api.db, NUMBERS)
    const answer = await api.call('POST', `${path}/reveal`, { body: { field } })
    expect(answer).toMatchObject({ status: 200, body: { data: { value } } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const entries = await api.auditOf(id)
    expect(entries).toMatchObject([{ kind: 'reveal', by: ADMINISTRATOR.email, after: { field } }])
    expect(JSON.stringify(entries)).not.toContain(value)
  })

  test.each([
    [400, 'field', 'mobileNo'],
    [400, 'field', 'aadharUrl'],
    [404, 'field', 'panNumber'],
    [404, 'field', 'aadharNo.__proto__'],
  ])('answers %d with the field %s for %s', async (status, field, name) => {
    const { id, path } = await storedPartner(api.db, NUMBERS)
    const answer = await api.call('POST', `${path}/reveal`, { body: { field: name } })
    expect(answer).toMatchObject({ status, body: { error: { field } } })
    expect(await api.auditOf(id)).toEqual([])
  })

  test('answers 404 for an unknown or deleted partner', async () => {
    const body = { field: 'aadharNo' }
    expect((await api.call('POST', '/partners/none/reveal', { body })).status).toBe(404)
    const { path } = await storedPartner(api.db)
    const headers = await api.elevate()
    await api.call('DELETE', path, { body: { deletedBy: 'Super Admin' }, headers })
    expect((await api.call('POST', `${path}/reveal`, { body })).status).toBe(404)
  })
})

test('a number of which only the mask is stored is returned masked, and not recorded', async () => {
  const { id, path } = await storedPartner(api.db, { aadharNo: 'XXXX XXXX 0124' })
  const answer = await api.call('POST', `${path}/reveal`, { body: { field: 'aadharNo' } })
  expect(answer.body).toEqual({ data: { value: 'XXXX XXXX 0124' } })
  expect(await api.auditOf(id)).toEqual([])
})

describe('without the encryption key', () => {
  let keyless: Awaited<ReturnType<typeof startServer>>
  let authorization: string
  beforeAll(async () => {
    const env = { ENCRYPTION_KEY_FILE: '/nowhere/encryption.key' }
    keyless = await startServer(api.databaseUrl, env)
    // signing a token needs the key too
    authorization = `Bearer ${api.tokenOf(ADMINISTRATOR)}`
  })
  afterAll(() => keyless.close())

  async function call(method: string, path: string, body?: object) {
    const headers = { authorization, 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(keyless.url + path, init)
    return { status: answer.status, body: (await answer.json()) as unknown }
  }

  const refusal = {
    status: 503,
    body: {
      error: {
        code: 'ENCRYPTION_KEY_UNAVAILABLE',
        message: expect.stringContaining('check ENCRYPTION_KEY_FILE'),
      },
    },
  }

  test('a reveal answers 503 with the name of the setting, and records nothing', async () => {
    const { id, path } = await storedPartner(api.db, NUMBERS)
    expect(await call('POST', `${path}/reveal`, { field: 'aadharNo' })).toEqual(refusal)
    expect(await api.auditOf(id)).toEqual([])
  })

  test('a write with a new number answers 503 and changes nothing; other calls work', async () => {
    const { path, json, body } = await storedPartner(api.db, NUMBERS)
    const update = { status: 'DKYC', kycStatus: 'DKYC', reason: 'AADHAR: 2345 6789 0124' }
    expect(await call('PUT', path, update)).toEqual(refusal)
    expect(await body()).toEqual(json)
    expect(await call('PUT', path, { ...update, reason: 'AADHAR: dark' })).toMatchObject({
      status: 200,
    })
    expect(await call('GET', path)).toMatchObject({ status: 200, body: MASKED })
  })
})

describe('beyond NUMBERS_PER_HOUR', () => {
  let limited: Awaited<ReturnType<typeof startApi>>
  beforeAll(async () => {
    limited = await startApi({ NUMBERS_PER_HOUR: '2' })
  })
  afterAll(() => limited.close())

  test('numbers are shown to Super Admins only, until the hour is over', async () => {
    const { id, path } = await storedPartner(limited.db, NUMBERS)
    const reveal = (field: string, headers = {}, by = ADMINISTRATOR) =>
      limited.call('POST', `${path}/reveal`, { body: { field }, headers, by })
    // a number that does not exist does not count
    expect((await reveal('cardNo')).status).toBe(404)
    expect((await reveal('aadharNo')).status).toBe(200)
    expect((await reveal('aadharNo')).status).toBe(200)
    const refused = await reveal('panNo')
    expect(refused).toMatchObject({
      status: 403,
      body: {
        error: {
          code: 'LIMIT_REACHED',
          message:
            'You have shown 2 personal numbers within an hour, which is the limit. Continue in 60 minutes, or turn Super Admin on to continue now.',
        },
      },
    })
    expect(await limited.auditOf(id)).toHaveLength(2)
    expect((await reveal('panNo', {}, COLLEAGUE)).status).toBe(200)

    const attempts = await limited.db.selectFrom('attempt').selectAll().execute()
    const headers = await limited.elevate()
    await limited.db.insertInto('attempt').values(attempts).execute()
    expect((await reveal('panNo', headers)).body).toEqual({ data: { value: NUMBERS.panNo } })
    expect((await limited.auditOf(id)).at(-1)).toMatchObject({
      kind: 'reveal',
      elevation: 'XXXXXX0001',
    })
    const over = new Date(Date.now() - 1000)
    await limited.db.updateTable('attempt').set({ window_ends_at: over }).execute()
    expect((await reveal('panNo')).status).toBe(200)
  })

  test('parallel calls cannot exceed the limit together', async () => {
    await limited.db.deleteFrom('attempt').execute()
    const { path } = await storedPartner(limited.db, NUMBERS)
    const calls = Array.from({ length: 12 }, () =>
      limited.call('POST', `${path}/reveal`, { body: { field: 'aadharNo' } }),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(2)
    expect(statuses.filter((status) => status === 403)).toHaveLength(10)
  })
})
