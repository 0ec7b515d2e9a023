import { partnerIndex } from '@mandap/domain/partner/index-fields.ts'
import { type PartnerListing, listedTiers } from '@mandap/domain/partner/list.ts'
import { APPROVAL_STATUSES } from '@mandap/domain/partner/tab.ts'
import { byName } from '@mandap/domain/text/by-name.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import type { Decision } from '@mandap/domain/verification/decision.ts'
import { readId, type JsonObject } from '@mandap/domain/wire/read.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../src/client.ts'
import { type RecordCalls, recordCalls } from './record-calls.ts'

/** Starts a host with only these partners. */
export interface PartnersUnderTest {
  client: Client
  stored(id: string): Promise<JsonObject | undefined>
  close(): Promise<void>
}

const NAMES = ['Zoya Khan', 'ananya iyer', 'Örs Caterers', 'आरव मेहता', '']

const NUMBERED = { list: 'approval', status: 'pending', search: 'numbered one' } as const
const MASKED = { aadharNo: 'XXXX XXXX 0124', bank: { accountNo: 'XXXXXX6789' } }

/** Partners of every status and plan, with some who share a name and one who is hidden. */
function aSeed(): JsonObject[] {
  const listed = APPROVAL_STATUSES.flatMap((status, at) =>
    NAMES.map((name, which) =>
      partnerJson({
        name,
        status,
        companyEmail: which % 2 ? 'Guest' : 'PLAN82600',
        companyLocation: at % 2 ? 'Chennai' : 'Jaipur',
        NoGST: which === 2,
      }),
    ),
  )
  const others = [
    partnerJson({ status: 'pending', companyEmail: '' }),
    partnerJson({ status: 'pending', companyEmail: '  ' }),
    partnerJson({ status: 'approved', companyEmail: 'Guest' }),
    partnerJson({ status: 'approved', latitude: null }),
    partnerJson({ name: 'Numbered One', bank: { accountNo: '50100123456789' } }),
  ]
  return [...listed, ...others]
}

