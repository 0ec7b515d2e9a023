import { describe, expect, test } from 'vitest'
import { aPartner } from '../testing/builders.ts'
import {
  actionsOf,
  decisionOf,
  dueStep,
  isDecided,
  STEPS,
  type Step,
  stepsOf,
  type Verification,
  whyClosed,
  whyDisabled,
} from './step.ts'

const standing = (given: Partial<Verification>): Verification =>
  aPartner({ status: 'pending', kycStatus: '', cvStatus: '', ipvStatus: '', ...given })

describe('the steps of a partner (§2.9, §4.5)', () => {
  test('are online KYC, company verification and in-person verification', () => {
    expect(stepsOf({ companyEmail: 'PLAN70000' })).toEqual([
      'onlineKyc',
      'companyVerification',
      'inPerson',
    ])
  })

  test('do not include company verification for a guest', () => {
    expect(stepsOf({ companyEmail: 'Guest' })).toEqual(['onlineKyc', 'inPerson'])
  })

  test('offer only Approve and Decline in person (§2.10)', () => {
    expect(actionsOf('onlineKyc')).toEqual(['approve', 'reupload', 'decline'])
    expect(actionsOf('companyVerification')).toEqual(['approve', 'reupload', 'decline'])
    expect(actionsOf('inPerson')).toEqual(['approve', 'decline'])
  })
})

// the rule of §4.5, written a second time without the data of step.ts
const VALID = {
  kycStatus: ['AKYC', 'RKYC', 'DKYC'],
  cvStatus: ['ACV', 'RCV', 'DCV'],
  ipvStatus: ['decline', 'approved'],
}
const FIELD = {
  onlineKyc: 'kycStatus',
  companyVerification: 'cvStatus',
  inPerson: 'ipvStatus',
} as const

function accessible(partner: Verification, step: Step, superAdmin: boolean): boolean {
  const guest = partner.companyEmail === 'Guest'
  if (guest && step === 'companyVerification') return false
  if (partner.status === 'decline' || superAdmin || step === 'onlineKyc') return true
  const previous = step === 'inPerson' && !guest ? 'cvStatus' : 'kycStatus'
  const status = partner[previous]
  return VALID[previous].includes(status) && !['RKYC', 'RCV', 'DKYC', 'DCV'].includes(status)
}

const STATUSES = ['', 'pending', 'AKYC', 'RKYC', 'DKYC', 'ACV', 'RCV', 'DCV', 'decline', 'approved']

function* everyStanding(): Generator<{ partner: Verification; superAdmin: boolean }> {
  for (const status of STATUSES)
    for (const kycStatus of ['', 'pending', 'ACV', ...VALID.kycStatus])
      for (const cvStatus of ['', 'pending', 'AKYC', ...VALID.cvStatus])
        for (const ipvStatus of ['', 'pending', ...VALID.ipvStatus])
          for (const companyEmail of ['PLAN70000', 'Guest', ''])
            for (const superAdmin of [false, true])
              yield {
                partner: { status, kycStatus, cvStatus, ipvStatus, companyEmail },
                superAdmin,
              }
}

const EVERY_STANDING = [...everyStanding()]

describe.each(Object.keys(STEPS) as Step[])('%s, for every combination of statuses', (step) => {
  test('is accessible exactly as §4.5 says', () => {
    const wrong = EVERY_STANDING.filter(
      ({ partner, superAdmin }) =>
        (whyClosed(partner, step, superAdmin) === null) !== accessible(partner, step, superAdmin),
    )
    expect(wrong).toEqual([])
  })

  test('enables its actions while it is accessible and undecided, or for a Super Admin', () => {
    const wrong = EVERY_STANDING.filter(({ partner, superAdmin }) => {
      const decided = VALID[FIELD[step]].includes(partner[FIELD[step]])
      const enabled = accessible(partner, step, superAdmin) && (superAdmin || !decided)
      return (
        isDecided(partner, step) !== decided ||
        (whyDisabled(partner, step, superAdmin) === null) !== enabled
      )
    })
    expect(wrong).toEqual([])
  })
})

