import type { Partner } from '@mandap/domain/partner/partner.ts'
import { isObject, readNumber, readText } from '@mandap/domain/wire/read.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { parsePath, useLocation } from 'react-router'
import { useClient } from '../app/client-context.ts'
import { PAGE_SIZE } from '../list/page-start.ts'
import { partnersPageQuery } from './queries.ts'
import { listingOf, viewFrom } from './approval-view.ts'

/** The way a review came, as it travels in navigation state. */
export interface Review {
  /** Path and search of the list. */
  from: string
  /** The partner's place in that list. */
  at: number
  /** How many entries of the history lie between the list and here. */
  depth: number
}

export function reviewFrom(state: unknown): Review | null {
  if (!isObject(state) || !isObject(state['review'])) return null
  const { from, at, depth } = state['review']
  const place = readNumber(at)
  const steps = readNumber(depth)
  if (readText(from) === '' || place === null || steps === null) return null
  return { from: readText(from), at: place, depth: steps }
}

export function reviewState(review: Review | null) {
  return review && { review }
}

export interface Neighbour {
  partner: Partner
  at: number
}

/** The partners before and after one in the list they came from, and where that list is. */
export interface Neighbours {
  previous: Neighbour | null
  next: Neighbour | null
  /** Counted from 1; null where the partner is no longer in the list. */
  place: number | null
  total: number | null
}

/** The neighbours in the list of the review; null where the screen was opened by itself. */
export function useNeighbours(id: string): Neighbours | null {
  const client = useClient()
  const review = reviewFrom(useLocation().state)
  const listing = listingOf(
    viewFrom(new URLSearchParams(parsePath(review?.from ?? '').search ?? '')),
  )
  // where they last stood, and who came next: the list may have moved since it was opened
  const [last, setLast] = useState<Stand>({ at: review?.at ?? 0, nextId: null })
  const { at } = last
  const numbers = [0, blockAt(at - 1), blockAt(at), blockAt(at + 1)].filter((block) => block >= 0)
  const blocks = [...new Set(numbers)]
  const read = useQueries({
    queries: blocks.map((block) => ({
      ...partnersPageQuery(client, listing, block),
      enabled: review !== null,
    })),
  })
  const rows = read.flatMap(({ data }, which) =>
    (data?.rows ?? []).map((partner, row) => ({
      partner,
      at: (blocks[which] ?? 0) * PAGE_SIZE + row,
    })),
  )
  const { previous, next, place } = neighboursIn(rows, last, id)
  const stand = { at: place === null ? at : place - 1, nextId: next?.partner.id ?? null }
  if (place !== null && (stand.at !== at || stand.nextId !== last.nextId)) setLast(stand)
  return review && { previous, next, place, total: read[0]?.data?.total ?? null }
}

/** A partner's place in a list, and the id of the one after them. */
export interface Stand {
  at: number
  nextId: string | null
}

/**
 * A partner who was decided leaves the list: whoever came next still does, wherever they stand now, and if
 * they have left too, whoever stands in the place.
 */
export function neighboursIn(
  rows: readonly Neighbour[],
  last: Stand,
  id: string,
): Pick<Neighbours, 'previous' | 'next' | 'place'> {
  const rowOf = (one: string | null) => rows.find(({ partner }) => partner.id === one)
  const rowAt = (place: number) => rows.find((row) => row.at === place) ?? null
  const found = rowOf(id)
  if (found)
    return { previous: rowAt(found.at - 1), next: rowAt(found.at + 1), place: found.at + 1 }
  const next = rowOf(last.nextId) ?? rowAt(last.at)
  return { previous: rowAt((next?.at ?? last.at) - 1), next, place: null }
}

function blockAt(place: number): number {
  return Math.floor(place / PAGE_SIZE)
}