/** Tests the calls of the screens of partner verification on any host. Call it in a `describe`. */
export function partnerSuite(
  arrange: (partners: readonly JsonObject[]) => Promise<PartnersUnderTest>,
): void {
  const seed = aSeed()
  const partners = seed.map(partnerFrom)
  let under: PartnersUnderTest
  let calls: RecordCalls

  beforeAll(async () => {
    under = await arrange(seed)
    calls = recordCalls(under.client)
  })
  afterAll(() => under?.close())

  function listed(listing: PartnerListing): string[] {
    return listedTiers(listing).flatMap((tier) =>
      partners
        .map(partnerIndex)
        .filter((indexFields) => matches(tier, indexFields))
        .toSorted(byName)
        .map(({ id }) => id),
    )
  }

  const LISTINGS: PartnerListing[] = [
    ...APPROVAL_STATUSES.map((status) => ({ list: 'approval', status }) as const),
    { list: 'approval', status: 'AKYC', search: ' KHAN  jaipur ' },
    { list: 'approval', status: 'RKYC', search: 'jaipur' },
    { list: 'approved' },
    { list: 'guest' },
    { list: 'guest', search: 'a i' },
    { list: 'guest', search: 'iyer ananya' },
    { list: 'guest', search: '+91 98765' },
    { list: 'gst' },
    { list: 'inProgress' },
  ]

  test.each(LISTINGS)(
    'lists exactly the partners of the rules by tier and name: %j',
    async (listing) => {
      const ids: string[] = []
      let page = await calls.partnersPage({ listing, limit: 3 })
      expect(page.total).toBe(listed(listing).length)
      ids.push(...page.rows.map(({ id }) => id))
      while (page.next !== null) {
        page = await calls.partnersPage({ listing, limit: 3, after: page.next })
        ids.push(...page.rows.map(({ id }) => id))
      }
      expect(ids).toEqual(listed(listing))
    },
  )

  test('a page at any position is read by skip', async () => {
    const listing = { list: 'gst' } as const
    const page = await calls.partnersPage({ listing, limit: 3, skip: 4 })
    expect(page.rows.map(({ id }) => id)).toEqual(listed(listing).slice(4, 7))
  })

  test.each(['', 'khan', 'khan chennai', 'nobody'])(
    'the tabs have the totals of their lists: "%s" (§2.8)',
    async (search) => {
      const expected = APPROVAL_STATUSES.map((status) => [
        status,
        listed({ list: 'approval', status, search }).length,
      ])
      expect(await calls.partnerCounts(search)).toEqual(Object.fromEntries(expected))
    },
  )

  test('a decision moves the partner to its list at once and changes no other field (§4.5, §7)', async () => {
    const id = listed({ list: 'approval', status: 'pending' })[0] ?? ''
    const before = await calls.partner(id)
    const approve: Decision = { step: 'onlineKyc', action: 'approve', items: [], reason: '' }
    const decided = await calls.decide(before, approve, { grant: null })
    expect(decided).toMatchObject({ id, status: 'AKYC', kycStatus: 'AKYC', name: before.name })
    for (const status of ['pending', 'AKYC'] as const) {
      const listing = { list: 'approval', status } as const
      const { rows } = await calls.partnersPage({ listing, limit: 50 })
      expect(rows.some((row) => row.id === id)).toBe(status === 'AKYC')
    }
    const sent = seed.find((json) => readId(json['_id']) === id)
    expect(await under.stored(id)).toMatchObject({
      companyName: sent?.['companyName'],
      status: 'AKYC',
      kycStatus: 'AKYC',
    })
  })

  test('a reupload contains its items and reason (§5.7)', async () => {
    const id = listed({ list: 'approval', status: 'pending' })[1] ?? ''
    const reupload: Decision = {
      step: 'onlineKyc',
      action: 'reupload',
      items: ['video', 'aadhar'],
      reason: ' Too dark ',
    }
    const decided = await calls.decide(await calls.partner(id), reupload, { grant: null })
    expect(decided).toMatchObject({ status: 'RKYC', reason: 'AADHAR,VIDEO: Too dark' })
    expect(await under.stored(id)).toMatchObject({ reason: 'AADHAR,VIDEO: Too dark' })
  })

  test('every answer masks personal numbers, except a reveal', async () => {
    const [partner] = (await calls.partnersPage({ listing: NUMBERED, limit: 1 })).rows
    if (!partner) throw new Error('no partner')
    const approve: Decision = { step: 'onlineKyc', action: 'approve', items: [], reason: '' }
    const answers = [
      partner,
      await calls.partner(partner.id),
      await calls.decide(partner, approve, { grant: null }),
    ]
    for (const { original } of answers) expect(original).toMatchObject(MASKED)
    const { rows } = await calls.partnersPage({
      listing: { ...NUMBERED, status: 'AKYC' },
      limit: 1,
    })
    expect(rows).toMatchObject([{ original: MASKED }])

    const decline: Decision = {
      step: 'companyVerification',
      action: 'decline',
      items: ['gst'],
      reason: 'The PAN ABCPE1234F is not of this company.',
    }
    const approved = await calls.partner(partner.id)
    const declined = await calls.decide(approved, decline, { grant: null })
    for (const { original } of [declined, await calls.partner(partner.id)])
      expect(original).toMatchObject({
        ...MASKED,
        reason: 'GST: The PAN ABXXXXX34F is not of this company.',
      })

    expect(await calls.revealNumber(partner, 'aadharNo')).toBe('234567890124')
    expect(await calls.revealNumber(partner, 'bank.accountNo')).toBe('50100123456789')
    for (const field of ['panNo', 'bank.iban'])
      await expect(calls.revealNumber(partner, field)).rejects.toMatchObject({ kind: 'notFound' })
    await expect(calls.revealNumber({ id: 'nobody' }, 'aadharNo')).rejects.toMatchObject({
      kind: 'notFound',
    })
  })
}
