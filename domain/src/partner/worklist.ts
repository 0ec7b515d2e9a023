import { matches } from '../rule/matches.ts'
import { partnerIndex } from './index-fields.ts'
import { approvedPartners, guestPartners, partnersInApproval } from './list.ts'
import type { Partner } from './partner.ts'

/** The worklists of partners. */
export type PartnerWorklist = 'guest' | 'approved' | 'approval' | 'inProgress'

const WORKLISTS = [
  ['guest', guestPartners],
  ['approved', approvedPartners],
  ['approval', partnersInApproval('')],
] as const

/**
 * Returns the worklist of a partner: the guest list (§2.15), the approved list (§2.12) or the Approval Panel (§2.8).
 * A partner in none of them has no companyEmail or an unknown status, and is shown in progress (§2.14).
 */
export function partnerWorklist(partner: Partner): PartnerWorklist {
  const indexFields = partnerIndex(partner)
  return WORKLISTS.find(([, list]) => matches(list, indexFields))?.[0] ?? 'inProgress'
}
