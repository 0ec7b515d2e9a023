import { type Partner, partnerFrom } from '@mandap/domain/partner/partner.ts'
import type { Decision } from '@mandap/domain/verification/decision.ts'
import { MutationObserver } from '@tanstack/preact-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type QueryHarness, queryHarness } from '../../../testing/query-harness.ts'
import { PAGE_SIZE } from '../list/page-start.ts'
import { conflictOf } from '../record/conflict.ts'
import { partnerDeletion, stepDecision } from './mutations.ts'
import { partnersPageQuery } from './queries.ts'

let harness: QueryHarness
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  harness = await queryHarness()
})
afterEach(() => harness.close())

test('removes a deleted partner from the list, moves the next ones up and decreases the total', async () => {
  const listing = { list: 'approved' } as const
  const first = partnersPageQuery(harness.client, listing, 0)
  const second = partnersPageQuery(harness.client, listing, 1)
  const { rows } = await harness.queryClient.fetchQuery(first)
  const [last] = (await harness.queryClient.fetchQuery(second)).rows
  const partner = rows[10]
  if (!partner) throw new Error('no partner 10')
  const deletion = new MutationObserver(
    harness.queryClient,
    partnerDeletion(harness.client, harness.queryClient),
  )
  await deletion.mutate({ partner, grant: null })
  const shown = harness.queryClient.getQueryData(first.queryKey)
  expect(shown?.total).toBe(PAGE_SIZE)
  expect(shown?.rows).toEqual([...rows.filter((row) => row !== partner), last])
  expect(harness.queryClient.getQueryData(second.queryKey)?.rows).toEqual([])
  expect(harness.queryClient.getQueryState(first.queryKey)).toMatchObject({ isInvalidated: true })
})

test('removes a decided partner from the list of its old status, and keeps it in the list of all', async () => {
  const pending = partnersPageQuery(
    harness.client,
    { list: 'approval', status: 'pending', search: 'approve' },
    0,
  )
  const all = partnersPageQuery(harness.client, { list: 'all', search: 'approve' }, 0)
  const [partner] = (await harness.queryClient.fetchQuery(pending)).rows
  await harness.queryClient.fetchQuery(all)
  if (!partner) throw new Error('no pending partner')
  const decide = new MutationObserver(
    harness.queryClient,
    stepDecision(harness.client, harness.queryClient),
  )
  await decide.mutate({
    partner,
    decision: { step: 'onlineKyc', action: 'approve', items: [], reason: '' },
    grant: null,
  })
  const left = harness.queryClient.getQueryData(pending.queryKey)
  expect(left).toMatchObject({ rows: [], total: 0 })
  expect(harness.queryClient.getQueryData(all.queryKey)?.rows).toMatchObject([{ id: partner.id }])
  expect(harness.queryClient.getQueryState(all.queryKey)).toMatchObject({ isInvalidated: true })
})

const DECLINED = {
  step: 'onlineKyc',
  action: 'decline',
  items: ['pancard'],
  reason: 'The photo is blurred.',
} as const

/** Returns a pending partner, and a function that decides online KYC of one. */
async function pendingPartner() {
  const listing = { list: 'approval', status: 'pending', search: 'approve' } as const
  const query = partnersPageQuery(harness.client, listing, 0)
  const [partner] = (await harness.queryClient.fetchQuery(query)).rows
  if (!partner) throw new Error('no pending partner')
  const stored = () => harness.server.partners.get(partner.id)
  const decide = (on: Partner, decision: Decision = DECLINED) =>
    new MutationObserver(
      harness.queryClient,
      stepDecision(harness.client, harness.queryClient),
    ).mutate({ partner: on, decision, grant: null })
  return { partner, stored, decide }
}

test('a decision on a step that another person has decided is a conflict on a host without versions', async () => {
  const { partner, stored, decide } = await pendingPartner()
  const changed = { ...stored(), status: 'AKYC', kycStatus: 'AKYC' }
  harness.server.partners.set(partner.id, changed)
  const error: unknown = await decide(partner).catch((reason: unknown) => reason)
  const conflict = conflictOf(error, partnerFrom)
  expect(conflict).toMatchObject({ current: { id: partner.id, kycStatus: 'AKYC' }, changes: [] })
  expect(stored()).toEqual(changed)
  if (conflict === null) throw new Error('no conflict')
  await decide(conflict.current)
  expect(stored()).toMatchObject({ reason: 'PANCARD: The photo is blurred.' })
})

test('a decision on a partner whose earlier step another person has decided is a conflict on a host without versions', async () => {
  const { partner, stored, decide } = await pendingPartner()
  const before = { ...stored(), status: 'AKYC', kycStatus: 'AKYC' }
  const declined = { ...before, status: 'DKYC', kycStatus: 'DKYC' }
  harness.server.partners.set(partner.id, declined)
  const decision = {
    step: 'companyVerification',
    action: 'approve',
    items: [],
    reason: '',
  } as const
  const error: unknown = await decide(partnerFrom(before), decision).catch(
    (reason: unknown) => reason,
  )
  expect(conflictOf(error, partnerFrom)).toMatchObject({ current: { status: 'DKYC' } })
  expect(stored()).toEqual(declined)
})

test('a decision can be repeated after an answer that was lost', async () => {
  const { partner, stored, decide } = await pendingPartner()
  await decide(partner)
  const saved = stored()
  await decide(partner)
  expect(stored()).toEqual(saved)
})

test.each([
  ['a PAN and an Aadhaar number', 'ABCPE1234F is not the PAN of 2345 6789 0124.', {}],
  [
    'an account number of a partner with an IFSC code',
    '50100123456789 is the account of another firm.',
    { ifsc: 'HDFC0001234' },
  ],
])(
  'a decision can be repeated after an answer that was lost if its reason contains %s',
  async (_, reason, fields) => {
    const { partner, stored, decide } = await pendingPartner()
    harness.server.partners.set(partner.id, { ...stored(), ...fields })
    await decide(partner, { ...DECLINED, reason })
    expect(stored()).toMatchObject({ reason: `PANCARD: ${reason}` })
    await decide(partner, { ...DECLINED, reason })
    expect(stored()).toMatchObject({ reason: `PANCARD: ${reason}` })
  },
)
