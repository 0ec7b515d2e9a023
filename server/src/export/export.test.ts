import { createHash } from 'node:crypto'
import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { parseCsvObjects } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { dumpOf, formsOf } from '../../testing/dump.ts'
import { exportOf, prepareExport, readExport } from '../../testing/export.ts'
import { storedPartner } from '../../testing/partners.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { upsertBookings } from '../booking/store.ts'
import { deletePartner } from '../partner/delete.ts'
import { upsertPartners } from '../partner/store.ts'
import { upsertUsers } from '../user/store.ts'

let api: Awaited<ReturnType<typeof startApi>>

const TODAY = { today: '2026-11-21', timeZone: 'Asia/Kolkata' }
const BOOKED = { of: 'bookings', query: { tab: 'booked', ...TODAY } } as const

const BOOKINGS = [
  { status: 'pending', partnerName: 'Aarav Mehta', eventId: 'e', cateringEvent: 'e' },
  { status: 'pending', partnerName: '=1+1', location: 'Jaipur,\n"Pink City"' },
  { status: 'cancelVisit', partnerMobile: '+919820012345', createdAt: '2026-11-02T09:00:00.000Z' },
  { status: 'visited', location: 'कैटरिंग', partnerId: 'p1', userId: 'u1' },
  { status: 'confirmEvent' },
  { status: 'confirmEvent', dateFrom: '2026-11-01T00:00:00.000Z', dateTo: null },
  // hidden (§5.10)
  { status: 'pending', dateFrom: '2026-11-01T00:00:00.000Z' },
  { status: 'pending', dateFrom: null },
  // a search for 'pink city' lists the newest and the oldest after the one in Jaipur
  { status: 'visited', location: 'City Pink', userId: 'u2', createdAt: '2026-11-03T09:00:00.000Z' },
  { status: 'visited', location: 'City Pink', userId: 'u3', createdAt: '2026-10-30T09:00:00.000Z' },
]

const PARTNERS = [
  { name: 'Ananya', status: 'AKYC', panNo: 'ABCDE1234F', aadharNo: '234567890124' },
  { name: 'Bela', status: 'AKYC', companyEmail: '' },
  { name: 'Chitra', status: 'approved', companyEmail: 'Guest', NoGST: true },
  { name: 'Devi', status: 'approved' },
  { name: 'Esha', status: 'pending', latitude: null },
  { name: 'Asha K Rao', status: 'approved', companyEmail: 'Guest' },
  { name: 'Zeba', status: 'approved', companyEmail: 'Guest', companyName: 'Asha Rao' },
]

const USERS = [
  { _id: 'u1', fullName: 'Kavya Nair' },
  { fullName: 'Zoya' },
  { fullName: '' },
  { _id: 'u2', fullName: 'Asha K Rao' },
  { _id: 'u3', fullName: 'Asha Rao' },
]

beforeAll(async () => {
  api = await startApi()
  await upsertBookings(api.db, BOOKINGS.map(bookingJson), 'import')
  await upsertUsers(api.db, USERS.map(userJson), 'import')
  await upsertPartners(api.db, PARTNERS.map(partnerJson), 'import')
  const deletion = {
    id: (await storedPartner(api.db)).id,
    by: 'asha',
    elevation: '',
    version: null,
  }
  await api.db.transaction().execute((trx) => deletePartner(trx, deletion))
})
afterAll(() => api.close())
beforeEach(() => api.db.deleteFrom('attempt').execute())

/** Returns all records of a list, by its pages. */
async function walked(path: string, query: object): Promise<JsonObject[]> {
  const found: JsonObject[] = []
  let after: string | null = null
  do {
    const sent: Record<string, string> = { ...query, limit: '2', ...(after && { after }) }
    const { body } = await api.call('GET', `${path}?${new URLSearchParams(sent)}`)
    const page = body as { data: JsonObject[]; next: string | null }
    found.push(...page.data)
    after = page.next
  } while (after !== null)
  return found
}

const rowsOf = (csv: string) => parseCsvObjects(csv, { header: true }).data

