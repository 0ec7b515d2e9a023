import {
  memo,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/compat'
import { columnGeometry, type ExpandedRow } from './list-geometry.ts'
import { boxScroller } from './scroller.ts'
import { remInPixels, useMeasures } from './use-measures.ts'
import { useVirtualScroll } from './use-virtual-scroll.ts'
import {
  type ItemComponent,
  type ListItems,
  VirtualItem,
  type VirtualItemProps,
  VirtualItems,
} from './VirtualItems.tsx'

interface VirtualListProps<T> {
  /** The list's accessible name. */
  label: string
  items: ListItems<T>
  /** Identifies the list that is shown. Another one begins at its top. */
  of: string
  /** Height of a row that is not expanded, in rem. One row at a time may be expanded. */
  rowHeight: number
  Item: ItemComponent<T>
  /** Shown while an item is loading. */
  skeleton: ReactNode
  /** Limits the height. */
  className: string
}

const SKELETONS = 12

/** Rows that are rendered above and below those in view. */
const OVERSCAN = 6

/**
 * A list of any length in a box with its own scroll bar. Only the rows in view and a few above and below
 * exist. The row at the top of the box stays there when another is expanded.
 */
export function VirtualList<T>({
  label,
  items,
  of,
  rowHeight,
  Item,
  skeleton,
  className,
}: VirtualListProps<T>) {
  const box = useRef<HTMLDivElement>(null)
  const { pitch, viewport } = useListMeasures(box, rowHeight)
  const { expanded, onHeight } = useExpandedRow(pitch)
  const geometry = useMemo(() => columnGeometry(pitch, expanded), [pitch, expanded])
  const { stale, dimmed, height, rendered, topOf, onFocus } = useVirtualScroll({
    box,
    scroller: boxScroller,
    geometry,
    viewport,
    overscan: OVERSCAN * pitch,
    items,
    skeletons: SKELETONS,
    label,
    of,
  })

  return (
    <div ref={box} className={`overflow-y-auto [overflow-anchor:none] ${className}`}>
      <VirtualItems
        label={label}
        stale={stale}
        dimmed={dimmed}
        onFocus={onFocus}
        style={{ height }}
        className="relative"
      >
        {rendered.map(({ index, item, total }) => (
          <Row
            key={index}
            index={index}
            total={total}
            item={item}
            Item={Item as ItemComponent<unknown>}
            skeleton={skeleton}
            top={topOf(index)}
            minHeight={pitch}
            onHeight={onHeight}
          />
        ))}
      </VirtualItems>
    </div>
  )
}

const Row = memo(function Row({
  top,
  minHeight,
  onHeight,
  ...item
}: VirtualItemProps & {
  top: number
  minHeight: number
  onHeight: (index: number, height: number) => void
}) {
  const row = useRef<HTMLLIElement>(null)
  const { index } = item
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const observer = new ResizeObserver(() => onHeight(index, element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [index, onHeight])
  return (
    <VirtualItem {...item} ref={row} style={{ top, minHeight }} className="absolute inset-x-0" />
  )
})

function useListMeasures(box: { current: HTMLDivElement | null }, rowHeight: number) {
  return useMeasures(
    box,
    // with the height of a row, the box has its own height when it is first measured
    () => ({ pitch: Math.round(rowHeight * remInPixels()), viewport: 0 }),
    useCallback(
      ({ clientHeight }, rem) => ({ pitch: Math.round(rowHeight * rem), viewport: clientHeight }),
      [rowHeight],
    ),
  )
}

/** Returns the row that is higher than the others, from the heights that the rows report. */
function useExpandedRow(pitch: number) {
  const [expanded, setExpanded] = useState<ExpandedRow | null>(null)
  const onHeight = useCallback(
    (index: number, height: number) => {
      const extra = height - pitch
      setExpanded((was) => {
        if (extra > 1) return was?.index === index && was.extra === extra ? was : { index, extra }
        return was?.index === index ? null : was
      })
    },
    [pitch],
  )
  return { expanded, onHeight }
}
