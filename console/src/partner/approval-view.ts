import {
  APPROVAL_TABS,
  type ApprovalStatus,
  type ApprovalTab,
  type PartnerListing,
} from '@mandap/domain/partner/list.ts'
import { plainSearch } from '../search/plain-search.ts'

/** What the Approval Panel shows (§2.8): a tab, one of its statuses, and a search. */
export interface ApprovalView {
  tab: ApprovalTab
  status: ApprovalStatus
  search: string
}

/** The view that an address holds; what it does not know falls back to its default. */
export function viewFrom(params: URLSearchParams): ApprovalView {
  const named = params.get('tab') ?? ''
  const tab = Object.hasOwn(APPROVAL_TABS, named) ? (named as ApprovalTab) : 'pending'
  const statuses: readonly ApprovalStatus[] = APPROVAL_TABS[tab].statuses
  const status = statuses.find((one) => one === params.get('status')) ?? defaultStatus(tab)
  return { tab, status, search: params.get('search') ?? '' }
}

/** The address of a view, `?tab=kyc&status=RKYC`; what is at its default is left out. */
export function searchOf({ tab, status, search }: ApprovalView): string {
  const params = new URLSearchParams()
  if (tab !== 'pending') params.set('tab', tab)
  if (status !== defaultStatus(tab)) params.set('status', status)
  if (search.trim() !== '') params.set('search', search)
  return params.size === 0 ? '' : `?${params}`
}

/** The sub-tab with which a tab opens: AKYC and ACV (§2.8). */
export function defaultStatus(tab: ApprovalTab): ApprovalStatus {
  return APPROVAL_TABS[tab].statuses[0]
}

/** The list of a view. */
export function listingOf({ status, search }: ApprovalView): PartnerListing {
  return { list: 'approval', status, search: plainSearch(search) }
}
