/** The tabs of the Approval Panel with the statuses of their sub-tabs (§2.8). The first status of each is its default. */
export const APPROVAL_TABS = {
  pending: { label: 'Pending', statuses: ['pending'] },
  kyc: { label: 'KYC', statuses: ['AKYC', 'RKYC', 'DKYC'] },
  companyVerification: { label: 'Company Verification', statuses: ['ACV', 'RCV', 'DCV'] },
  declined: { label: 'Declined', statuses: ['decline'] },
} as const

export type ApprovalTab = keyof typeof APPROVAL_TABS

export const DEFAULT_APPROVAL_TAB: ApprovalTab = 'pending'

export type ApprovalStatus = (typeof APPROVAL_TABS)[ApprovalTab]['statuses'][number]

/** The statuses of the Approval Panel, in the order of its tabs. */
export const APPROVAL_STATUSES: readonly ApprovalStatus[] = Object.values(APPROVAL_TABS).flatMap(
  ({ statuses }) => [...statuses],
)

/** Returns the tab of the Approval Panel that lists a status, or `null`. */
export function approvalTabOf(status: string): ApprovalTab | null {
  const tabs = Object.keys(APPROVAL_TABS) as ApprovalTab[]
  return (
    tabs.find((tab) => (APPROVAL_TABS[tab].statuses as readonly string[]).includes(status)) ?? null
  )
}
