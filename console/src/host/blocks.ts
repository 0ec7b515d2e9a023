import {
  type QueryKey,
  type UseQueryOptions,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { HostFailure } from './failure.ts'
import type { Page } from './host.ts'
import { BLOCK } from './queries/block.ts'

/** The query of the block that lies so many blocks down a list. The same function, the same list. */
export type BlockOf<R, Key extends QueryKey> = (
  block: number,
) => UseQueryOptions<Page<R>, Error, Page<R>, Key>

/** Milliseconds that a far place must stay in view before its blocks are asked for. */
const PASSING = 120

/** A long list, of which the blocks in view are fetched. */
export interface LongRead<R> {
  /** The length of the whole list; null until the first block is there. */
  total: number | null
  /** False where the list goes on after `total`, to which the host counted. */
  totalIsExact: boolean
  /** `undefined` while the item is on its way. */
  itemAt: (index: number) => R | undefined
  onView: (first: number, last: number) => void
  /** The items are those of the list before, which stay until this one has begun. */
  stale: boolean
  /** Why the list could not begin. */
  failure: HostFailure | null
  /** A block in view could not be fetched. */
  hasGaps: boolean
  retrying: boolean
  retry: () => void
}

export function useBlocks<R, Key extends QueryKey>(blockOf: BlockOf<R, Key>): LongRead<R> {
  const client = useQueryClient()
  const [view, setView] = useState({ of: blockOf, first: 0, last: 0 })
  const { first, last } = view.of === blockOf ? view : { first: 0, last: 0 }

  // the first block tells the length, so it is followed wherever the list stands
  const followed = [...new Set([0, ...span(first, last)])]
  const blocks = useQueries({ queries: followed.map(blockOf) })
  const start = blocks[0]

  const [begun, setBegun] = useState<BlockOf<R, Key> | null>(null)
  const hasBegun = start?.data !== undefined
  if (hasBegun && begun !== blockOf) setBegun(() => blockOf)
  const shown = hasBegun || start?.isError ? blockOf : (begun ?? blockOf)

  const read = (block: number) => client.getQueryData<Page<R>>(shown(block).queryKey)
  const failed = blocks.filter((block) => block.isError && block.data === undefined)

  const far = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(far.current), [])
  const onView = useCallback(
    (firstItem: number, lastItem: number) => {
      const next = {
        of: blockOf,
        first: Math.floor(firstItem / BLOCK),
        last: Math.floor(lastItem / BLOCK),
      }
      clearTimeout(far.current)
      const isNear = next.first <= last + 2 && next.last >= first - 2
      if (isNear) setView((now) => (isSameView(now, next) ? now : next))
      else far.current = setTimeout(() => setView(next), PASSING)
    },
    [blockOf, first, last],
  )

  return {
    total: read(0)?.total ?? null,
    totalIsExact: read(0)?.totalIsExact ?? true,
    itemAt: (index) => read(Math.floor(index / BLOCK))?.rows[index % BLOCK],
    onView,
    stale: shown !== blockOf,
    failure: start?.isError && !hasBegun ? failureOf(start.error) : null,
    hasGaps: hasBegun && failed.length > 0,
    retrying: failed.some((block) => block.isFetching),
    retry: () => {
      for (const block of failed) void block.refetch()
    },
  }
}

function failureOf(error: Error): HostFailure {
  return error instanceof HostFailure ? error : new HostFailure('malformed', { cause: error })
}

function isSameView<View extends { of: unknown; first: number; last: number }>(
  one: View,
  other: View,
) {
  return one.of === other.of && one.first === other.first && one.last === other.last
}

function span(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}
