import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Condition, nothing } from '../rule/condition.ts'
import { matches } from '../rule/matches.ts'
import { anyPartnerJson } from '../testing/arbitrary.ts'
import { aPartner } from '../testing/builders.ts'
import type { JsonObject } from '../wire/read.ts'
import { type PartnerIndex, partnerIndex } from './index-fields.ts'
import {
  approvedPartners,
  foundPartnerTiers,
  gstRequests,
  guestPartners,
  guestsWithWords,
  guestTiers,
  type PartnerListing,
  partnersInProgress,
  partnersListed,
  partnersToApprove,
  partnersWithWords,
} from './list.ts'
import { partnerFrom } from './partner.ts'
import { APPROVAL_STATUSES, type ApprovalStatus } from './tab.ts'
import { byName } from '../text/by-name.ts'

const STATUSES: ApprovalStatus[] = [
  'pending',
  'AKYC',
  'RKYC',
  'DKYC',
  'ACV',
  'RCV',
  'DCV',
  'decline',
]

const has = (condition: Condition<PartnerIndex>, given: JsonObject) =>
  matches(condition, partnerIndex(aPartner(given)))

const approvalOf = (given: JsonObject) =>
  STATUSES.filter((status) => has(partnersToApprove(status), given))

describe('the Approval Panel (§2.8)', () => {
  test.each(STATUSES)('lists a partner of status %s in that tab only', (status) => {
    expect(approvalOf({ status })).toEqual([status])
  })

  test('lists approved partners in no tab (§4.5)', () => {
    expect(approvalOf({ status: 'approved' })).toEqual([])
    expect(approvalOf({ status: '' })).toEqual([])
  })

  test('hides partners with an empty companyEmail', () => {
    for (const companyEmail of ['', ' ', null, undefined])
      expect(approvalOf({ status: 'pending', companyEmail })).toEqual([])
  })

  test('lists any partner in at most one tab', () => {
    fc.assert(
      fc.property(anyPartnerJson, (json) => {
        const indexFields = partnerIndex(partnerFrom(json))
        const tabs = STATUSES.filter((status) => matches(partnersToApprove(status), indexFields))
        expect(tabs.length).toBeLessThanOrEqual(indexFields.status === 'approved' ? 0 : 1)
      }),
    )
  })
})

describe('a guest partner is approved and has companyEmail Guest (§4.6)', () => {
  test.each([
    ['approved', 'Guest', true],
    ['pending', 'Guest', false],
    ['approved', 'PLAN82600', false],
    ['approved', 'guest', false],
    ['approved', '', false],
  ])('status %j, companyEmail %j: %j', (status, companyEmail, expected) => {
    expect(has(guestPartners, { status, companyEmail })).toBe(expected)
  })

  test('every guest partner is an approved partner (§2.12)', () => {
    fc.assert(
      fc.property(anyPartnerJson, (json) => {
        const indexFields = partnerIndex(partnerFrom(json))
        const approved = matches(approvedPartners, indexFields)
        expect(approved).toBe(indexFields.status === 'approved')
        expect(matches(guestPartners, indexFields) && !approved).toBe(false)
      }),
    )
  })
})

test('selects partners without a GST number as GST requests (§2.13)', () => {
  expect(has(gstRequests, { NOGST: 'true' })).toBe(true)
  expect(has(gstRequests, { NoGST: false })).toBe(false)
  expect(has(gstRequests, {})).toBe(false)
})

test('a partner is in progress if an item is missing, whatever the status (§5.6)', () => {
  expect(has(partnersInProgress, {})).toBe(false)
  expect(has(partnersInProgress, { status: 'approved', aadharNo: '' })).toBe(true)
})

describe('partner search (§5.5)', () => {
  const given: JsonObject = {
    name: 'Ananya Iyer',
    personalEmail: 'ananya@example.in',
    companyEmailId: 'office@iyer.example',
    companyEmail: 'PLAN82600',
    mobileNo: '9876501234',
    companyName: 'Iyer Caterers',
    companyLocation: 'Chennai',
  }

  test.each([
    ['ANANYA chennai', true],
    ['caterers 98765', true],
    ['office@iyer  example.in', true],
    ['plan826', true],
    ['+91 98765 01234', true],
    ['iyer 098765', true],
    ['ananya mumbai', false],
    ['98765 01235', false],
    ['  ', true],
  ])('requires every word of %j in the partner: %j', (text, expected) => {
    expect(has(partnersWithWords(text), given)).toBe(expected)
  })

  test.each([
    ['iyer cat', true],
    ['ananya@', true],
    ['CHENN', true],
    ['76501', true],
    ['ananya chennai', false],
    ['office@', false],
    [' ', true],
  ])('finds %j as typed in the guest list: %j', (text, expected) => {
    expect(has(guestTiers(text)[0] ?? nothing(), given)).toBe(expected)
  })

  test('finds every word in the guest list, except in e-mails of the company', () => {
    expect(has(guestsWithWords('chennai ananya'), given)).toBe(true)
    expect(has(guestsWithWords('+91-98765-01234'), given)).toBe(true)
    expect(has(guestsWithWords('ananya office@'), given)).toBe(false)
    expect(has(guestsWithWords(' '), given)).toBe(true)
  })

  test('finds words in any order on the dashboard, and nothing for blank text', () => {
    const tiersOf = (text: string) => foundPartnerTiers(text).map((tier) => has(tier, given))
    expect(tiersOf('iyer cat')).toEqual([true, false])
    expect(tiersOf('ananya chennai')).toEqual([false, true])
    expect(tiersOf('ananya mumbai')).toEqual([false, false])
    expect(tiersOf(' ')).toEqual([false])
  })
})

test('orders partners by name in any case, ties by id', () => {
  const named = (_id: string, name: string) => partnerIndex(aPartner({ _id, name }))
  const partners = [named('1', 'zoya'), named('3', 'Asha'), named('2', 'asha'), named('4', 'Dev')]
  expect(partners.toSorted(byName).map(({ id }) => id)).toEqual(['2', '3', '4', '1'])
})

describe('a list with a search', () => {
  const listed = (listing: PartnerListing, given: JsonObject) => has(partnersListed(listing), given)

  test.each<[PartnerListing, JsonObject]>([
    [{ list: 'approval', status: 'RKYC' }, { status: 'RKYC' }],
    [{ list: 'approved' }, { status: 'approved' }],
    [{ list: 'guest' }, { status: 'approved', companyEmail: 'Guest' }],
    [{ list: 'gst' }, { NoGST: true }],
    [{ list: 'inProgress' }, { aadharNo: '' }],
  ])('%j lists %j if the search finds it', (listing, given) => {
    expect(listed(listing, given)).toBe(true)
    expect(listed(listing, { ...given, status: 'other', companyEmail: '', aadharNo: '1' })).toBe(
      listing.list === 'gst',
    )
    expect(listed({ ...listing, search: 'Ananya' }, given)).toBe(true)
    expect(listed({ ...listing, search: 'nobody' }, given)).toBe(false)
  })

  test('searches for every word, among guests not in the plan code', () => {
    const guest = { status: 'approved', companyEmail: 'Guest' }
    expect(listed({ list: 'guest', search: 'iyer ananya' }, guest)).toBe(true)
    expect(listed({ list: 'guest', search: 'guest ananya' }, guest)).toBe(false)
    expect(listed({ list: 'approved', search: 'guest ananya' }, guest)).toBe(true)
  })

  test('APPROVAL_STATUSES has the statuses of all tabs in order', () => {
    expect(APPROVAL_STATUSES).toEqual(STATUSES)
  })
})
