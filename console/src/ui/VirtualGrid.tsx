import { memo, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef } from 'preact/compat'
import { useLocation } from '../router/Router.tsx'
import { gridGeometry } from './list-geometry.ts'
import { windowScroller } from './scroller.ts'
import { useMeasures } from './use-measures.ts'
import { useVirtualScroll } from './use-virtual-scroll.ts'
import { useWaiting } from './use-waiting.ts'
import {
  type ItemComponent,
  type ListItems,
  VirtualItem,
  type VirtualItemProps,
  VirtualItems,
} from './VirtualItems.tsx'

/** The size of a list's cards, in rem. There are as many columns as fit. */
export interface CardSize {
  minWidth: number
  height: number
  /** The height on a wide window (Tailwind's `lg`), if the cards show more there. */
  wideHeight?: number
  /** Without it, as many as fit. */
  maxColumns?: number
}

const WIDE_WINDOW = '(min-width: 64rem)'

interface VirtualGridProps<T> {
  /** The list's accessible name. */
  label: string
  items: ListItems<T>
  size: CardSize
  Item: ItemComponent<T>
  /** Shown while an item is loading. */
  skeleton: ReactNode
}

/** Minimum number of placeholder cards while a list is loading. */
const SKELETONS = 24

/** Between cards, in rem. */
const GAP = 0.75

/** Share of the minimum width below which a card is higher, because its texts wrap: with large text on a phone. */
const NARROW = 0.9

const UNMEASURED = { columns: 1, pitch: 0, gap: 0, viewport: 0, narrow: 0 }

/**
 * A list of any length that scrolls with the window: cards of one height in as many columns as fit. Only
 * the cards in view and one screen above and below exist.
 */
export function VirtualGrid<T>({ label, items, size, Item, skeleton }: VirtualGridProps<T>) {
  const box = useRef<HTMLDivElement>(null)
  const { columns, pitch, gap, viewport, narrow } = useGridMeasures(box, size)
  const geometry = useMemo(() => gridGeometry(columns, pitch, gap), [columns, pitch, gap])
  const { stale, dimmed, height, rendered, topOf, onFocus } = useVirtualScroll({
    box,
    scroller: windowScroller,
    geometry,
    viewport,
    overscan: viewport,
    items,
    skeletons: Math.max(SKELETONS, pitch > 0 ? columns * Math.ceil(viewport / pitch) : 0),
    label,
    focusTarget: screenLink,
  })
  useManualScrollRestoration()
  const loading = rendered.find(({ item }) => item === undefined)
  const isWaiting = useWaiting(loading?.index)

  return (
    <div
      ref={box}
      data-narrow={narrow === 1 || undefined}
      style={{ height }}
      className="relative [overflow-anchor:none]"
    >
      <VirtualItems
        label={label}
        stale={stale}
        dimmed={dimmed}
        waiting={isWaiting}
        onFocus={onFocus}
      >
        {rendered.map(({ index, item, total }) => (
          <Cell
            key={index}
            index={index}
            total={total}
            item={item}
            Item={Item as ItemComponent<unknown>}
            skeleton={skeleton}
            columns={columns}
            gap={gap}
            height={pitch - gap}
            top={topOf(index)}
          />
        ))}
      </VirtualItems>
    </div>
  )
}

const Cell = memo(function Cell({
  columns,
  gap,
  height,
  top,
  ...item
}: VirtualItemProps & { columns: number; gap: number; height: number; top: number }) {
  const width = `(100% - ${(columns - 1) * gap}px) / ${columns}`
  const left = `(${width} + ${gap}px) * ${item.index % columns}`
  return (
    <VirtualItem
      {...item}
      style={{ top, height, width: `calc(${width})`, left: `calc(${left})` }}
      // its layout and paint depend on no other card; the margin keeps its focus ring and shadow from being cut off
      className="absolute supports-[overflow-clip-margin:1px]:[contain:strict] [overflow-clip-margin:1rem]"
    />
  )
})

function useGridMeasures(
  box: { current: HTMLDivElement | null },
  { minWidth, height, wideHeight = height, maxColumns = Number.POSITIVE_INFINITY }: CardSize,
) {
  return useMeasures(
    box,
    UNMEASURED,
    useCallback(
      ({ clientWidth }, rem) => {
        const gap = GAP * rem
        const columns = Math.floor((clientWidth + gap) / (minWidth * rem + gap))
        const higher = clientWidth > 0 ? (NARROW * minWidth * rem) / clientWidth : 1
        const rems = window.matchMedia(WIDE_WINDOW).matches ? wideHeight : height
        return {
          columns: Math.max(1, Math.min(columns, maxColumns)),
          pitch: Math.round(rems * rem * Math.max(1, higher) + gap),
          gap,
          viewport: document.documentElement.clientHeight,
          narrow: higher > 1 ? 1 : 0,
        }
      },
      [minWidth, height, wideHeight, maxColumns],
    ),
  )
}

/** Returns the link of a card to a screen, not the one to a phone number. */
function screenLink(card: Element): HTMLElement | null {
  return card.querySelector<HTMLElement>('a[href^="/"]')
}

/** Turns off the browser's scroll restoration for the history entries of this list. */
function useManualScrollRestoration() {
  const { key } = useLocation()
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
    // each history entry has its own mode
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [key])
}
