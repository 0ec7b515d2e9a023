import { useEffect, useMemo, useRef, useState } from 'preact/compat'
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

/** The items to render: those in view, and those around it that have loaded. */
interface Target<T> {
  view: Range
  /** Whether the view was reached by scrolling. Items that are not rendered yet show skeletons first. */
  isScrolled: boolean
  around: Range
  total: number
  itemAt: ListItems<T>['itemAt']
}

/** Loaded items by their index. */
type Items<T> = ReadonlyMap<number, RenderedItem<T>>

/** The number of items that are rendered in one task. A slow phone needs some 5 ms for each. */
const BATCH = 4

/**
 * Returns the items of a list to render. Those in view come first. Those around the view follow after the paint, a few
 * in each frame, so that scrolling finds them. The focused item and its neighbours are rendered too, so that Tab
 * continues from it.
 */
export function useRenderedItems<T>({
  view,
  isScrolled,
  around: { first, last },
  focused,
  total,
  itemAt,
}: Target<T> & { focused: number | null }): RenderedItem<T>[] {
  const target = useMemo<Target<T>>(
    () => ({ view, isScrolled, around: { first, last }, total, itemAt }),
    [view, isScrolled, first, last, total, itemAt],
  )
  const ready = useReadyItems(target)

  const near = (focused === null ? [] : [focused - 1, focused, focused + 1]).filter(
    (index) => index >= 0 && index < total,
  )
  const now = new Set([...near, ...indexesOf(view)])
  return [
    ...[...now].map((index) => ({
      index,
      item: isScrolled && !ready.has(index) && !near.includes(index) ? undefined : itemAt(index),
      total,
    })),
    ...[...ready.values()].filter(
      ({ index }) => index >= first && index <= last && !now.has(index),
    ),
  ].toSorted((a, b) => a.index - b.index)
}

/** Returns the items that have been rendered for a target, until all of them are. */
function useReadyItems<T>(target: Target<T>): Items<T> {
  const [ready, setReady] = useState<Items<T>>(new Map())
  const latest = useRef(target)
  const isScheduled = useRef(false)
  useEffect(() => {
    latest.current = target
    if (isScheduled.current || nextItems(ready, target) === ready) return
    isScheduled.current = true
    requestAnimationFrame(() =>
      setTimeout(() => {
        isScheduled.current = false
        setReady((items) => nextItems(items, latest.current))
      }),
    )
  }, [ready, target])
  return ready
}

/** Returns the items with a few more of the target, and without those that left it. Returns `ready` if it is complete. */
function nextItems<T>(
  ready: Items<T>,
  { view, isScrolled, around, total, itemAt }: Target<T>,
): Items<T> {
  const inView = indexesOf(view)
  const below = indexesOf({ first: Math.max(around.first, view.last + 1), last: around.last })
  const above = indexesOf({ first: around.first, last: Math.min(around.last, view.first - 1) })
  const next = new Map<number, RenderedItem<T>>()
  let rendered = 0
  let isChanged = false
  for (const index of [...inView, ...below, ...above.toReversed()]) {
    const item = itemAt(index)
    if (item === undefined) continue
    const was = ready.get(index)
    if (was?.item === item && was.total === total) next.set(index, was)
    else if (rendered < BATCH) {
      next.set(index, { index, item, total })
      isChanged = true
      // items that come into view without scrolling are rendered at once
      if (isScrolled || !inView.includes(index)) rendered += 1
    } else if (was) next.set(index, was)
  }
  return isChanged || next.size < ready.size ? next : ready
}

function indexesOf({ first, last }: Range): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}
