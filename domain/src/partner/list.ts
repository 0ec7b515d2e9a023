import {
  all,
  blank,
  type Condition,
  contains,
  equals,
  everything,
  isOneOf,
  not,
  nothing,
} from '../rule/condition.ts'
import { fold, words } from '../text/text.ts'
import type { PartnerIndex } from './index-fields.ts'
import { GUEST } from './plan.ts'

/** The tabs of the Partner Approval Panel with the statuses of their sub-tabs (§2.8), defaults first. */
export const APPROVAL_TABS = {
  pending: { label: 'Pending', statuses: ['pending'] },
  kyc: { label: 'KYC', statuses: ['AKYC', 'RKYC', 'DKYC'] },
  companyVerification: { label: 'Company Verification', statuses: ['ACV', 'RCV', 'DCV'] },
  declined: { label: 'Declined', statuses: ['decline'] },
} as const

export type ApprovalTab = keyof typeof APPROVAL_TABS
export type ApprovalStatus = (typeof APPROVAL_TABS)[ApprovalTab]['statuses'][number]

/** The statuses of the Approval Panel, in the order of its tabs. */
export const APPROVAL_STATUSES: readonly ApprovalStatus[] = Object.values(APPROVAL_TABS).flatMap(
  ({ statuses }) => [...statuses],
)

/** The tab of the Approval Panel that a status belongs to; `null` for one of none. */
export function approvalTabOf(status: string): ApprovalTab | null {
  const tabs = Object.keys(APPROVAL_TABS) as ApprovalTab[]
  return (
    tabs.find((tab) => (APPROVAL_TABS[tab].statuses as readonly string[]).includes(status)) ?? null
  )
}

/** The partners under one status of the Approval Panel; an empty companyEmail hides one (§2.8). */
export function partnersToApprove(status: ApprovalStatus): Condition<PartnerIndex> {
  return all(withStatus(status), not(blank('companyEmail')))
}

/** The partners of the whole Approval Panel that a search finds, by whose statuses its tabs count. */
export function partnersInApproval(search: string): Condition<PartnerIndex> {
  return all(
    isOneOf('status', APPROVAL_STATUSES),
    not(blank('companyEmail')),
    partnersWithWords(search),
  )
}

/** The approved (verified) partners (§2.12). */
export const approvedPartners: Condition<PartnerIndex> = withStatus('approved')

/** Approved partners whose companyEmail is Guest (§4.6). */
export const guestPartners: Condition<PartnerIndex> = all(
  withStatus('approved'),
  equals('companyEmail', GUEST),
)

/** Partners without a GST number (§2.13). */
export const gstRequests: Condition<PartnerIndex> = equals('noGst', true)

/** Partners whose registration lacks something (§5.6). */
export const partnersInProgress: Condition<PartnerIndex> = not(blank('missingItems'))

function withStatus(status: string): Condition<PartnerIndex> {
  return equals('status', status)
}

/** Every word of the text somewhere in names, e-mails, phone, company or location (§5.5). */
export function partnersWithWords(text: string): Condition<PartnerIndex> {
  return all(...words(text).map((word) => contains('searchText', word)))
}

/** The partners that the dashboard search finds (§5.5); blank text finds none. */
export function partnersFound(text: string): Condition<PartnerIndex> {
  const folded = fold(text)
  return folded === '' ? nothing() : contains('searchText', folded)
}

/** The guest list's filter: the text as it stands, in any one field; blank shows all (§5.5). */
export function guestsWithText(text: string): Condition<PartnerIndex> {
  const folded = fold(text)
  return folded === '' ? everything() : contains('guestSearchText', folded)
}

/** The lists of partners by name: the Approval Panel's statuses and §2.12 to §2.15. */
export const PARTNER_LISTS = ['approval', 'approved', 'guest', 'gst', 'inProgress'] as const

/** A list of partners and what narrows it. */
export type PartnerListing =
  | { list: 'approval'; status: ApprovalStatus; search?: string | undefined }
  | { list: Exclude<(typeof PARTNER_LISTS)[number], 'approval'>; search?: string | undefined }

/** The partners of a list with a search, each list by its own way to search (§5.5). */
export function partnersListed(listing: PartnerListing): Condition<PartnerIndex> {
  const { list, search = '' } = listing
  switch (list) {
    case 'approval':
      return all(partnersToApprove(listing.status), partnersWithWords(search))
    case 'approved':
      return all(approvedPartners, partnersWithWords(search))
    case 'guest':
      return all(guestPartners, guestsWithText(search))
    case 'gst':
      return all(gstRequests, partnersWithWords(search))
    case 'inProgress':
      return all(partnersInProgress, partnersWithWords(search))
  }
}
