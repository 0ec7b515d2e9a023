import {
  type ComponentType,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { VirtualItems, itemsDrawn, type ListItems } from './VirtualItems.tsx'
import { type Stand, standOf, useKeptStand } from './scroll-memory.ts'
import { movedTo, type Place, placeAt, type Scale, scaleOf } from './scroll-scale.ts'

/** The measures of a list's cards, in rem: its columns are as many as have room. */
export interface CardSize {
  leastWidth: number
  height: number
}

interface VirtualGridProps<T> {
  /** The list's accessible name. */
  label: string
  items: ListItems<T>
  size: CardSize
  Item: ComponentType<{ item: T; index: number }>
  /** Stands where an item is on its way. */
  skeleton: ReactNode
}

/** Items drawn while the length of the list is not known: a screenful on any display. */
const SKELETONS = 24

/** Between cards, in rem. */
const GAP = 0.75

interface Grid {
  columns: number
  /** From one row to the next, in pixels. */
  pitch: number
  gap: number
  viewport: number
}

interface Drawn {
  firstRow: number
  lastRow: number
  shift: number
}

const NOTHING: Drawn = { firstRow: 0, lastRow: -1, shift: 0 }

/**
 * The one scroller behind every list: cards in as many columns as fit, on the window's own scroll
 * bar, of which only those in view exist. Holds millions, and stands where it stood when the
 * browser comes back to its history entry.
 */
export function VirtualGrid<T>({ label, items, size, Item, skeleton }: VirtualGridProps<T>) {
  const { itemAt, onView } = items
  const total = items.total ?? SKELETONS
  const stale = items.total === null || items.stale
  const box = useRef<HTMLDivElement>(null)
  const grid = useGrid(box, size)
  const rows = Math.ceil(total / grid.columns)
  const [focused, setFocused] = useState<number | null>(null)
  // the last item is gone, and with it what had the focus
  if (focused !== null && total > 0 && focused >= total) setFocused(total - 1)
  const { drawn, goTo } = useScroll({ box, grid, rows, stale, focused, onReturn: setFocused })

  const first = Math.min(drawn.firstRow * grid.columns, total)
  const last = Math.min((drawn.lastRow + 1) * grid.columns, total) - 1
  useEffect(() => {
    if (!stale && first <= last) onView(first, last)
  }, [onView, stale, first, last])

  function onFocused(index: number | null) {
    setFocused(index)
    if (index !== null) goTo(Math.floor(index / grid.columns))
  }

  const height = Math.max(0, rows * grid.pitch - grid.gap)
  const laidOut = height - scaleOf(height, grid.viewport).maxShift
  return (
    <div ref={box} style={{ height: laidOut }} className="relative [overflow-anchor:none]">
      <VirtualItems
        label={label}
        stale={stale}
        dimmed={stale && itemAt(0) !== undefined}
        onFocused={onFocused}
      >
        {itemsDrawn(first, last, focused, total).map((index) => (
          <Cell
            key={index}
            index={index}
            total={total}
            item={itemAt(index)}
            Item={Item as ComponentType<{ item: unknown; index: number }>}
            skeleton={skeleton}
            columns={grid.columns}
            gap={grid.gap}
            height={grid.pitch - grid.gap}
            top={between(
              0,
              Math.floor(index / grid.columns) * grid.pitch - drawn.shift,
              laidOut - grid.pitch + grid.gap,
            )}
          />
        ))}
      </VirtualItems>
    </div>
  )
}

const Cell = memo(function Cell({
  index,
  total,
  item,
  Item,
  skeleton,
  columns,
  gap,
  height,
  top,
}: {
  index: number
  total: number
  item: unknown
  Item: ComponentType<{ item: unknown; index: number }>
  skeleton: ReactNode
  columns: number
  gap: number
  height: number
  top: number
}) {
  const width = `(100% - ${(columns - 1) * gap}px) / ${columns}`
  const left = `(${width} + ${gap}px) * ${index % columns}`
  return (
    <li
      data-index={index}
      aria-setsize={total}
      aria-posinset={index + 1}
      aria-busy={item === undefined || undefined}
      style={{ top, height, width: `calc(${width})`, left: `calc(${left})` }}
      className="absolute"
    >
      {item === undefined ? skeleton : <Item item={item} index={index} />}
    </li>
  )
})

/** How many columns have room, and how high a row is, followed as the window and its text grow. */
function useGrid(box: RefObject<HTMLDivElement | null>, { leastWidth, height }: CardSize): Grid {
  const [grid, setGrid] = useState<Grid>({ columns: 1, pitch: 1, gap: 0, viewport: 0 })

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const gap = GAP * rem
      const columns = Math.floor((element.clientWidth + gap) / (leastWidth * rem + gap))
      const next = {
        columns: Math.max(1, columns),
        pitch: Math.round(height * rem + gap),
        gap,
        viewport: document.documentElement.clientHeight,
      }
      setGrid((was) => (isSame(was, next) ? was : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [box, leastWidth, height])

  return grid
}

function isSame(one: Grid, other: Grid): boolean {
  return (Object.keys(one) as (keyof Grid)[]).every((key) => one[key] === other[key])
}

/** Follows the window's scrolling, draws what it shows, and keeps the list's place over history. */
function useScroll({
  box,
  grid,
  rows,
  stale,
  focused,
  onReturn,
}: {
  box: RefObject<HTMLDivElement | null>
  grid: Grid
  rows: number
  stale: boolean
  focused: number | null
  /** The browser came back to an entry that was left with the focus on this item. */
  onReturn: (focused: number | null) => void
}) {
  const [drawn, setDrawn] = useState(NOTHING)
  const place = useRef<Place>({ top: 0, shift: 0 })
  const stand = useRef<Stand>({ index: 0, into: 0, focused })
  const { columns, pitch, gap, viewport } = grid
  const { maxTop, maxShift } = scaleOf(Math.max(0, rows * pitch - gap), viewport)

  const { key, pathname, search } = useLocation()
  const entry = `${key} ${pathname}${search}`
  const returning = useNavigationType() === NavigationType.Pop

  /** Draws the rows at the window's place, or scrolls the window to a given one first. */
  const show = useCallback(
    (next?: Place) => {
      const element = box.current
      if (!element || viewport === 0) return
      const scale: Scale = { maxTop, maxShift }
      const above = -element.getBoundingClientRect().top
      place.current = next ?? movedTo(scale, place.current, above)
      const { top, shift } = place.current
      const offset = top + shift
      // a screenful ahead on either side, so that a fast finger meets cards
      const firstRow = Math.max(0, Math.floor((offset - viewport) / pitch))
      const lastRow = Math.min(rows - 1, Math.floor((offset + 2 * viewport) / pitch))
      setDrawn((was) =>
        was.firstRow === firstRow && was.lastRow === lastRow && was.shift === shift
          ? was
          : { firstRow, lastRow, shift },
      )
      if (next) window.scrollTo({ top: window.scrollY + top - above, behavior: 'instant' })
      const row = Math.floor(offset / pitch)
      stand.current = {
        ...stand.current,
        index: row * columns,
        into: !next && above < 0 ? above : offset - row * pitch,
      }
    },
    [box, maxTop, maxShift, viewport, columns, pitch, rows],
  )

  // the same card stays in view when the columns change; new rows are drawn when the length does
  const laidOut = useRef(columns)
  useLayoutEffect(() => {
    const { index, into } = stand.current
    const reflowed = laidOut.current !== columns && index > 0
    laidOut.current = columns
    if (reflowed) show(placeAt({ maxTop, maxShift }, Math.floor(index / columns) * pitch + into))
    else show()
  }, [show, columns, pitch, maxTop, maxShift])

  useEffect(() => {
    const onScroll = () => flushSync(() => show())
    // the scroll bar goes where the list stands; the list stays where it is
    const onRest = () => {
      const { top, shift } = place.current
      const rested = placeAt({ maxTop, maxShift }, top + shift)
      if (top > 0 && top < maxTop && Math.abs(rested.top - top) >= 1) flushSync(() => show(rested))
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    const stopRest = onScrollRest(onRest)
    return () => {
      window.removeEventListener('scroll', onScroll)
      stopRest()
    }
  }, [show, maxTop, maxShift])

  // each history entry has its own place: the one it was left at, or the start
  const ready = viewport > 0 && !stale
  const settled = useRef('')
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    if (!ready || settled.current === entry) return
    settled.current = entry
    const kept = returning ? standOf(entry) : null
    if (!kept) return
    onReturn(kept.focused)
    const offset = Math.floor(kept.index / columns) * pitch + kept.into
    if (offset >= 0) return show(placeAt({ maxTop, maxShift }, offset))
    const top = (box.current?.getBoundingClientRect().top ?? 0) + offset
    window.scrollTo({ top: window.scrollY + top, behavior: 'instant' })
  }, [box, entry, returning, ready, onReturn, show, columns, pitch, maxTop, maxShift])

  useEffect(() => {
    stand.current.focused = focused
    const item = box.current?.querySelector(`li[data-index="${focused}"]`)
    if (!item || item.contains(document.activeElement)) return
    // after the frame, which puts the focus of a new screen on its beginning
    const frame = requestAnimationFrame(() =>
      // the link to a screen, not the one to a phone
      item.querySelector<HTMLElement>('a[href^="/"]')?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(frame)
  }, [box, focused])

  useKeptStand(entry, stand)

  // a history entry keeps its own mode: that of the next screen is the browser's again
  useEffect(() => {
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])

  /** Brings a row into view where the browser cannot, because it is not laid out where it stands. */
  const goTo = useCallback(
    (row: number) => {
      const offset = place.current.top + place.current.shift
      const seen = row * pitch >= offset && (row + 1) * pitch <= offset + viewport
      if (maxShift > 0 && !seen)
        show(placeAt({ maxTop, maxShift }, row * pitch - (viewport - pitch) / 2))
    },
    [show, pitch, viewport, maxTop, maxShift],
  )

  return { drawn, goTo }
}

/** Calls back when a scroll has come to rest. Answers how to stop. */
function onScrollRest(rested: () => void): () => void {
  if ('onscrollend' in window) {
    window.addEventListener('scrollend', rested)
    return () => window.removeEventListener('scrollend', rested)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const onScroll = () => {
    clearTimeout(timer)
    timer = setTimeout(rested, 200)
  }
  addEventListener('scroll', onScroll, { passive: true })
  return () => {
    clearTimeout(timer)
    removeEventListener('scroll', onScroll)
  }
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
