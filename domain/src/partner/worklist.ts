import { matches } from '../rule/matches.ts'
import { partnerIndex } from './index-fields.ts'
import { approvedPartners, guestPartners, partnersInApproval } from './list.ts'
import type { Partner } from './partner.ts'

/** The screens that show one partner, by the list that the partner stands in. */
export type PartnerWorklist = 'guest' | 'approved' | 'approval' | 'inProgress'

const WORKLISTS = [
  ['guest', guestPartners],
  ['approved', approvedPartners],
  ['approval', partnersInApproval('')],
] as const

/**
 * Where a partner is looked after: a guest among the guests (§4.6), any other approved one among the
 * approved (§2.12), one under review in the Approval Panel (§2.8). Who is in none of these is hidden
 * from review, because the registration lacks something (§2.14).
 */
export function partnerWorklist(partner: Partner): PartnerWorklist {
  const indexFields = partnerIndex(partner)
  return WORKLISTS.find(([, list]) => matches(list, indexFields))?.[0] ?? 'inProgress'
}
