import { partnerIndex } from '@mandap/domain/partner/index-fields.ts'
import { listedTiers, type PartnerListing } from '@mandap/domain/partner/list.ts'
import { APPROVAL_STATUSES } from '@mandap/domain/partner/tab.ts'
import { byName } from '@mandap/domain/text/by-name.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { upsertPartners } from './store.ts'

const NAMES = ['Zoya', 'amit', 'Émile', 'Amit', 'Ravi Kumar', 'Kumar Ravi', 'नेहा', '100%_\\', '']

/** 400 partners, always the same: every status and kind, the statuses of the panel more often. */
function population(): JsonObject[] {
  const given = fc.record({
    name: fc.constantFrom(...NAMES),
    status: fc.constantFrom(...APPROVAL_STATUSES, 'approved', 'approved', 'approved', 'odd', ''),
    companyEmail: fc.constantFrom('PLAN82600', 'Guest', 'Guest', 'office@a.example', '', ' '),
    companyLocation: fc.constantFrom('Pune', 'Surat'),
    NoGST: fc.constantFrom(true, 'true', false, null),
    aadharNo: fc.constantFrom('234567890124', '234567890124', ''),
    latitude: fc.constantFrom(0, 13.08, null),
  })
  return fc.sample(given, { seed: 20_261_121, numRuns: 400 }).map((fields) => partnerJson(fields))
}

let api: Awaited<ReturnType<typeof startApi>>
const records = population()
const indexFields = records.map((record) => partnerIndex(partnerFrom(record)))
beforeAll(async () => {
  api = await startApi()
  await upsertPartners(api.db, records, 'import')
})
afterAll(() => api.close())

interface Page {
  data: JsonObject[]
  next: string | null
  total: number | null
}

async function page(listing: object, more: Record<string, string>): Promise<Page> {
  const query = new URLSearchParams(Object.entries({ ...listing, ...more }))
  return (await api.call('GET', `/partners?${query}`)).body as Page
}

/** Reads all pages by cursor. */
async function walk(listing: object): Promise<Page> {
  const first = await page(listing, { limit: '23' })
  const data = [...first.data]
  for (let { next } = first; next !== null; ) {
    const following = await page(listing, { limit: '23', after: next })
    expect(following.total).toBeNull()
    data.push(...following.data)
    next = following.next
  }
  return { ...first, data }
}

function listed(listing: PartnerListing): string[] {
  const inOrder = indexFields.toSorted(byName)
  return listedTiers(listing)
    .flatMap((tier) => inOrder.filter((value) => matches(tier, value)))
    .map(({ id }) => id)
}

const LISTS: PartnerListing[] = [
  ...APPROVAL_STATUSES.map((status) => ({ list: 'approval', status }) as const),
  { list: 'approved' },
  { list: 'guest' },
  { list: 'gst' },
  { list: 'inProgress' },
]

const CASES = LISTS.flatMap((listing) =>
  ['', 'kumar pune', 'AMIT', 'ravi kumar', '%', 'e', 'nobody'].map(
    (search): PartnerListing => ({ ...listing, search }),
  ),
)

describe('pages of partners', () => {
  test.each(CASES)('read by cursor, equal the list of domain, by name: %j', async (listing) => {
    const expected = listed(listing)
    const { data, total } = await walk(listing)
    expect(data.map((record) => record['_id'])).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  test('the cases contain records to compare', () => {
    expect(CASES.filter((listing) => listed(listing).length > 0).length).toBeGreaterThan(50)
  })

  test('skip to any position equals reading by cursor', async () => {
    const listing: PartnerListing = { list: 'approved' }
    const expected = listed(listing)
    for (const skip of [0, 20, expected.length - 1, expected.length, expected.length + 50]) {
      const jumped = await page(listing, { limit: '20', skip: String(skip) })
      expect(jumped.data.map((record) => record['_id'])).toEqual(expected.slice(skip, skip + 20))
      expect(jumped.total).toBe(expected.length)
      expect(jumped.next === null).toBe(skip + 20 >= expected.length)
    }
  })
})

describe('GET /partners/counts', () => {
  const counts = async (search: string) =>
    (await api.call('GET', `/partners/counts?search=${encodeURIComponent(search)}`)).body

  test.each(['', ' ', 'kumar', 'ravi kumar pune', 'e', 'nobody'])(
    'counts each status of the panel as its list does, with the search %j',
    async (search) => {
      const expected = APPROVAL_STATUSES.map((status) => [
        status,
        listed({ list: 'approval', status, search }).length,
      ])
      expect(await counts(search)).toEqual({ data: Object.fromEntries(expected) })
    },
  )

  test('counts partners after decisions, before and after a roll-up', async () => {
    const [id = ''] = listed({ list: 'approval', status: 'pending' })
    const body = { status: 'AKYC', kycStatus: 'AKYC' }
    const before = (await counts('')) as { data: Record<string, number> }
    expect((await api.call('PUT', `/partners/${id}`, { body })).status).toBe(200)
    const expected = {
      data: {
        ...before.data,
        pending: (before.data['pending'] ?? 0) - 1,
        AKYC: (before.data['AKYC'] ?? 0) + 1,
      },
    }
    expect(await counts('')).toEqual(expected)
    await sql`select roll_up_partner_counts()`.execute(api.db)
    expect(await counts('')).toEqual(expected)
    expect(await api.db.selectFrom('partner_count_delta').selectAll().execute()).toEqual([])
    await upsertPartners(api.db, records, 'import')
    expect(await counts('')).toEqual(before)
  })
})