describe('exports exactly what the filters show', () => {
  test.each([
    { tab: 'booked' },
    { tab: 'booked', sort: 'oldest' },
    { tab: 'booked', service: 'Catering' },
    { tab: 'booked', partnerName: 'Aarav Mehta' },
    { tab: 'booked', bookedDate: '2026-11-02' },
    { tab: 'booked', eventDate: 'nextMonth', numberPrefix: 'MB' },
    { tab: 'visited' },
    { tab: 'upcoming' },
    { tab: 'completed' },
    { list: 'ended' },
    { list: 'ended', service: 'Event', sort: 'oldest' },
    { list: 'counted', figure: 'all' },
    { list: 'counted', figure: 'tile-pending', sort: 'oldest' },
    { list: 'found', search: 'JAIPUR' },
    { list: 'found', search: 'pink city' },
    { list: 'expired', now: '2027-01-01T00:00:00.000Z' },
    { list: 'expired', now: '2027-01-01T00:00:00.000Z', numberPrefix: 'MB1' },
    { list: 'ofPartner', partnerId: 'p1' },
    { list: 'ofUser', userId: 'u1', group: 'pending' },
  ])('bookings %j', async (filter) => {
    const query = { ...filter, ...TODAY }
    const listed = await walked('/bookings', query)
    const { text } = await exportOf(api, { of: 'bookings', query })
    expect(rowsOf(text).map((row) => row['Record'])).toEqual(listed.map((record) => record['_id']))
    expect(listed.length > 0).toBe(!('tab' in filter && filter.tab === 'completed'))
  })

  test.each([
    { list: 'approval', status: 'AKYC' },
    { list: 'approved' },
    { list: 'approved', search: 'devi' },
    { list: 'guest' },
    { list: 'guest', search: 'asha rao' },
    { list: 'gst' },
    { list: 'inProgress' },
    { list: 'deleted' },
  ])('partners %j', async (query) => {
    const listed = await walked('/partners', query)
    const { text } = await exportOf(api, { of: 'partners', query })
    expect(rowsOf(text).map((row) => row['Record'])).toEqual(listed.map((record) => record['_id']))
    expect(listed).not.toEqual([])
  })

  test.each([
    {},
    { search: 'kavya' },
    { search: 'nobody' },
    { search: 'asha rao' },
    { has: 'pending', ...TODAY },
    { has: 'pending', search: 'asha rao', ...TODAY },
  ])('users %j', async (query) => {
    const listed = await walked('/users', query)
    const { text } = await exportOf(api, { of: 'users', query })
    expect(rowsOf(text).map((row) => row['Record'])).toEqual(listed.map((record) => record['_id']))
    expect(listed.length > 0).toBe(query.search !== 'nobody')
  })

  test.each([{}, { kind: 'signIn' }, { search: ADMINISTRATOR.email }])(
    'activity %j',
    async (query) => {
      const listed = await walked('/activity', query)
      const { text } = await exportOf(api, { of: 'activity', query })
      // its own entry is added after the rows were read
      expect(rowsOf(text).map((row) => Number(row['Entry']))).toEqual(listed.map(({ id }) => id))
      expect(listed).not.toEqual([])
    },
  )

  test('an empty list is a file with its headings', async () => {
    const query = { list: 'approved', search: 'nobody of this name' }
    const { text } = await exportOf(api, { of: 'partners', query })
    expect(text).toMatch(/^\ufeffName,Status,/)
    expect(rowsOf(text)).toEqual([])
  })
})

