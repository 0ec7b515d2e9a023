import { APPROVAL_STATUSES, type ApprovalStatus } from '@mandap/domain/partner/list.ts'
import type { PartnerCounts } from './host.ts'

/** A count for every status of the Approval Panel. */
export function approvalCounts(countOf: (status: ApprovalStatus) => number): PartnerCounts {
  const counts = APPROVAL_STATUSES.map((status) => [status, countOf(status)])
  return Object.fromEntries(counts) as Record<ApprovalStatus, number>
}
