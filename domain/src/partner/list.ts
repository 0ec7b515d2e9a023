import {
  all,
  blank,
  type Condition,
  contains,
  equals,
  isOneOf,
  not,
  nothing,
  startsWith,
} from '../rule/condition.ts'
import { searchTiers, withTerms } from '../text/search.ts'
import { fold, words } from '../text/text.ts'
import type { PartnerIndex } from './index-fields.ts'
import { GUEST } from './plan.ts'
import { APPROVAL_STATUSES, type ApprovalStatus } from './tab.ts'

/** Selects the partners of one status in the Approval Panel, which hides those without companyEmail (§2.8). */
export function partnersToApprove(status: ApprovalStatus): Condition<PartnerIndex> {
  return all(withStatus(status), not(blank('companyEmail')))
}

/** Selects the partners of all tabs of the Approval Panel that a search finds. The tabs show their counts. */
export function partnersInApproval(search: string): Condition<PartnerIndex> {
  return all(
    isOneOf('status', APPROVAL_STATUSES),
    not(blank('companyEmail')),
    partnersWithWords(search),
  )
}

/** Selects the approved partners (§2.12). */
export const approvedPartners: Condition<PartnerIndex> = withStatus('approved')

/** Number of names that the planner filter suggests (§2.5). */
export const MAX_NAMES = 20

/**
 * Returns the tiers of the approved partners whose name contains every word of the text (§2.5). The first has the names
 * that begin with the text. Blank text selects all names.
 */
export function approvedNameTiers(text: string): readonly Condition<PartnerIndex>[] {
  const named = all(approvedPartners, not(blank('name')))
  const prefix = fold(text)
  if (prefix === '') return [named]
  const begins = startsWith<PartnerIndex>('name', prefix)
  const parts = words(text).map((word) => contains<PartnerIndex>('name', word))
  // the search text contains the name, and has an index
  return [all(named, begins), all(named, partnersWithWords(text), ...parts, not(begins))]
}

/** Selects the guest partners (§4.6). */
export const guestPartners: Condition<PartnerIndex> = all(
  withStatus('approved'),
  equals('companyEmail', GUEST),
)

/** Selects the partners without a GST number (§2.13). */
export const gstRequests: Condition<PartnerIndex> = equals('noGst', true)

/** Selects the partners whose registration lacks an item (§5.6). */
export const partnersInProgress: Condition<PartnerIndex> = not(blank('missingItems'))

function withStatus(status: string): Condition<PartnerIndex> {
  return equals('status', status)
}

/** Selects the partners that contain every word of the text (§5.5). Blank text selects all. */
export function partnersWithWords(text: string): Condition<PartnerIndex> {
  return withTerms(text, inText)
}

/** Returns the tiers of `partnersWithWords`. */
export function partnerTiers(text: string): readonly Condition<PartnerIndex>[] {
  return searchTiers(text, inText)
}

/** Returns the tiers of the partners that the dashboard search finds (§5.5). Blank text selects none. */
export function foundPartnerTiers(text: string): readonly Condition<PartnerIndex>[] {
  return fold(text) === '' ? [nothing()] : partnerTiers(text)
}

function inText(part: string): Condition<PartnerIndex> {
  return contains('searchText', part)
}

/** Selects the partners that contain every word of the text, for the guest list (§5.5). Blank selects all. */
export function guestsWithWords(text: string): Condition<PartnerIndex> {
  return withTerms(text, inGuestText)
}

/** Returns the tiers of `guestsWithWords`. The first has the text as typed in one field (§5.5). */
export function guestTiers(text: string): readonly Condition<PartnerIndex>[] {
  return searchTiers(text, inGuestText)
}

function inGuestText(part: string): Condition<PartnerIndex> {
  return contains('guestSearchText', part)
}

/** The lists of partners: all, the Approval Panel, and §2.12 to §2.15. */
export const PARTNER_LISTS = ['all', 'approval', 'approved', 'guest', 'gst', 'inProgress'] as const

/** A list of partners and its search. */
export type PartnerListing =
  | { list: 'approval'; status: ApprovalStatus; search?: string | undefined }
  | { list: Exclude<(typeof PARTNER_LISTS)[number], 'approval'>; search?: string | undefined }

/**
 * Returns the tiers of the partners of a list. The guest list shows those that contain the text as typed first
 * (§5.5); the other lists require every word and have one tier.
 */
export function listedTiers(listing: PartnerListing): readonly Condition<PartnerIndex>[] {
  return listing.list === 'guest'
    ? guestTiers(listing.search ?? '').map((tier) => all(guestPartners, tier))
    : [partnersListed(listing)]
}

/** Selects the partners of a list that its search finds (§5.5). */
export function partnersListed(listing: PartnerListing): Condition<PartnerIndex> {
  const { list, search = '' } = listing
  switch (list) {
    case 'all':
      return partnersWithWords(search)
    case 'approval':
      return all(partnersToApprove(listing.status), partnersWithWords(search))
    case 'approved':
      return all(approvedPartners, partnersWithWords(search))
    case 'guest':
      return all(guestPartners, guestsWithWords(search))
    case 'gst':
      return all(gstRequests, partnersWithWords(search))
    case 'inProgress':
      return all(partnersInProgress, partnersWithWords(search))
  }
}