describe('the file', () => {
  test('CSV has its name, type and headers, no formulas, and local time', async () => {
    const { text, headers } = await exportOf(api, BOOKED)
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="?bookings-booked-\d{4}-\d\d-\d\d\.csv"?$/,
    )
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const rows = rowsOf(text)
    expect(rows.find(({ Planner }) => Planner === "'=1+1")?.['Location']).toBe(
      'Jaipur,\n"Pink City"',
    )
    expect(rows[0]?.['Planner phone']).toBe("'+919820012345")
    expect(rows[0]?.['Booked (Asia/Kolkata)']).toBe('2026-11-02 14:30')
  })

  test('XLSX has typed cells, unchanged text and no formulas', async () => {
    const { bytes, headers } = await exportOf(api, { ...BOOKED, format: 'xlsx' })
    expect(headers.get('content-type')).toContain('spreadsheetml.sheet')
    const [sheet] = (await readXlsx(bytes)).sheets
    const [heads = [], first = [], ...others] = sheet?.rows ?? []
    const cell = (row: readonly unknown[], head: string) => row[heads.indexOf(head)]
    expect(cell(first, 'Planner phone')).toBe('+919820012345')
    expect(cell(first, 'Budget (INR)')).toBe(250_000)
    expect(cell(first, 'Booked (Asia/Kolkata)')).toEqual(new Date('2026-11-02T14:30:00Z'))
    expect(others.map((row) => cell(row, 'Planner'))).toContain('=1+1')
    expect([...(sheet?.cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([])
  })

  test.each(['csv', 'xlsx'])('masks Aadhaar and PAN numbers: %s', async (format) => {
    const query = { list: 'approval', status: 'AKYC' }
    const { bytes, text } = await exportOf(api, { of: 'partners', query, format })
    const cells = format === 'csv' ? text : JSON.stringify((await readXlsx(bytes)).sheets[0]?.rows)
    expect(cells).toContain('XXXX XXXX 0124')
    expect(cells).toContain('ABXXXXX34F')
    expect(cells).not.toMatch(/234567890124|ABCDE1234F/)
  })
})

describe('the secret', () => {
  const requested = () => prepareExport(api, BOOKED)
  const read = (prepared: { url: string; secret: string }) => readExport(api, prepared)

  test('works once', async () => {
    const prepared = await requested()
    expect((await read(prepared)).status).toBe(200)
    const again = await read(prepared)
    expect(again.status).toBe(410)
    expect(await again.json()).toMatchObject({ error: { code: 'LINK_EXPIRED' } })
  })

  test('returns one file for two concurrent uses', async () => {
    const prepared = await requested()
    const answers = await Promise.all([read(prepared), read(prepared)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    await Promise.all(answers.map((answer) => answer.text()))
  })

  test('works for two minutes', async () => {
    const prepared = await requested()
    const left = Date.parse(prepared.expiresAt) - Date.now()
    expect(left).toBeGreaterThan(110_000)
    expect(left).toBeLessThanOrEqual(120_000)
    await api.db
      .updateTable('export_link')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect((await read(prepared)).status).toBe(410)
  })

  test('ends with the session that created it', async () => {
    const prepared = await requested()
    const { session_id } = await api.db
      .selectFrom('export_link')
      .select('session_id')
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
    const ended = (at: Date | null) =>
      api.db.updateTable('session').set({ ended_at: at }).where('id', '=', session_id).execute()
    await ended(new Date())
    const answer = await read(prepared)
    await ended(null)
    expect(answer.status).toBe(410)
  })

  test('is rejected if it is forged', async () => {
    expect((await read({ url: '/exports/file', secret: 'x'.repeat(43) })).status).toBe(404)
    expect((await fetch(`${api.url}/exports/file`, { method: 'POST' })).status).toBe(400)
  })

  test('is stored as a hash', async () => {
    const prepared = await requested()
    const stored = [...(await dumpOf(api.databaseUrl)).values()].join('\n')
    expect(stored).toContain(createHash('sha256').update(prepared.secret).digest('hex'))
    for (const form of formsOf(prepared.secret)) expect(stored).not.toContain(form)
  })

  test.each([
    [{ ...BOOKED, format: 'pdf', timeZone: 'Asia/Kolkata' }],
    [{ ...BOOKED, format: 'csv', timeZone: 'Mars/Olympus' }],
    [{ of: 'bookings', query: {}, format: 'csv', timeZone: 'Asia/Kolkata' }],
    [{ of: 'partners', query: { list: 'approval' }, format: 'csv', timeZone: 'Asia/Kolkata' }],
    [{ of: 'nothing', query: {}, format: 'csv', timeZone: 'Asia/Kolkata' }],
  ])('is rejected for %j', async (body) => {
    const answer = await api.call('POST', '/exports', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: { code: 'INVALID' } })
  })
})

describe('the audit log', () => {
  const exportsOf = () =>
    api.db.selectFrom('activity').selectAll().where('kind', '=', 'export').orderBy('id').execute()

  test('records who exported which list with which filters and format, and how many rows', async () => {
    const query = { ...BOOKED.query, partnerName: 'Aarav Mehta' }
    const before = await exportsOf()
    const { rows } = await exportOf(api, { of: 'bookings', query })
    const [record, ...more] = (await exportsOf()).slice(before.length)
    expect(more).toEqual([])
    expect(record).toMatchObject({
      by: ADMINISTRATOR.email,
      subject: 'list',
      subject_id: 'bookings-booked',
      subject_name: 'Booking Details, Booked',
      after: { format: 'csv', rows, query, timeZone: 'Asia/Kolkata' },
    })
  })

  test('has no entry for a file that was not read', async () => {
    const before = await exportsOf()
    const body = { ...BOOKED, format: 'csv', timeZone: 'Asia/Kolkata' }
    await api.call('POST', '/exports', { body })
    expect(await exportsOf()).toEqual(before)
  })
})

test('limits the exports of an account', async () => {
  const body = { ...BOOKED, format: 'csv', timeZone: 'Asia/Kolkata' }
  const prepare = () => api.call('POST', '/exports', { body })
  expect((await prepare()).status).toBe(201)
  await api.db
    .updateTable('attempt')
    .set({ count: 59 })
    .where('kind', '=', 'exportByAccount')
    .execute()
  expect((await prepare()).status).toBe(201)
  const answer = await prepare()
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})
