import type { Partner } from '@mandap/domain/partner/partner.ts'
import { useQueries, useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/compat'
import { useLocation } from '../../router/Router.tsx'
import { useClient } from '../client/client-context.ts'
import { PAGE_SIZE } from '../list/page-start.ts'
import { reviewPresence } from '../live/presence.ts'
import { partnersPageQuery } from './queries.ts'
import { listingOfReview, reviewFrom } from './review.ts'

export interface Neighbour {
  partner: Partner
  at: number
}

/** Says why there is no next partner although some follow in the list. */
export const NEXT_REVIEWED = 'Others review the next partners in the list.'

/** The partners before and after one in the list of a review, and where that list is. */
export interface Neighbours {
  previous: Neighbour | null
  /** The next partner whom nobody else reviews. */
  next: Neighbour | null
  /** The partner who comes next in the list, if that one is passed over, and who reviews them. */
  passedOver: (Neighbour & { reviewer: string }) | null
  /** The position, counted from 1; null if the partner is no longer in the list. */
  position: number | null
  total: number | null
}

/** Returns the neighbours in the list of the review, or null if the screen was not opened from a list. */
export function useNeighbours(id: string): Neighbours | null {
  const client = useClient()
  const review = reviewFrom(useLocation().state)
  const listing = listingOfReview(review ?? { from: '' })
  // the last known index and the next partner, because the list may change while it is reviewed
  const [last, setLast] = useState<ReviewPosition>({ at: review?.at ?? 0, nextId: null })
  const { at } = last
  const reviews = reviewPresence(client)
  const isAsked = review !== null && reviews.enabled === true
  const { data: reviewers } = useQuery({ ...reviews, enabled: isAsked })
  const first = Math.max(0, pageAt(at - 1))
  // each reviewer can have one of the following partners open
  const pageCount = pageAt(at + 1 + (reviewers?.size ?? 0)) - first + 1
  const pages = [...new Set([0, ...Array.from({ length: pageCount }, (_, more) => first + more)])]
  const read = useQueries({
    queries: pages.map((page) => ({
      ...partnersPageQuery(client, listing, page),
      enabled: review !== null,
    })),
  })
  const rows = read.flatMap(({ data }, which) =>
    (data?.rows ?? []).map((partner, row) => ({
      partner,
      at: (pages[which] ?? 0) * PAGE_SIZE + row,
    })),
  )
  const { previous, next, passedOver, position } = neighboursIn(rows, last, id, reviewers)
  const current = { at: position === null ? at : position - 1, nextId: next?.partner.id ?? null }
  if (position !== null && (current.at !== at || current.nextId !== last.nextId)) setLast(current)
  return review && { previous, next, passedOver, position, total: read[0]?.data?.total ?? null }
}

/** A partner's index in a list, and the id of the next partner. */
export interface ReviewPosition {
  at: number
  nextId: string | null
}

/**
 * Returns a partner's neighbours. After a decision the partner leaves the list: the next partner stays the
 * next, wherever it is now. If that one has left too, the next is the partner at the same index. Partners with a
 * reviewer, or without an id, are passed over.
 */
export function neighboursIn(
  rows: readonly Neighbour[],
  last: ReviewPosition,
  id: string,
  reviewers: ReadonlyMap<string, string> = new Map(),
): Pick<Neighbours, 'previous' | 'next' | 'passedOver' | 'position'> {
  const rowOf = (one: string | null) => rows.find(({ partner }) => partner.id === one)
  const rowAt = (position: number) => rows.find((row) => row.at === position) ?? null
  const found = rowOf(id)
  const following = found ? rowAt(found.at + 1) : (rowOf(last.nextId) ?? rowAt(last.at))
  let next = following
  while (next && (next.partner.id === '' || reviewers.has(next.partner.id)))
    next = rowAt(next.at + 1)
  let previous = rowAt((found?.at ?? following?.at ?? last.at) - 1)
  while (previous?.partner.id === '') previous = rowAt(previous.at - 1)
  const reviewer = following ? reviewers.get(following.partner.id) : undefined
  const passedOver = following && reviewer !== undefined ? { ...following, reviewer } : null
  return {
    previous,
    next,
    passedOver,
    position: found ? found.at + 1 : null,
  }
}

function pageAt(position: number): number {
  return Math.floor(position / PAGE_SIZE)
}
