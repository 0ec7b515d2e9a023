import { useEffect, useMemo, useState } from 'preact/compat'
import type { ListItems } from './VirtualItems.tsx'

export interface RenderedItem<T> {
  index: number
  /** `undefined` while it is loading. */
  item: T | undefined
  total: number
}

/** Indexes of a list, both ends included. */
export interface Range {
  first: number
  last: number
}

interface Around<T> extends Range {
  total: number
  itemAt: ListItems<T>['itemAt']
}

const NOTHING: Around<never> = { first: 0, last: -1, total: 0, itemAt: () => undefined }

/**
 * Returns the items of a list to render. Those in view come first. Those around the view follow in a task after the
 * paint, so that scrolling finds them. The focused item and its neighbours are rendered too, so that Tab continues
 * from it.
 */
export function useRenderedItems<T>({
  view,
  isScrolled,
  around: { first, last },
  focused,
  total,
  itemAt,
}: {
  view: Range
  /** The view has been scrolled. Items that scrolling did not find show their skeletons first. */
  isScrolled: boolean
  around: Range
  focused: number | null
  total: number
  itemAt: ListItems<T>['itemAt']
}): RenderedItem<T>[] {
  const around = useMemo<Around<T>>(
    () => ({ first, last, total, itemAt }),
    [first, last, total, itemAt],
  )
  const [ready, setReady] = useState<Around<T>>(NOTHING)
  useEffect(() => {
    requestAnimationFrame(() => setTimeout(() => setReady(around)))
  }, [around])

  const near = (focused === null ? [] : [focused - 1, focused, focused + 1]).filter(
    (index) => index >= 0 && index < total,
  )
  const now = new Set([...near, ...indexesOf(view)])
  const later = indexesOf({
    first: Math.max(first, ready.first),
    last: Math.min(last, ready.last),
  }).filter((index) => !now.has(index))
  const isReady = (index: number) => index >= ready.first && index <= ready.last
  return [
    ...[...now].map((index) => ({
      index,
      item: isScrolled && !isReady(index) && !near.includes(index) ? undefined : itemAt(index),
      total,
    })),
    ...later.map((index) => ({ index, item: ready.itemAt(index), total: ready.total })),
  ].toSorted((a, b) => a.index - b.index)
}

function indexesOf({ first, last }: Range): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}
