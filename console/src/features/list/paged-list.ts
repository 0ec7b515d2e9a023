import { ApiError } from '@mandap/client/api-error.ts'
import {
  type QueryKey,
  type UseQueryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/preact-query'
import { useCallback, useEffect, useRef, useState } from 'preact/compat'
import { useDimmed } from '../../ui/use-dimmed.ts'
import { startQuery } from '../client/start-query.ts'
import type { Page } from './page.ts'
import { PAGE_SIZE } from './page-start.ts'

/** Returns the query of the page with this index. Must be the same function for the same list. */
export type PageQueryOf<R, Key extends QueryKey> = (
  page: number,
) => UseQueryOptions<Page<R>, Error, Page<R>, Key>

/** Milliseconds for which a distant part of the list must stay in view before its pages are fetched. */
const JUMP_DELAY_MS = 120

/** A long list that fetches only the pages in view. */
export interface PagedList<R> {
  /**
   * The length of the list of the items; null until its first page has loaded. Of a previous list without items, it is null
   * after a moment, so that no screen says that this one is empty.
   */
  total: number | null
  /** False if the list has more rows than `total`, because the host stopped counting there. */
  totalIsExact: boolean
  /** Returns an item, or `undefined` while it is loading. */
  itemAt: (index: number) => R | undefined
  onView: (first: number, last: number) => void
  /** The items are those of the previous list, which stay until the first page of this one has loaded. */
  stale: boolean
  /** The error of the first page. */
  failure: ApiError | null
  /** A page in view could not be fetched. */
  hasGaps: boolean
  retrying: boolean
  retry: () => void
}

export function usePagedList<R, Key extends QueryKey>(
  pageQuery: PageQueryOf<R, Key>,
): PagedList<R> {
  const client = useQueryClient()
  const [view, setView] = useState<View>({ of: pageQuery, first: 0, last: 0 })
  const { first, last } = viewOf(pageQuery, view)

  startQuery(client, pageQuery(0))
  // The first page is always observed, because it has the length. Not with the others: `useQueries` renders the screen once
  // more for each new list.
  const start = useQuery(pageQuery(0))
  const others = span(first, last).filter((page) => page !== 0)
  const followed = [0, ...others]
  const pages = [start, ...useQueries({ queries: others.map(pageQuery) })]

  const [begun, setBegun] = useState<PageQueryOf<R, Key> | null>(null)
  const hasBegun = start.data !== undefined
  // while a failed list is fetched again, the previous list does not replace it
  const isShown = hasBegun || start.isError
  if (isShown && begun !== pageQuery) setBegun(() => pageQuery)
  const shown = isShown ? pageQuery : (begun ?? pageQuery)
  const stale = shown !== pageQuery
  const isLate = useDimmed(stale)

  const pagesInView = useSameItems(followed)
  const dataInView = useSameItems(pages.map(({ data }) => data))
  // reads pages in view directly; looking a page up in the cache takes longer, because its key is hashed
  const read = useCallback(
    (page: number) =>
      (shown === pageQuery ? dataInView[pagesInView.indexOf(page)] : undefined) ??
      client.getQueryData<Page<R>>(shown(page).queryKey),
    [client, shown, pageQuery, pagesInView, dataInView],
  )
  const itemAt = useCallback(
    (index: number) => read(Math.floor(index / PAGE_SIZE))?.rows[index % PAGE_SIZE],
    [read],
  )
  const failed = pages.filter((page) => page.isError && page.data === undefined)

  const far = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(far.current), [])
  const onView = useCallback(
    (firstItem: number, lastItem: number) => {
      const next = {
        of: pageQuery,
        first: Math.floor(firstItem / PAGE_SIZE),
        last: Math.floor(lastItem / PAGE_SIZE),
      }
      clearTimeout(far.current)
      const isNear = next.first <= last + 2 && next.last >= first - 2
      if (isNear) setView((now) => (isSameView(viewOf(pageQuery, now), next) ? now : next))
      else far.current = setTimeout(() => setView(next), JUMP_DELAY_MS)
    },
    [pageQuery, first, last],
  )

  const total = read(0)?.total ?? null
  return {
    total: isLate && total === 0 ? null : total,
    totalIsExact: read(0)?.totalIsExact ?? true,
    itemAt,
    onView,
    stale,
    failure: start.isError && !hasBegun ? failureOf(start.error) : null,
    hasGaps: hasBegun && failed.length > 0,
    retrying: failed.some((page) => page.isFetching),
    retry: () => {
      for (const page of failed) void page.refetch()
    },
  }
}

/** Returns the length of the list that an export contains: null while the items of the previous list are shown. */
export function exportedTotal({ total, totalIsExact, stale }: PagedList<unknown>): number | null {
  if (total === 0) return 0
  return stale || !totalIsExact ? null : total
}

/** Returns the first of equal arrays. A new array would render all items of the list again. */
function useSameItems<T>(items: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(items)
  const isSame = kept.length === items.length && items.every((item, at) => item === kept[at])
  if (!isSame) setKept(items)
  return isSame ? kept : items
}

function failureOf(error: Error): ApiError {
  return error instanceof ApiError ? error : new ApiError('malformed', { cause: error })
}

/** The pages in view, from the first to the last, of the list with this query. */
interface View {
  of: unknown
  first: number
  last: number
}

/** Returns the view of this list: a list that was not scrolled yet begins with its first page. */
function viewOf(of: unknown, view: View): View {
  return view.of === of ? view : { of, first: 0, last: 0 }
}

function isSameView(one: View, other: View): boolean {
  return one.first === other.first && one.last === other.last
}

function span(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}
