import { AuditRecord } from '@mandap/contract/audit.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { sql } from 'kysely'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { storedPartner } from '../../testing/partners.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { upsertBookings } from '../booking/store.ts'
import { type NewAuditEntry, appendAuditEntries } from './append.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
  await appendAuditEntries(api.db, ...ENTRIES)
})
afterAll(() => api.close())

const PEOPLE = [ADMINISTRATOR.email, COLLEAGUE.email, 'import']
const KINDS = ['update', 'decide', 'reveal'] as const
const NAMES = ['Zoya Khan', 'Émile 100%', 'MB12001', 'नेहा राव']

/** 90 entries: every person with every kind, and each subject several times. */
const ENTRIES = Array.from(
  { length: 90 },
  (_, place): NewAuditEntry => ({
    by: PEOPLE[place % 3] ?? '',
    kind: KINDS[Math.floor(place / 3) % 3] ?? 'update',
    subject: place % 2 === 0 ? 'partner' : 'booking',
    subjectId: `s${place % 7}`,
    subjectName: NAMES[place % 4] ?? '',
    version: place + 1,
    after: { place },
    ...(place % 5 === 0 && { reason: `VIDEO: dark picture ${place}` }),
  }),
)

interface Page {
  data: AuditRecord[]
  next: string | null
  total: number | null
}

async function page(query: Record<string, string>): Promise<Page> {
  return (await api.call('GET', `/activity?${new URLSearchParams(query)}`)).body as Page
}

/** Returns the ids of the entries that a query finds, read by cursor. */
async function walk(query: Record<string, string>) {
  const first = await page({ ...query, limit: '7' })
  const data = [...first.data]
  for (let { next } = first; next !== null; ) {
    const following = await page({ ...query, limit: '7', after: next })
    expect(following.total).toBeNull()
    data.push(...following.data)
    next = following.next
  }
  expect(first.total).toBe(data.length)
  return data.map(({ after }) => after['place'])
}

/** Returns the ids of the expected entries, newest first. */
function places(passes: (entry: NewAuditEntry, place: number) => boolean): number[] {
  return ENTRIES.flatMap((entry, place) => (passes(entry, place) ? [place] : [])).toReversed()
}

const words = (text: string) => (entry: NewAuditEntry) =>
  text
    .toLowerCase()
    .split(' ')
    .every((word) =>
      `${entry.by}\n${entry.subjectName}\n${entry.subjectId}\n${entry.reason ?? ''}`
        .toLowerCase()
        .includes(word),
    )

