import { type PartnerListing } from '@mandap/domain/partner/list.ts'
import {
  APPROVAL_TABS,
  type ApprovalStatus,
  type ApprovalTab,
  DEFAULT_APPROVAL_TAB,
} from '@mandap/domain/partner/tab.ts'
import { keyIn } from '../list/key-in.ts'
import { plainSearch } from '../list/plain-search.ts'

/** What the Approval Panel shows (§2.8): a tab, one of its statuses, and a search. */
export interface ApprovalView {
  tab: ApprovalTab
  status: ApprovalStatus
  search: string
}

/** Returns the view in the query string of a URL. Unknown values become the default. */
export function approvalViewFrom(params: URLSearchParams): ApprovalView {
  const tab = keyIn(APPROVAL_TABS, params.get('tab')) ?? DEFAULT_APPROVAL_TAB
  const statuses: readonly ApprovalStatus[] = APPROVAL_TABS[tab].statuses
  const status = statuses.find((one) => one === params.get('status')) ?? defaultStatus(tab)
  return { tab, status, search: params.get('search') ?? '' }
}

/** Returns the query string of a view, such as `?tab=kyc&status=RKYC`. Leaves out defaults. */
export function searchOfApprovalView({ tab, status, search }: ApprovalView): string {
  const params = new URLSearchParams()
  if (tab !== DEFAULT_APPROVAL_TAB) params.set('tab', tab)
  if (status !== defaultStatus(tab)) params.set('status', status)
  if (search.trim() !== '') params.set('search', search)
  return params.size === 0 ? '' : `?${params}`
}

/** Returns the default sub-tab of a tab: AKYC or ACV (§2.8). */
export function defaultStatus(tab: ApprovalTab): ApprovalStatus {
  return APPROVAL_TABS[tab].statuses[0]
}

/** Returns the list of a view. */
export function listingOfApprovalView({ status, search }: ApprovalView): PartnerListing {
  return { list: 'approval', status, search: plainSearch(search) }
}
