import type { Partner } from '@mandap/domain/partner/partner.ts'
import { isObject, readNumber, readText } from '@mandap/domain/wire/read.ts'
import { useQueries } from '@tanstack/react-query'
import { parsePath, useLocation } from 'react-router'
import { useHost } from '../host/host-context.ts'
import { BLOCK } from '../host/queries/block.ts'
import { partnersBlock } from '../host/queries/partner.ts'
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
  const host = useHost()
  const review = reviewFrom(useLocation().state)
  const listing = listingOf(
    viewFrom(new URLSearchParams(parsePath(review?.from ?? '').search ?? '')),
  )
  const at = review?.at ?? 0
  const numbers = [0, blockAt(at - 1), blockAt(at), blockAt(at + 1)].filter((block) => block >= 0)
  const blocks = [...new Set(numbers)]
  const read = useQueries({
    queries: blocks.map((block) => ({
      ...partnersBlock(host, listing, block),
      enabled: review !== null,
    })),
  })
  if (review === null) return null
  const rows = read.flatMap(({ data }, which) =>
    (data?.rows ?? []).map((partner, row) => ({ partner, at: (blocks[which] ?? 0) * BLOCK + row })),
  )
  return { ...neighboursIn(rows, at, id), total: read[0]?.data?.total ?? null }
}

/** A partner who was decided leaves the list, and the next one stands in their place. */
export function neighboursIn(
  rows: readonly Neighbour[],
  at: number,
  id: string,
): Pick<Neighbours, 'previous' | 'next' | 'place'> {
  const found = rows.find(({ partner }) => partner.id === id)
  const here = found?.at ?? at
  const rowAt = (place: number) => rows.find((row) => row.at === place) ?? null
  return {
    previous: rowAt(here - 1),
    next: rowAt(found ? here + 1 : here),
    place: found ? here + 1 : null,
  }
}

function blockAt(place: number): number {
  return Math.floor(place / BLOCK)
}