describe('a step that is not accessible says why', () => {
  test.each<[string, Step, Partial<Verification>, string | null]>([
    ['nothing decided', 'companyVerification', {}, 'Decide Online KYC first.'],
    [
      'a requested re-upload',
      'companyVerification',
      { kycStatus: 'RKYC' },
      'Online KYC is waiting for new documents.',
    ],
    ['declined', 'inPerson', { cvStatus: 'DCV' }, 'Company Verification was declined.'],
    [
      'a guest’s in-person step follows online KYC',
      'inPerson',
      { companyEmail: 'Guest', kycStatus: 'DKYC' },
      'Online KYC was declined.',
    ],
    [
      'a guest has no company step',
      'companyVerification',
      { companyEmail: 'Guest', kycStatus: 'AKYC' },
      'A guest partner has no company verification.',
    ],
    ['not if the step before is approved', 'companyVerification', { kycStatus: 'AKYC' }, null],
  ])('%s', (_, step, given, reason) => {
    expect(whyClosed(standing(given), step, false)).toBe(reason)
  })

  test.each(Object.keys(STEPS) as Step[])(
    '%s of an erased partner, for a Super Admin too',
    (step) => {
      const erased = standing({ status: 'erased' })
      expect(whyClosed(erased, step, true)).toMatch(/erased/)
      expect(whyDisabled(erased, step, true)).toMatch(/erased/)
    },
  )

  test('a decided step says who can change it', () => {
    expect(whyDisabled(standing({ kycStatus: 'AKYC' }), 'onlineKyc', false)).toBe(
      'Online KYC is already decided. Only a Super Admin can change it.',
    )
  })
})

describe('the step that is due', () => {
  test.each<[string, Partial<Verification>, Step | null]>([
    ['of a new partner is online KYC', {}, 'onlineKyc'],
    [
      'after an approved KYC is company verification',
      { status: 'AKYC', kycStatus: 'AKYC' },
      'companyVerification',
    ],
    [
      'of a guest after an approved KYC is in-person verification',
      { status: 'AKYC', kycStatus: 'AKYC', companyEmail: 'Guest' },
      'inPerson',
    ],
    [
      'after an approved company is in-person verification',
      { status: 'ACV', kycStatus: 'AKYC', cvStatus: 'ACV' },
      'inPerson',
    ],
    ['is none while new documents are awaited', { status: 'RKYC', kycStatus: 'RKYC' }, null],
    ['is none after a declined KYC', { status: 'DKYC', kycStatus: 'DKYC' }, null],
    [
      'is none after an approved KYC is declined, also if the company is approved',
      { status: 'DKYC', kycStatus: 'DKYC', cvStatus: 'ACV' },
      null,
    ],
    [
      'is none while new documents of an approved KYC are awaited, also if the company is approved',
      { status: 'RKYC', kycStatus: 'RKYC', cvStatus: 'ACV' },
      null,
    ],
    ['is online KYC again after new documents', { status: 'pending', kycStatus: '' }, 'onlineKyc'],
    [
      'is online KYC after its new documents, also if the company was declined',
      { status: 'pending', kycStatus: '', cvStatus: 'DCV' },
      'onlineKyc',
    ],
    ['of a declined partner is none', { status: 'decline', ipvStatus: 'decline' }, null],
    ['of an approved partner is none, whatever was not decided', { status: 'approved' }, null],
  ])('%s', (_, given, step) => {
    expect(dueStep(standing(given))).toBe(step)
  })
})

test('a status code stands for a decision, in plain words', () => {
  expect(['AKYC', 'ACV', 'approved'].map(decisionOf)).toEqual(['Approved', 'Approved', 'Approved'])
  expect(['RKYC', 'RCV'].map(decisionOf)).toEqual(['Re-upload requested', 'Re-upload requested'])
  expect(['DKYC', 'DCV', 'decline'].map(decisionOf)).toEqual(['Declined', 'Declined', 'Declined'])
  expect(['pending', '', 'toString'].map(decisionOf)).toEqual([null, null, null])
})
