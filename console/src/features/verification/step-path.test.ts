import { aPartner } from '@mandap/domain/testing/builders.ts'
import { describe, expect, test } from 'vitest'
import { reviewPath, stepPath } from './step-path.ts'

const UNDECIDED = { _id: 'p1', status: 'pending', kycStatus: '', cvStatus: '', ipvStatus: '' }

describe('the review of the next partner (§2.19) goes on', () => {
  test('at the same step, if it is accessible', () => {
    const partner = aPartner({ ...UNDECIDED, status: 'AKYC', kycStatus: 'AKYC' })
    expect(reviewPath(partner, 'companyVerification', false)).toBe(
      '/approval-panel/kyc/company-kyc/p1',
    )
  })

  test('at the step that is due, if the same one is closed', () => {
    const partner = aPartner(UNDECIDED)
    expect(reviewPath(partner, 'companyVerification', false)).toBe(
      '/approval-panel/kyc/online-kyc/p1',
    )
  })

  test('at the same step for a Super Admin, although it is closed', () => {
    const partner = aPartner(UNDECIDED)
    expect(reviewPath(partner, 'companyVerification', true)).toBe(
      '/approval-panel/kyc/company-kyc/p1',
    )
  })
})

test('the company step of a guest leads to the hub', () => {
  const guest = { id: 'p1', companyEmail: 'Guest' }
  expect(stepPath(guest, 'companyVerification')).toBe('/approval-panel/kyc/p1')
})
