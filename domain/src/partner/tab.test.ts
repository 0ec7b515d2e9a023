import { describe, expect, test } from 'vitest'
import { APPROVAL_TABS, approvalTabOf } from './tab.ts'

describe('the Approval Panel (§2.8)', () => {
  test('has one tab per status, and none for approved (§4.5)', () => {
    expect(['pending', 'RKYC', 'DCV', 'decline', 'approved', ''].map(approvalTabOf)).toEqual([
      'pending',
      'kyc',
      'companyVerification',
      'declined',
      null,
      null,
    ])
  })

  test('has the defaults Pending, AKYC and ACV first', () => {
    expect(Object.values(APPROVAL_TABS)).toEqual([
      { label: 'Pending', statuses: ['pending'] },
      { label: 'KYC', statuses: ['AKYC', 'RKYC', 'DKYC'] },
      { label: 'Company Verification', statuses: ['ACV', 'RCV', 'DCV'] },
      { label: 'Declined', statuses: ['decline'] },
    ])
  })
})
