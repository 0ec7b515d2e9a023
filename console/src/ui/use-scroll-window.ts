import {
  flushSync,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'preact/compat'
import type { ListGeometry } from './list-geometry.ts'
import { positionAfterScroll, positionAt, type Scale, type ScrollPosition } from './scroll-scale.ts'
import { onScrollEnd, type Scroller } from './scroller.ts'
import type { Range } from './use-rendered-items.ts'

/** The item at the top of the viewport, and the pixels of its row above it. */
interface Anchor {
  index: number
  /** Negative while the list begins below the top of the window. */
  into: number
}

/** A position, and how far the list begins below the top of the window, in pixels. */
interface ListPosition extends ScrollPosition {
  below: number
}

interface View extends Range {
  /** How much further the content is scrolled than the browser, in pixels. */
  shift: number
  /** The view was reached by scrolling. */
  isScrolled: boolean
}

export type ScrollWindow = ReturnType<typeof useScrollWindow>

const START: ListPosition = { top: 0, shift: 0, below: 0 }
const NOWHERE: View = { first: 0, last: -1, shift: 0, isScrolled: false }

/** Follows the scrolling of a list and determines the items in view. */
export function useScrollWindow({
  box,
  scroller,
  geometry,
  viewport,
  total,
  scale,
  opensAtStart,
}: {
  box: RefObject<HTMLElement | null>
  scroller: Scroller
  geometry: ListGeometry
  viewport: number
  total: number
  scale: Scale
  /** Renders the first items until the scroll position has been read, so that the browser computes one layout less. */
  opensAtStart: boolean
}) {
  const itemsAt = useCallback(
    ({ top, shift, below }: ListPosition, isScrolled = false): View => {
      const { columns, pitch, indexAt } = geometry
      if (pitch === 0) return { ...NOWHERE, shift }
      const offset = top + shift
      // at least one row, also of a list that begins below the window
      const end = Math.max(offset, offset + viewport - below)
      return {
        first: Math.max(0, indexAt(offset)),
        last: Math.min(total, indexAt(end) + columns) - 1,
        shift,
        isScrolled,
      }
    },
    [geometry, viewport, total],
  )
  const [read, setRead] = useState<View | null>(null)
  const position = useRef(START)
  const view = read ?? (opensAtStart ? itemsAt(position.current) : NOWHERE)
  const rendered = useRef(view)
  const anchor = useRef<Anchor>({ index: 0, into: 0 })

  useLayoutEffect(() => {
    rendered.current = view
  }, [view])

  const render = useCallback(
    (at: ListPosition, isScrolled = false) => {
      position.current = at
      const next = itemsAt(at, isScrolled)
      setRead((was) => {
        // the first render has items for a whole window, because it does not know where the list begins
        if (was === null && contains(rendered.current, next)) return null
        return was && isSame(was, next) ? was : next
      })
      const { offsetOf, indexAt } = geometry
      const offset = at.top + at.shift
      const index = Math.max(0, Math.min(indexAt(offset), total - 1))
      anchor.current = { index, into: offset - offsetOf(index) }
    },
    [geometry, total, itemsAt],
  )

  /** Renders the items at the browser's scroll position. */
  const follow = useCallback(
    (isScrolled = false) => {
      if (!box.current || geometry.pitch === 0) return
      const top = scroller.top(box.current)
      const scrolled = positionAfterScroll(scale, position.current, top)
      render({ ...scrolled, below: Math.max(0, -top) }, isScrolled)
      if (top < 0) anchor.current = { index: 0, into: top }
    },
    [box, scroller, geometry, scale, render],
  )

  /** Renders the items at an offset and scrolls the browser there. */
  const scrollToOffset = useCallback(
    (offset: number) => {
      if (!box.current || geometry.pitch === 0) return
      const at = positionAt(scale, offset)
      render({ ...at, below: Math.max(0, -offset) })
      scroller.scrollTo(box.current, offset < 0 ? offset : at.top)
    },
    [box, scroller, geometry, scale, render],
  )

  const scrollTo = useCallback(
    ({ index, into }: Anchor) => {
      scrollToOffset(geometry.offsetOf(index) + into)
      // the list may still be too short to scroll that far
      anchor.current = { index, into }
    },
    [geometry, scrollToOffset],
  )

  // the item at the top stays there when columns or heights change
  const laidOut = useRef<{ geometry: ListGeometry; maxShift: number } | null>(null)
  useLayoutEffect(() => {
    const last = laidOut.current
    laidOut.current = { geometry, maxShift: scale.maxShift }
    const isAtStart = anchor.current.index === 0 && anchor.current.into <= 0
    const height = geometry.heightOf(total) - scale.maxShift
    const staysThere = isAtStart || position.current.top + viewport <= height
    // to measure the position, the browser would have to compute the layout of the new items
    if (last?.geometry === geometry && last.maxShift === scale.maxShift && staysThere)
      render(position.current)
    else if (last === null || last.geometry === geometry || isAtStart) follow()
    else scrollTo(anchor.current)
  }, [geometry, scale, total, viewport, render, follow, scrollTo])

  useScrollEvents({ box, scroller, scale, position, follow, scrollToOffset })

  /** Scrolls a tall list to an item that the browser cannot scroll to, because it is laid out elsewhere. */
  const bringIntoView = useCallback(
    (index: number) => {
      const { columns, pitch, offsetOf } = geometry
      const [begin, end] = [offsetOf(index), offsetOf(index + columns)]
      const offset = position.current.top + position.current.shift
      const inView = Math.min(end, offset + viewport) - Math.max(begin, offset)
      if (scale.maxShift > 0 && inView < pitch) scrollToOffset(begin - (viewport - pitch) / 2)
    },
    [geometry, viewport, scale, scrollToOffset],
  )

  return { view, anchor, scrollTo, bringIntoView }
}

function contains(all: View, part: View): boolean {
  return all.shift === part.shift && all.first <= part.first && all.last >= part.last
}

function isSame(one: View, other: View): boolean {
  return one.first === other.first && one.last === other.last && one.shift === other.shift
}

function useScrollEvents({
  box,
  scroller,
  scale,
  position,
  follow,
  scrollToOffset,
}: {
  box: RefObject<HTMLElement | null>
  scroller: Scroller
  scale: Scale
  position: RefObject<ScrollPosition>
  follow: (isScrolled: boolean) => void
  scrollToOffset: (offset: number) => void
}) {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const target = scroller.target(element)
    const onScroll = () => {
      // not the scroll of `scrollToOffset`
      if (Math.abs(scroller.top(element) - position.current.top) >= 1) flushSync(() => follow(true))
    }
    target.addEventListener('scroll', onScroll, { passive: true })
    return () => target.removeEventListener('scroll', onScroll)
  }, [box, scroller, position, follow])

  // after scrolling ends, the scroll bar moves to where the content is; the content stays
  useEffect(() => {
    if (!box.current) return
    return onScrollEnd(scroller.target(box.current), () => {
      const { top, shift } = position.current
      const isBetweenEnds = top > 0 && top < scale.maxTop
      const aligned = positionAt(scale, top + shift)
      if (isBetweenEnds && Math.abs(aligned.top - top) >= 1)
        flushSync(() => scrollToOffset(top + shift))
    })
  }, [box, scroller, scale, position, scrollToOffset])
}