describe('GET /activity, newest first', () => {
  test.each<[Record<string, string>, (entry: NewAuditEntry) => boolean]>([
    [{ subject: 'partner' }, (entry) => entry.subject === 'partner'],
    [
      { subject: 'booking', subjectId: 's3' },
      (entry) => entry.subject === 'booking' && entry.subjectId === 's3',
    ],
    [{ person: 'import' }, (entry) => entry.by === 'import'],
    [{ kind: 'reveal' }, (entry) => entry.kind === 'reveal'],
    [
      { person: COLLEAGUE.email, kind: 'decide', subject: 'partner' },
      (entry) =>
        entry.by === COLLEAGUE.email && entry.kind === 'decide' && entry.subject === 'partner',
    ],
    [{ search: 'zoya' }, words('zoya')],
    [{ search: 'DARK émile' }, words('dark émile')],
    [{ search: '100%' }, words('100%')],
    [{ search: 'नेहा' }, words('नेहा')],
    [{ search: 'picture 45' }, words('picture 45')],
    [{ person: 'nobody' }, () => false],
    [{ subject: 'partner', subjectId: '\ud800' }, () => false],
  ])('%j', async (query, passes) => {
    expect(await walk(query)).toEqual(places(passes))
  })

  test('returns the whole audit log with its count without a filter', async () => {
    const { data, total } = await page({ limit: '100' })
    expect(total).toBe(data.length)
    expect(data.map(({ id }) => id)).toEqual(data.map((_, place) => data.length - place))
    const record = Compile(AuditRecord)
    expect(data.flatMap((entry) => [...record.Errors(entry)])).toEqual([])
  })

  test('includes the instant `from` and excludes the instant `to`', async () => {
    const { data } = await page({ limit: '100' })
    const bounds = [data.at(-1), data[2], data[1]].flatMap((entry) => entry?.at ?? [])
    const { rows } = await sql<{ id: number; at: string }>`
      select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from activity`.execute(api.db)
    expect(bounds).toHaveLength(3)
    for (const at of bounds) {
      const from = (await page({ from: at, limit: '100' })).data.map(({ id }) => id)
      const to = (await page({ to: at, limit: '100' })).data.map(({ id }) => id)
      const ids = (passes: (other: string) => boolean) =>
        rows
          .filter((row) => passes(row.at))
          .map(({ id }) => id)
          .toSorted((a, b) => b - a)
      expect(from).toEqual(ids((other) => other >= at))
      expect(to).toEqual(ids((other) => other < at))
    }
    expect(await page({ from: '2999-01-01T00:00:00Z' })).toEqual({ data: [], next: null, total: 0 })
    expect(await page({ to: '1999-01-01T00:00:00Z' })).toEqual({ data: [], next: null, total: 0 })
  })

  test.each([
    ['kind', 'kind=gossip'],
    ['subject', 'subject=secret'],
    ['subject', 'subjectId=s1'],
    ['from', 'from=yesterday'],
    ['to', 'to=x'],
    ['limit', 'limit=0'],
    ['after', 'after=abc'],
  ])('answers a query with an invalid %s with 400 and its name: %s', async (field, query) => {
    const answer = await api.call('GET', `/activity?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID', field } } })
  })
})

test('GET /activity/people returns everybody with an entry, in order', async () => {
  const { body } = await api.call('GET', '/activity/people')
  expect(body).toEqual({ data: PEOPLE.toSorted() })
})

test('distinguishes a swap from other changes of a booking', async () => {
  const booking = bookingJson({ numberId: 'mb900' })
  await upsertBookings(api.db, [booking], 'import')
  const id = String(booking['_id'])
  const path = `/bookings/${id}`
  const { id: partnerId } = await storedPartner(api.db)
  await api.call('PATCH', path, { body: { ...booking, partnerId, partnerName: 'Zoya Khan' } })
  await api.call('PATCH', path, { body: { location: 'Pune' } })
  const { data } = await page({ subject: 'booking', subjectId: id })
  expect(data).toMatchObject([
    { kind: 'update', version: 3, after: { location: 'Pune' } },
    {
      kind: 'swap',
      by: ADMINISTRATOR.email,
      subjectName: 'MB900',
      version: 2,
      before: { partnerName: 'Aarav Mehta' },
      after: { partnerName: 'Zoya Khan' },
    },
  ])
})

test('masks numbers that an earlier release stored in an entry, and finds the entry by none of their digits or letters', async () => {
  const entry = {
    by: 'asha',
    kind: 'decide',
    subject: 'partner',
    subject_id: 'earlier',
    subject_name: 'Ravi 2025',
    before: { notes: 'PAN ABCDE1234F' },
    after: { idProof: '234567890124' },
    reason: 'AADHAR: 2345 6789 0124, PAN ABCDE1234F is of somebody else',
    search_text:
      'asha\nravi 2025\nearlier\naadhar: 2345 6789 0124, pan abcde1234f is of somebody else',
  }
  await sql`select record_activity(${JSON.stringify([entry])}::jsonb)`.execute(api.db)
  expect((await page({ subject: 'partner', subjectId: 'earlier' })).data).toMatchObject([
    {
      before: { notes: 'PAN ABXXXXX34F' },
      after: { idProof: 'XXXX XXXX 0124' },
      reason: 'AADHAR: XXXX XXXX 0124, PAN ABXXXXX34F is of somebody else',
    },
  ])
  const found = async (search: string) =>
    (await page({ search, subject: 'partner', subjectId: 'earlier' })).total
  for (const hidden of ['2345', '6789', '23', 'cde1', 'cde', 'abcde', 'abcde1234f'])
    expect([hidden, await found(hidden)]).toEqual([hidden, 0])
  // what everybody may read is found
  for (const shown of ['2025', 'ravi 202', 'somebody', 'pan else', 'asha aadhar'])
    expect([shown, await found(shown)]).toEqual([shown, 1])
})
