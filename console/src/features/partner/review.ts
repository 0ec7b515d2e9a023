import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import { isObject, readNumber } from '@mandap/domain/wire/read.ts'
import { parsePath } from '../../router/location.ts'
import { plainSearch } from '../list/plain-search.ts'
import { type CameFrom, openedBy } from '../navigation/back-link.ts'
import { paths } from '../navigation/paths.ts'
import { approvalViewFrom, listingOfApprovalView } from './approval-view-url.ts'

/** The navigation state of a screen that a list opened, if the screen leads to the next partner of the list. */
export interface Review extends Required<CameFrom> {
  /** The partner's index in that list. */
  at: number
}

/** Returns the navigation state of the link to the partner at an index of a list. */
export function reviewAt(at: number): (here: string) => Review {
  return (here) => ({ from: here, depth: 1, at })
}

export function reviewFrom(state: unknown): Review | null {
  const opened = openedBy(state)
  const at = isObject(state) ? readNumber(state['at']) : null
  return opened && at !== null ? { ...opened, at } : null
}

/** The lists whose view is their search. The Approval Panel also has tabs. */
const LISTS: Readonly<Record<string, 'gst' | 'inProgress'>> = {
  [paths.gstRequests()]: 'gst',
  [paths.inProgressPartners()]: 'inProgress',
}

/** Returns the list of a review. */
export function listingOfReview({ from }: Pick<Review, 'from'>): PartnerListing {
  const { pathname, search } = parsePath(from)
  const params = new URLSearchParams(search)
  const list = LISTS[pathname]
  return list === undefined
    ? listingOfApprovalView(approvalViewFrom(params))
    : { list, search: plainSearch(params.get('search') ?? '') }
}
