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

interface VirtualListProps<T> {
  /** The list's accessible name; with the history entry it also names the place kept. */
  label: string
  items: ListItems<T>
  /** How high a closed row is, in rem: what `Item` draws. One row at a time may be open, and higher. */
  rowHeight: number
  Item: ComponentType<{ item: T; index: number }>
  skeleton: ReactNode
  /** Caps the height. */
  className: string
}

/** Rows drawn while the length of the list is not known. */
const SKELETONS = 12

/** The open row, and by how much it is higher than the others, in pixels. */
interface Tall {
  index: number
  extra: number
}

/** Rows that are drawn above and below those in view. */
const AHEAD = 6

/**
 * A list in a box of its own height with a scroll bar of its own. Of its rows only those in view exist,
 * and it holds millions, as `VirtualGrid` does with the window's scroll bar.
 */
export function VirtualList<T>({
  label,
  items,
  rowHeight,
  Item,
  skeleton,
  className,
}: VirtualListProps<T>) {
  const { itemAt, onView } = items
  const total = items.total ?? SKELETONS
  const stale = items.total === null || items.stale
  const box = useRef<HTMLDivElement>(null)
  const { pitch, viewport } = useMeasures(box, rowHeight)
  const [tall, setTall] = useState<Tall | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const rows = { total, pitch, tall }
  const height = topOf(rows, total)
  const scale = scaleOf(height, viewport)
  const { first, last, shift } = useScroll({ box, rows, viewport, scale, label })

  useEffect(() => {
    if (!stale && first <= last) onView(first, last)
  }, [onView, stale, first, last])

  const onHeight = useCallback(
    (index: number, measured: number) => {
      const extra = measured - pitch
      setTall((was) => {
        if (extra > 1) return was?.index === index && was.extra === extra ? was : { index, extra }
        return was?.index === index ? null : was
      })
    },
    [pitch],
  )

  return (
    <div ref={box} className={`overflow-y-auto [overflow-anchor:none] ${className}`}>
      <VirtualItems
        label={label}
        stale={stale}
        dimmed={stale && itemAt(0) !== undefined}
        onFocused={setFocused}
        style={{ height: height - scale.maxShift }}
        className="relative"
      >
        {itemsDrawn(first, last, focused, total).map((index) => (
          <Row
            key={index}
            index={index}
            total={total}
            item={itemAt(index)}
            Item={Item as ComponentType<{ item: unknown; index: number }>}
            skeleton={skeleton}
            top={topOf(rows, index) - shift}
            height={pitch}
            onHeight={onHeight}
          />
        ))}
      </VirtualItems>
    </div>
  )
}

const Row = memo(function Row({
  index,
  total,
  item,
  Item,
  skeleton,
  top,
  height,
  onHeight,
}: {
  index: number
  total: number
  item: unknown
  Item: ComponentType<{ item: unknown; index: number }>
  skeleton: ReactNode
  top: number
  height: number
  onHeight: (index: number, measured: number) => void
}) {
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const observer = new ResizeObserver(() => onHeight(index, element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [index, onHeight])
  return (
    <li
      ref={row}
      data-index={index}
      aria-setsize={total}
      aria-posinset={index + 1}
      aria-busy={item === undefined || undefined}
      style={{ top, minHeight: height }}
      className="absolute inset-x-0"
    >
      {item === undefined ? skeleton : <Item item={item} index={index} />}
    </li>
  )
})

interface Rows {
  total: number
  pitch: number
  tall: Tall | null
}

/** Where a row begins in the whole list; that of `total` is where the list ends. */
function topOf({ pitch, tall }: Rows, index: number): number {
  return index * pitch + (tall && index > tall.index ? tall.extra : 0)
}

/** The row that stands at a place of the whole list. */
function rowAt(rows: Rows, offset: number): number {
  const { total, pitch, tall } = rows
  if (tall && offset >= topOf(rows, tall.index) && offset < topOf(rows, tall.index + 1))
    return tall.index
  const before = tall && offset >= topOf(rows, tall.index + 1) ? tall.extra : 0
  return Math.max(0, Math.min(Math.floor((offset - before) / pitch), total - 1))
}

function useMeasures(box: RefObject<HTMLDivElement | null>, rowHeight: number) {
  const [measures, setMeasures] = useState({ pitch: 0, viewport: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const next = { pitch: Math.round(rowHeight * rem), viewport: element.clientHeight }
      setMeasures((was) =>
        was.pitch === next.pitch && was.viewport === next.viewport ? was : next,
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, rowHeight])
  return measures
}

/** Follows the box's scrolling, keeps the row at its top there while others grow, and the place over history. */
function useScroll({
  box,
  rows,
  viewport,
  scale,
  label,
}: {
  box: RefObject<HTMLDivElement | null>
  rows: Rows
  viewport: number
  scale: Scale
  label: string
}) {
  const [drawn, setDrawn] = useState({ first: 0, last: -1, shift: 0 })
  const place = useRef<Place>({ top: 0, shift: 0 })
  const stand = useRef<Stand>({ index: 0, into: 0, focused: null })
  const { key, pathname, search } = useLocation()
  const entry = `${key} ${pathname}${search} ${label}`
  const returning = useNavigationType() === NavigationType.Pop
  const { total, pitch, tall } = rows
  const { maxTop, maxShift } = scale

  /** Draws the rows at the box's place, or scrolls it to a given one first. */
  const show = useCallback(
    (to?: Stand) => {
      const element = box.current
      if (!element || pitch === 0) return
      const layout = { total, pitch, tall }
      const scaled = { maxTop, maxShift }
      place.current = to
        ? placeAt(scaled, topOf(layout, to.index) + to.into)
        : movedTo(scaled, place.current, element.scrollTop)
      const { top, shift } = place.current
      const offset = top + shift
      const at = rowAt(layout, offset)
      const first = Math.max(0, at - AHEAD)
      const last = Math.min(total - 1, rowAt(layout, offset + viewport) + AHEAD)
      setDrawn((was) =>
        was.first === first && was.last === last && was.shift === shift
          ? was
          : { first, last, shift },
      )
      if (to) element.scrollTo({ top, behavior: 'instant' })
      stand.current = to ?? { index: at, into: offset - topOf(layout, at), focused: null }
    },
    [box, maxTop, maxShift, viewport, total, pitch, tall],
  )

  // where the list was left, when the browser comes back to it
  const returned = useRef(false)
  useLayoutEffect(() => {
    if (pitch === 0 || total === 0) return
    const kept = returned.current || !returning ? null : standOf(entry)
    returned.current = true
    show(kept ?? stand.current)
  }, [show, entry, returning, total, pitch])

  useEffect(() => {
    const element = box.current
    const onScroll = () => {
      // not the scroll that `show` made itself
      if (element && Math.abs(element.scrollTop - place.current.top) >= 1) flushSync(() => show())
    }
    element?.addEventListener('scroll', onScroll, { passive: true })
    return () => element?.removeEventListener('scroll', onScroll)
  }, [box, show])

  useKeptStand(entry, stand)

  return drawn
}
