import { describe, expect, test } from 'vitest'
import {
  approvalViewFrom,
  listingOfApprovalView,
  searchOfApprovalView,
} from './approval-view-url.ts'

describe('tab, sub-tab and search in the URL (§2.8)', () => {
  test.each([
    ['', { tab: 'pending', status: 'pending', search: '' }],
    ['?tab=kyc', { tab: 'kyc', status: 'AKYC', search: '' }],
    ['?tab=kyc&status=RKYC&search=iyer', { tab: 'kyc', status: 'RKYC', search: 'iyer' }],
    ['?tab=companyVerification', { tab: 'companyVerification', status: 'ACV', search: '' }],
    ['?tab=declined', { tab: 'declined', status: 'decline', search: '' }],
  ] as const)('"%s" is unchanged after reading and writing', (search, view) => {
    expect(approvalViewFrom(new URLSearchParams(search))).toEqual(view)
    expect(searchOfApprovalView(view)).toBe(search)
  })

  test.each(['?tab=constructor', '?tab=pending&status=AKYC', '?status=DCV', '?tab=x&status=y'])(
    '%s falls back to the defaults',
    (search) => {
      expect(approvalViewFrom(new URLSearchParams(search))).toMatchObject({ status: 'pending' })
    },
  )

  test('treats searches that differ only in spaces as one list', () => {
    const view = { tab: 'pending', status: 'pending' } as const
    expect(listingOfApprovalView({ ...view, search: '  iyer   chennai ' })).toEqual(
      listingOfApprovalView({ ...view, search: 'iyer chennai' }),
    )
  })
})
