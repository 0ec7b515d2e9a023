import { describe, expect, test } from 'vitest'
import { aPartner } from '../testing/builders.ts'
import { afterReupload } from './reupload.ts'
import { whyDisabled } from './step.ts'

const KYC = { videoUrl: '/documents/1' }
const COMPANY = { gstCertificateUrl: '/documents/2' }

describe('new documents for a step at RKYC or RCV make it undecided (§4.5)', () => {
  test.each([
    [
      'after online KYC, the partner is pending again',
      { status: 'RKYC', kycStatus: 'RKYC' },
      KYC,
      { kycStatus: '', status: 'pending' },
    ],
    [
      'after company verification, the partner is at AKYC again',
      { status: 'RCV', kycStatus: 'AKYC', cvStatus: 'RCV' },
      COMPANY,
      { cvStatus: '', status: 'AKYC' },
    ],
    [
      'a status that has changed since the request stays',
      { status: 'ACV', kycStatus: 'RKYC', cvStatus: 'ACV' },
      KYC,
      { kycStatus: '' },
    ],
    [
      'a document of the other step changes nothing',
      { status: 'RKYC', kycStatus: 'RKYC' },
      COMPANY,
      {},
    ],
    ['a declined step stays declined', { status: 'DKYC', kycStatus: 'DKYC' }, KYC, {}],
    ['an approved step stays approved', { status: 'AKYC', kycStatus: 'AKYC' }, KYC, {}],
    ['a first upload changes nothing', { status: 'pending', kycStatus: '' }, KYC, {}],
    ['no document changes nothing', { status: 'RKYC', kycStatus: 'RKYC' }, {}, {}],
  ])('%s', (_title, given, documents, expected) => {
    expect(afterReupload(aPartner(given), documents)).toEqual(expected)
  })

  test.each([
    ['onlineKyc', { status: 'RKYC', kycStatus: 'RKYC' }, KYC],
    ['companyVerification', { status: 'RCV', kycStatus: 'AKYC', cvStatus: 'RCV' }, COMPANY],
  ] as const)(
    'an administrator without Super Admin can decide %s again',
    (step, given, documents) => {
      expect(whyDisabled(aPartner(given), step, false)).toMatch(/is already decided/)
      const after = afterReupload(aPartner(given), documents)
      expect(whyDisabled(aPartner({ ...given, ...after }), step, false)).toBeNull()
    },
  )
})
