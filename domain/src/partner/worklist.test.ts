import { expect, test } from 'vitest'
import { aPartner } from '../testing/builders.ts'
import { APPROVAL_STATUSES } from './tab.ts'
import { partnerWorklist } from './worklist.ts'

test.each([
  ['approved', 'Guest', 'guest'],
  ['approved', 'PLAN82600', 'approved'],
  ['approved', '', 'approved'],
  ...APPROVAL_STATUSES.map((status) => [status, 'PLAN82600', 'approval'] as const),
  ...APPROVAL_STATUSES.map((status) => [status, 'Guest', 'approval'] as const),
  ['pending', '', 'inProgress'],
  ['pending', '  ', 'inProgress'],
  ['onHold', 'PLAN82600', 'inProgress'],
  ['', '', 'inProgress'],
] as const)(
  'a partner with status %j and companyEmail %j is in %s',
  (status, companyEmail, worklist) => {
    expect(partnerWorklist(aPartner({ status, companyEmail }))).toBe(worklist)
  },
)
