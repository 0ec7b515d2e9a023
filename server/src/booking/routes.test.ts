import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { MAX_RECORD_BYTES, MAX_TEXT_LENGTH } from '@mandap/domain/wire/size.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { upsertPartners, upsertTempPartners } from '../partner/store.ts'
import { upsertUsers } from '../user/store.ts'
import { upsertBookings } from './store.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** A user to whom bookings may refer. */
const CUSTOMER = 'customer-1'
beforeAll(() => upsertUsers(api.db, [userJson({ _id: CUSTOMER })], 'import'))

/** Stores a booking. Returns its path and the record as the API returns it. */
async function stored(given: JsonObject = {}) {
  const json = bookingJson(given)
  await upsertBookings(api.db, [json], 'import')
  return { path: `/bookings/${String(json['_id'])}`, json }
}

describe('GET /bookings', () => {
  beforeEach(() => api.db.deleteFrom('booking').execute())

  test('returns every booking as a plain list', async () => {
    expect((await api.call('GET', '/bookings')).body).toEqual([])
    const one = await stored()
    const two = await stored()
    const { status, headers, body } = await api.call('GET', '/bookings')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body).toEqual([
      { ...one.json, version: 1 },
      { ...two.json, version: 1 },
    ])
  })

  test('a parameter that the call does not have is ignored', async () => {
    const { json } = await stored({})
    const { body } = await api.call('GET', '/bookings?_=1')
    expect(body).toContainEqual({ ...json, version: 1 })
  })

  test('with numberId returns the bookings of exactly that number, in any spelling', async () => {
    const { json } = await stored({ numberId: 'mb-26 a1042' })
    await stored({ numberId: 'MB26A10421' })
    const answer = await api.call('GET', '/bookings?numberId=MB26A1042')
    expect(answer.body).toEqual([{ ...json, version: 1 }])
    expect((await api.call('GET', '/bookings?numberId=MB26')).body).toEqual([])
    expect((await api.call('GET', '/bookings?numberId=--')).body).toEqual([])
  })

  test('with numberPrefix returns a page of the numbers that begin with it, by number', async () => {
    for (const numberId of ['MB13', 'mb12b', 'MB12', 'MB1'])
      await stored({ numberId, status: 'cancel' })
    const { body } = await api.call('GET', '/bookings?numberPrefix=mb12&limit=8')
    expect(body).toMatchObject({
      data: [{ numberId: 'MB12' }, { numberId: 'mb12b' }],
      next: null,
      total: null,
    })
  })

  const TAB = 'tab=booked&today=2026-11-21&timeZone=Asia/Kolkata'

  test.each([
    ['tab', 'tab=nowhere'],
    ['limit', 'limit=0'],
    ['limit', 'limit=201'],
    ['limit', 'limit=ten'],
    ['skip', `${TAB}&skip=-1`],
    ['skip', `${TAB}&skip=0&after=x`],
    ['after', `${TAB}&after=nonsense`],
    [
      'after',
      `${TAB}&after=${Buffer.from('{"order":"oldest","key":1,"id":"a"}').toString('base64url')}`,
    ],
    [
      'after',
      `${TAB}&after=${Buffer.from('{"order":"newest","key":"1","id":"a"}').toString('base64url')}`,
    ],
    [
      'after',
      `${TAB}&after=${Buffer.from('{"order":"newest","key":1,"id":"\\u0000"}').toString('base64url')}`,
    ],
    ['today', 'tab=booked&timeZone=Asia/Kolkata'],
    ['today', 'tab=booked&today=2026-02-30&timeZone=Asia/Kolkata'],
    ['timeZone', 'tab=booked&today=2026-11-21'],
    ['timeZone', 'tab=booked&today=2026-11-21&timeZone=Mars/Olympus'],
    ['sort', `${TAB}&sort=cheapest`],
    ['eventDate', `${TAB}&eventDate=someday`],
    ['eventDate', 'limit=5&eventDate=thisWeek'],
    ['bookedDate', `${TAB}&bookedDate=yesterday`],
    ['service', `${TAB}&service=catering`],
    ['list', 'list=nowhere'],
    ['list', `${TAB}&list=expired&now=2026-11-21T06:30:00Z`],
    ['today', 'list=ended&timeZone=Asia/Kolkata'],
    ['timeZone', 'list=ended&today=2026-11-21'],
    ['bookedDate', 'list=ended&today=2026-11-21&timeZone=Asia/Kolkata&bookedDate=2026-02-30'],
    ['partnerId', 'list=ended&today=2026-11-21&timeZone=Asia/Kolkata&partnerId=p1'],
    ['search', 'list=found'],
    ['search', 'list=ofPartner&partnerId=p1&search=mehta'],
    ['search', 'search=mehta&limit=5'],
    ['skip', 'list=found&search=mehta&skip=40001'],
    ['service', 'list=found&search=mehta&service=Event'],
    ['now', 'list=expired'],
    ['now', 'list=expired&now=soon'],
    ['now', 'list=ofPartner&partnerId=p1&now=2026-11-21T06:30:00Z'],
    ['now', `${TAB}&now=2026-11-21T06:30:00Z`],
    ['partnerId', 'list=ofPartner'],
    ['partnerId', 'limit=5&partnerId=p1'],
    ['partnerIds', 'list=onDays&firstDay=2026-11-21&timeZone=Asia/Kolkata'],
    ['partnerIds', 'list=onDays&partnerIds=p1&firstDay=2026-11-21&timeZone=Asia/Kolkata'],
    ['firstDay', 'list=onDays&partnerIds=[]&timeZone=Asia/Kolkata'],
    ['lastDay', 'list=onDays&partnerIds=[]&firstDay=2026-11-21&lastDay=x&timeZone=Asia/Kolkata'],
    ['timeZone', 'list=onDays&partnerIds=[]&firstDay=2026-11-21'],
    ['firstDay', 'list=ofPartner&partnerId=p1&firstDay=2026-11-21'],
    ['userId', 'list=ofUser'],
    ['group', 'list=ofUser&userId=u1&group=visited'],
    ['group', 'limit=5&group=pending'],
    ['today', 'list=ofUser&userId=u1&group=pending&timeZone=Asia/Kolkata'],
    ['timeZone', 'list=ofUser&userId=u1&group=pending&today=2026-11-21'],
    ['numberPrefix', 'list=ofPartner&partnerId=p1&numberPrefix=MB1'],
    ['eventDate', 'list=ofUser&userId=u1&eventDate=thisWeek'],
  ])('answers a query with an invalid %s with 400 and its name: %s', async (field, query) => {
    const { status, body } = await api.call('GET', `/bookings?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { code: 'INVALID', field, message: expect.stringMatching(/\.$/) },
    })
  })
})

describe('GET /bookings/{id}', () => {
  test('returns the record with its version, in the body and as ETag', async () => {
    const { path, json } = await stored({ note: { unknown: ['kept'] } })
    const { headers, body } = await api.call('GET', path)
    expect(body).toEqual({ ...json, version: 1 })
    expect(headers.get('etag')).toBe('"1"')
  })

  test.each(['none', '%20', 'a'.repeat(90), encodeURIComponent("' or 1=1 --")])(
    'answers an unknown id with 404: %s',
    async (id) => {
      const { status, body } = await api.call('GET', `/bookings/${id}`)
      expect(status).toBe(404)
      expect(body).toEqual({
        error: { code: 'NOT_FOUND', message: 'There is no booking with this id.' },
      })
    },
  )
})

describe('PATCH /bookings/{id}', () => {
  const swap = { partnerId: 'p9', partnerName: 'Rohan Kulkarni', partnerMobile: '9822098220' }
  beforeAll(() => upsertPartners(api.db, [partnerJson({ _id: 'p9' })], 'import'))

  test('accepts a whole booking and changes what differs', async () => {
    const { path, json } = await stored({ budget: { odd: true }, note: ['kept'] })
    const { body: read } = await api.call('GET', path)
    const { status, headers, body } = await api.call('PATCH', path, {
      body: { ...(read as JsonObject), ...swap },
    })
    expect(status).toBe(200)
    expect(headers.get('etag')).toBe('"2"')
    expect(body).toEqual({ ...json, ...swap, version: 2 })
    expect((await api.call('GET', path)).body).toEqual(body)
  })

  test('accepts only the fields to change and keeps the others', async () => {
    const { path, json } = await stored({ note: 'kept' })
    const { body } = await api.call('PATCH', path, { body: swap })
    expect(body).toEqual({ ...json, ...swap, version: 2 })
  })

  test('applies the change to the lists', async () => {
    const { path, json } = await stored({ status: 'pending' })
    await api.call('PATCH', path, { body: { ...swap, status: 'visited' } })
    const row = await api.db
      .selectFrom('booking')
      .selectAll()
      .where('id', '=', String(json['_id']))
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      phase: 'visited',
      partner_id: 'p9',
      partner_name: 'rohan kulkarni',
      updated_by: ADMINISTRATOR.email,
    })
  })

  test('creates no new version for a patch that changes nothing', async () => {
    const { path } = await stored()
    const { body: read } = await api.call('GET', path)
    const { status, body } = await api.call('PATCH', path, { body: read })
    expect(status).toBe(200)
    expect(body).toEqual(read)
  })

  test('answers a stale version with 409, the current record and who changed what', async () => {
    const { path, json } = await stored({ location: 'Jaipur' })
    await upsertPartners(api.db, [partnerJson({ _id: json['partnerId'] })], 'import')
    const { body: read, headers } = await api.call('GET', path)
    const etag = headers.get('etag') ?? ''
    await api.call('PATCH', path, { body: swap, by: COLLEAGUE })
    await api.call('PATCH', path, { body: { location: 'Pune' }, by: COLLEAGUE })
    const mine = { ...(read as JsonObject), partnerName: 'Sana Shaikh' }
    const stale = await api.call('PATCH', path, { body: mine, headers: { 'if-match': etag } })
    expect(stale.status).toBe(409)
    const { body: current } = await api.call('GET', path)
    const { partnerId, partnerName, partnerMobile } = read as JsonObject
    expect(stale.body).toEqual({
      error: { code: 'STALE', message: expect.any(String) },
      current,
      changes: [
        {
          version: 2,
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          by: COLLEAGUE.email,
          fields: expect.arrayContaining([
            { field: 'partnerId', before: partnerId, after: swap.partnerId },
            { field: 'partnerName', before: partnerName, after: swap.partnerName },
            { field: 'partnerMobile', before: partnerMobile, after: swap.partnerMobile },
          ]),
        },
        {
          version: 3,
          at: expect.any(String),
          by: COLLEAGUE.email,
          fields: [{ field: 'location', before: 'Jaipur', after: 'Pune' }],
        },
      ],
    })
    const again = await api.call('PATCH', path, {
      body: mine,
      headers: { 'if-match': stale.headers.get('etag') ?? '' },
    })
    expect(again).toMatchObject({ status: 200, body: { version: 4, partnerName: 'Sana Shaikh' } })
  })

  test('answers the second of two concurrent saves with 409', async () => {
    const { path } = await stored()
    const headers = { 'if-match': '"1"' }
    const answers = await Promise.all([
      api.call('PATCH', path, { body: { partnerName: 'Asha' }, headers }),
      api.call('PATCH', path, { body: { partnerName: 'Dev' }, headers, by: COLLEAGUE }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('reports a new or removed field as absent on the other side', async () => {
    const { path } = await stored()
    await api.call('PATCH', path, { body: { customerId: CUSTOMER } })
    const { body } = await api.call('PATCH', path, { body: {}, headers: { 'if-match': '"1"' } })
    expect(body).toMatchObject({
      changes: [{ fields: [{ field: 'customerId', after: CUSTOMER }] }],
    })
    expect(body).not.toHaveProperty('changes.0.fields.0.before')
  })

  test('ignores the version in a body', async () => {
    const { path } = await stored()
    const { body } = await api.call('PATCH', path, { body: { version: 7, location: 'Surat' } })
    expect(body).toMatchObject({ version: 2, location: 'Surat' })
  })

  test.each([
    ['_id', { _id: 'other' }],
    ['_id', { _id: null }],
    ['id', { id: 'other' }],
    ['gate', { gate: 3 }],
    ['location', { location: 'x'.repeat(MAX_TEXT_LENGTH + 1) }],
    ['partnerName', { partnerName: 5 }],
    ['partnerName', { partnerName: 'x'.repeat(801) }],
    ['partnerId', { partnerId: ['p'] }],
    ['partnerId', { partnerId: 'nobody' }],
    ['userId', { userId: 'nobody' }],
    ['user_id', { user_id: 'nobody' }],
    ['customerId', { customerId: 'nobody' }],
    ['customer_id', { customer_id: 'nobody' }],
    ['status', { status: 'confirmed' }],
    ['dateFrom', { dateFrom: 'soon' }],
    ['dateTo', { dateTo: '2020-01-01' }],
    ['budget', { budget: -5 }],
    ['budget', '{"budget":1e999}'],
    ['services.1', { services: ['Mehendi', 7] }],
    ['', []],
    ['', '"text"'],
    ['', 'null'],
    ['location', '{"location":"Su\\u0000rat"}'],
    ['services.1', '{"services":["Mehendi","\\ud83d"]}'],
    ['deep', `{"deep":${'['.repeat(90)}${']'.repeat(90)}}`],
  ])('answers a body with an invalid %s with 400 and its name: %j', async (field, body) => {
    const { path } = await stored()
    const answer = await api.call('PATCH', path, { body })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID', field } } })
    expect((await api.call('GET', path)).body).toMatchObject({ version: 1 })
  })

  test.each([
    ['is not JSON', 400, 'INVALID', '{', 'application/json'],
    ['is empty', 400, 'INVALID', '', 'application/json'],
    ['is of another type', 415, 'UNSUPPORTED_MEDIA_TYPE', 'a', 'text/csv'],
    ['is too large', 413, 'TOO_LARGE', `"${'x'.repeat(1_100_000)}"`, 'application/json'],
  ])('answers a body that %s with %i', async (_title, status, code, body, type) => {
    const { path } = await stored()
    const answer = await api.call('PATCH', path, { body, headers: { 'content-type': type } })
    expect(answer).toMatchObject({ status, body: { error: { code } } })
  })

  test('answers an invalid If-Match with 400', async () => {
    const { path } = await stored()
    const answer = await api.call('PATCH', path, { body: {}, headers: { 'if-match': 'three' } })
    expect(answer).toMatchObject({ status: 400, body: { error: { field: 'if-match' } } })
  })

  test('keeps the id of a record that has it only in `_id`', async () => {
    const other = await stored()
    const json = { ...bookingJson({ id: 'legacy-1' }), _id: undefined }
    await upsertBookings(api.db, [json], 'import')
    const id = other.json['_id']
    const answer = await api.call('PATCH', '/bookings/legacy-1', { body: { id } })
    expect(answer).toMatchObject({ status: 400, body: { error: { field: 'id' } } })
    const swapped = await api.call('PATCH', '/bookings/legacy-1', {
      body: { _id: 'legacy-1', ...swap },
    })
    expect(swapped).toMatchObject({ status: 200, body: { id: 'legacy-1', partnerId: 'p9' } })
    expect(swapped.body).not.toHaveProperty('_id')
    expect((await api.call('GET', other.path)).body).toEqual({ ...other.json, version: 1 })
  })

  test('accepts an unknown field with its stored value, and rejects a different value by name', async () => {
    const { path, json } = await stored({ note: { gates: ['1', 2] }, status: 'odd', budget: -1 })
    const whole = await api.call('PATCH', path, { body: { ...json, ...swap } })
    expect(whole).toMatchObject({ status: 200, body: { ...swap, note: { gates: ['1', 2] } } })
    const body = { ...json, note: { gates: ['1', 3] } }
    expect(await api.call('PATCH', path, { body })).toMatchObject({
      status: 400,
      body: { error: { field: 'note', message: expect.stringContaining('note is not a field') } },
    })
  })

  test('accepts a partner that was entered by hand, and another customer', async () => {
    const { path } = await stored()
    await upsertTempPartners(api.db, [{ _id: 'temp-1', PartnerName: 'Sana Shaikh' }], 'import')
    const body = { partnerId: 'temp-1', partnerName: 'Sana Shaikh', userId: CUSTOMER }
    expect(await api.call('PATCH', path, { body })).toMatchObject({ status: 200, body })
  })

  test('shortens a long field name in the error', async () => {
    const { path } = await stored()
    const { body } = await api.call('PATCH', path, { body: { ['x'.repeat(200_000)]: 1 } })
    expect(JSON.stringify(body).length).toBeLessThan(1500)
  })

  test('swaps a whole booking with an imported text beyond every limit', async () => {
    const note = 'acc'.repeat(40_000)
    const { path, json } = await stored({ note, extra: 'x'.repeat(MAX_RECORD_BYTES) })
    const { body: read } = await api.call('GET', path)
    const answer = await api.call('PATCH', path, { body: { ...(read as JsonObject), ...swap } })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...json, ...swap, version: 2 })
  })

  test('answers an unknown id with 404', async () => {
    const answer = await api.call('PATCH', '/bookings/none', { body: { location: 'Pune' } })
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
  })
})
