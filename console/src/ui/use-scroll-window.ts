import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListGeometry } from './list-geometry.ts'
import { positionAfterScroll, positionAt, type Scale, type ScrollPosition } from './scroll-scale.ts'
import { onScrollEnd, type Scroller } from './scroller.ts'

/** The item at the top of the viewport, and the pixels of its row above it. */
interface Anchor {
  index: number
  /** Negative while the list begins below the top of the window. */
  into: number
}

interface Rendered {
  first: number
  last: number
  /** How much further the content is scrolled than the browser, in pixels. */
  shift: number
}

export type ScrollWindow = ReturnType<typeof useScrollWindow>

const START: ScrollPosition = { top: 0, shift: 0 }

/** Follows the scrolling of a list and determines the items to render. */
export function useScrollWindow({
  box,
  scroller,
  geometry,
  viewport,
  overscan,
  total,
  scale,
  opensAtStart,
}: {
  box: RefObject<HTMLElement | null>
  scroller: Scroller
  geometry: ListGeometry
  viewport: number
  overscan: number
  total: number
  scale: Scale
  /** Renders the first items until the scroll position has been read, so that the browser computes one layout less. */
  opensAtStart: boolean
}) {
  const itemsAt = useCallback(
    ({ top, shift }: ScrollPosition): Rendered => {
      const { columns, pitch, indexAt } = geometry
      if (pitch === 0) return { first: 0, last: -1, shift }
      const offset = top + shift
      return {
        first: Math.max(0, indexAt(offset - overscan)),
        last: Math.min(total, indexAt(offset + viewport + overscan) + columns) - 1,
        shift,
      }
    },
    [geometry, viewport, overscan, total],
  )
  const [read, setRead] = useState<Rendered | null>(null)
  const rendered = read ?? (opensAtStart ? itemsAt(START) : { first: 0, last: -1, shift: 0 })
  const position = useRef(START)
  const anchor = useRef<Anchor>({ index: 0, into: 0 })

  const render = useCallback(
    (at: ScrollPosition) => {
      position.current = at
      const next = itemsAt(at)
      const start = opensAtStart ? itemsAt(START) : null
      setRead((was) => {
        // a list that begins below the top of the window needs some items less
        if (was === null && start && contains(start, next)) return null
        return was && isSame(was, next) ? was : next
      })
      const { offsetOf, indexAt } = geometry
      const offset = at.top + at.shift
      const index = Math.max(0, Math.min(indexAt(offset), total - 1))
      anchor.current = { index, into: offset - offsetOf(index) }
    },
    [geometry, total, itemsAt, opensAtStart],
  )

  /** Renders the items at the browser's scroll position. */
  const follow = useCallback(() => {
    if (!box.current || geometry.pitch === 0) return
    const top = scroller.top(box.current)
    render(positionAfterScroll(scale, position.current, top))
    if (top < 0) anchor.current = { index: 0, into: top }
  }, [box, scroller, geometry, scale, render])

  /** Renders the items at an offset and scrolls the browser there. */
  const scrollToOffset = useCallback(
    (offset: number) => {
      if (!box.current || geometry.pitch === 0) return
      const at = positionAt(scale, offset)
      render(at)
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
  const lastGeometry = useRef(geometry)
  useLayoutEffect(() => {
    const isUnchanged = lastGeometry.current === geometry
    const isAtStart = anchor.current.index === 0 && anchor.current.into <= 0
    lastGeometry.current = geometry
    if (isUnchanged || isAtStart) follow()
    else scrollTo(anchor.current)
  }, [geometry, follow, scrollTo])

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

  return { rendered, anchor, scrollTo, bringIntoView }
}

function contains(all: Rendered, part: Rendered): boolean {
  return all.shift === part.shift && all.first <= part.first && all.last >= part.last
}

function isSame(one: Rendered, other: Rendered): boolean {
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
  follow: () => void
  scrollToOffset: (offset: number) => void
}) {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const target = scroller.target(element)
    const onScroll = () => {
      // not the scroll of `scrollToOffset`
      if (Math.abs(scroller.top(element) - position.current.top) >= 1) flushSync(follow)
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
