import type { Booking } from '@mandap/domain/booking/booking.ts'
import { cityOf } from '@mandap/domain/booking/city.ts'
import {
  fitRank,
  nameRank,
  type PlannerFit,
  plannerFit,
} from '@mandap/domain/booking/planner-fit.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/compat'
import { bookingsOnDaysQuery, daysOf } from '../../features/booking/on-days.ts'
import { useClient } from '../../features/client/client-context.ts'
import { approvedPartnersQuery } from '../../features/partner/queries.ts'
import { timeZone } from '../../features/time/today.ts'
import { MAX_SEARCH_LENGTH } from '../../ui/search-length.ts'
import { useThrottledValue } from '../../ui/use-throttled-value.ts'
import type { PickedPartner } from './planner-draft.ts'

/** Number of partners whose other events are read. */
const MAX_CHECKED = 60

export interface SuggestedPartner {
  partner: Partner
  fit: PlannerFit
}

/**
 * Returns the approved partners that a search finds (§5.5), those whose name was typed first, then those that fit the
 * booking best, and the fit of the selected one. Partners in the city of the event are searched for on their own, so
 * that a long list does not hide them.
 */
export function useSuggestedPartners(
  booking: Booking,
  search: string,
  picked: PickedPartner | null,
) {
  const client = useClient()
  const zone = timeZone()
  const throttled = useThrottledValue(search)
  const city = searchedCity(booking.location)
  const found = useQuery(approvedPartnersQuery(client, throttled))
  const near = useQuery({
    ...approvedPartnersQuery(client, `${city} ${throttled}`),
    enabled: city !== '',
  })
  const lists = city === '' ? [found] : [near, found]
  const partners = [
    ...new Map(
      lists.flatMap(({ data }) => data?.rows ?? []).map((partner) => [partner.id, partner]),
    ).values(),
  ]
  const fitting = (on: readonly Booking[] | null, of: readonly Partner[]) =>
    inOrder(
      of.map((partner) => ({ partner, fit: plannerFit(booking, partner, on, zone) })),
      throttled,
    )
  const best = fitting(null, partners).slice(0, MAX_CHECKED)
  const ids = best.map(({ partner }) => partner.id)
  const checked = picked && !ids.includes(picked.id) ? [...ids, picked.id] : ids
  const planned = useQuery(bookingsOnDaysQuery(client, daysOf(booking, checked)))
  const events = planned.data ?? null

  const isFresh =
    throttled === search &&
    lists.every(({ isPlaceholderData, isPending }) => !isPlaceholderData && !isPending) &&
    !planned.isLoading
  const suggested = useSettled(
    fitting(
      events,
      best.map(({ partner }) => partner),
    ),
    isFresh ? [throttled, ...[...lists, planned].map((one) => one.dataUpdatedAt)].join() : null,
  )
  const failed = lists.filter(({ isError }) => isError)
  return {
    suggested,
    fit: picked && plannerFit(booking, picked, events, zone),
    events: planned,
    isFresh,
    isError: failed.length > 0,
    retrying: failed.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const list of failed) void list.refetch()
    },
  }
}

/**
 * Returns the last suggestions that were complete. Otherwise one could move away under the pointer while others load.
 * `version` changes with the complete suggestions; it is null while some are missing.
 */
function useSettled(
  suggested: readonly SuggestedPartner[],
  version: string | null,
): readonly SuggestedPartner[] {
  const [settled, setSettled] = useState({ suggested: [] as typeof suggested, version: '' })
  if (version === null || version === settled.version) return settled.suggested
  setSettled({ suggested, version })
  return suggested
}

/** Returns the city of a location to search in, or '' if it is too long for a search: no partner's city is. */
export function searchedCity(location: string): string {
  const city = cityOf(location)
  return city.length > MAX_SEARCH_LENGTH ? '' : city
}

// partners of equal name and fit stay in the order of their names
function inOrder(suggested: readonly SuggestedPartner[], typed: string): SuggestedPartner[] {
  return suggested.toSorted(
    (a, b) =>
      nameRank(b.partner, typed) - nameRank(a.partner, typed) || fitRank(b.fit) - fitRank(a.fit),
  )
}
