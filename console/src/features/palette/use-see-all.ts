import type { ListName } from '@mandap/contract/list-names.ts'
import { counted, countText } from '@mandap/domain/text/counted.ts'
import { useQuery } from '@tanstack/preact-query'
import type { To } from '../../router/location.ts'
import { useClient } from '../client/client-context.ts'
import { allPartnersSearched, bookingsSearched, usersSearched } from '../search/hit.ts'
import { type Found, type FoundTotal, foundTotal, MAX_FOUND } from '../search/queries.ts'
import { LIST_NOUNS } from '../summary/list-nouns.ts'
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
  const partners = useQuery({
    ...foundTotal(client, 'partners', typed),
    enabled: isCounted('partners'),
  })
  const option = (id: string, title: string, to: To, details: string[] = []): Option => ({
    kind: 'list',
    id: `all:${id}`,
    title,
    details,
    icon: 'search',
    onSelect: () => go(to),
  })

  function ofList(list: ListName, counting: FoundTotal | undefined, to: To): Option[] {
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

  return {
    users: ofList('users', users.data, usersSearched(typed)),
    bookings: ofList('bookings', bookings.data, bookingsSearched(typed)),
    partners: ofList('partners', partners.data, allPartnersSearched(typed)),
  }
}
