import type { ListName } from '@mandap/contract/failed-lists.ts'
import { APPROVAL_STATUSES, approvalTabOf } from '@mandap/domain/partner/list.ts'
import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { useClient } from '../client/client-context.ts'
import { plainSearch } from '../list/plain-search.ts'
import { paths } from '../navigation/paths.ts'
import { searchOf } from '../partner/approval-view.ts'
import { partnerCounts } from '../partner/queries.ts'
import { bookingsSearched, partnersSearched, usersSearched } from '../search/hit.ts'
import { type Found, type FoundTotal, foundTotal, MAX_FOUND } from '../search/queries.ts'
import { LIST_NOUNS } from '../summary/list-nouns.ts'
import { counted, countText } from '../../ui/counted.ts'
import type { Option } from './option.ts'

/**
 * Returns the options that lead to all records of a search, for each list of which the palette shows only the first.
 * They say how many there are; until the host has counted them, and if it cannot, they say 'More results'.
 */
export function useSeeAll(
  { found, stale, typed }: { found: Found | undefined; stale: boolean; typed: string },
  go: (to: To) => void,
): Record<ListName, Option[]> {
  const client = useClient()
  // a full list of results may not be complete
  const isCut = (list: ListName) => found?.[list].length === MAX_FOUND
  const isCounted = (list: ListName) => !stale && isCut(list)
  const users = useQuery({ ...foundTotal(client, 'users', typed), enabled: isCounted('users') })
  const bookings = useQuery({
    ...foundTotal(client, 'bookings', typed),
    enabled: isCounted('bookings'),
  })
  const approved = useQuery({
    ...foundTotal(client, 'partners', typed),
    enabled: isCounted('partners'),
  })
  const inApproval = useQuery({
    ...partnerCounts(client, plainSearch(typed)),
    enabled: isCounted('partners'),
  })
  const option = (id: string, title: string, to: To, details: string[] = []): Option => ({
    id: `all:${id}`,
    title,
    details,
    icon: 'search',
    onSelect: () => go(to),
  })

  function ofList(list: 'users' | 'bookings', counting: FoundTotal | undefined, to: To): Option[] {
    if (!isCut(list)) return []
    const total = counting?.total ?? null
    if (total === null) return [option(list, 'More results', to)]
    if (total <= MAX_FOUND) return []
    const nouns = LIST_NOUNS[list]
    if (counting?.isExact === false)
      return [option(list, `See more than ${counted(total, nouns)} found`, to)]
    const more = `${countText(total - MAX_FOUND)} more`
    return [option(list, `See all ${counted(total, nouns)} found`, to, [more])]
  }

  /** The partners found are in two lists: the approved ones and those to approve. */
  function ofPartners(): Option[] {
    if (!isCut('partners')) return []
    const options: Option[] = []
    const toApproved = partnersSearched(typed)
    const total = approved.data?.total ?? null
    if (total === null) options.push(option('approved', 'More results', toApproved))
    else if (total > 0)
      options.push(option('approved', `See ${counted(total, APPROVED)}`, toApproved))
    const counts = inApproval.isPlaceholderData ? undefined : inApproval.data
    const status = counts && APPROVAL_STATUSES.find((one) => counts[one] > 0)
    const tab = status ? approvalTabOf(status) : null
    if (counts && status && tab) {
      const sum = APPROVAL_STATUSES.reduce((before, one) => before + counts[one], 0)
      const to = {
        pathname: paths.approvalPanel(),
        search: searchOf({ tab, status, search: typed }),
      }
      options.push(option('approval', `See ${counted(sum, TO_APPROVE)}`, to))
    }
    return options
  }

  return {
    users: ofList('users', users.data, usersSearched(typed)),
    bookings: ofList('bookings', bookings.data, bookingsSearched(typed)),
    partners: ofPartners(),
  }
}

const APPROVED = ['approved partner found', 'approved partners found'] as const
const TO_APPROVE = [
  'partner found in the Approval Panel',
  'partners found in the Approval Panel',
] as const
