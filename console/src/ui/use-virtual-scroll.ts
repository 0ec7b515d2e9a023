import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/compat'
import { useLocation, useNavigationType } from '../router/Router.tsx'
import type { ListGeometry } from './list-geometry.ts'
import { scaleOf } from './scroll-scale.ts'
import type { Scroller } from './scroller.ts'
import { storedPosition, useStoredPosition } from './stored-position.ts'
import { type ScrollWindow, useScrollWindow } from './use-scroll-window.ts'
import { type Range, useRenderedItems } from './use-rendered-items.ts'
import type { ListItems } from './VirtualItems.tsx'

interface VirtualScroll<T> {
  /** The element that holds the list; it scrolls the list unless the window does. */
  box: RefObject<HTMLElement | null>
  scroller: Scroller
  geometry: ListGeometry
  /** Height of the viewport in pixels; 0 until it is measured. */
  viewport: number
  /** Pixels above and below the viewport in which items are rendered too. */
  overscan: number
  items: ListItems<T>
  /** Items rendered while the length of the list is not known. */
  skeletons: number
  /** The list's accessible name. Distinguishes the lists of one history entry. */
  label: string
  /** Identifies the list that is shown. Another one begins at its top. Without it, the position stays. */
  of?: string
  /** Returns the element of an item that gets the focus when the browser returns to the list. */
  focusTarget?: (item: Element) => HTMLElement | null
}

/**
 * Renders the part of a list that is in view, follows its scrolling, and restores its position when the
 * browser returns to its history entry. A list too tall for a browser scrolls through a shorter range.
 */
export function useVirtualScroll<T>({
  box,
  scroller,
  geometry,
  viewport,
  overscan,
  items,
  skeletons,
  label,
  of,
  focusTarget,
}: VirtualScroll<T>) {
  const { onView } = items
  const isLoaded = items.total !== null
  const total = items.total ?? skeletons
  const stale = items.total === null || items.stale
  const fullHeight = geometry.heightOf(total)
  const scale = useMemo(() => scaleOf(fullHeight, viewport), [fullHeight, viewport])
  const height = fullHeight - scale.maxShift

  const position = useListEntry(label)
  const [opensAtStart] = useState(() => !position.isReturn || !storedPosition(position.entry))
  const scrollWindow = useScrollWindow({
    box,
    scroller,
    geometry,
    viewport,
    total,
    scale,
    opensAtStart,
  })
  const { view } = scrollWindow
  const around = withOverscan(view, overscan, geometry, total)
  const [focused, setFocused] = useState<number | null>(null)
  // the last item was removed, and the focus with it
  if (focused !== null && total > 0 && focused >= total) setFocused(total - 1)

  useEffect(() => {
    if (!stale && around.first <= around.last) onView(around.first, around.last)
  }, [onView, stale, around.first, around.last])

  useStartOf(of, scrollWindow)
  useRestoredPosition({
    scrollWindow,
    ...position,
    isReady: viewport > 0 && !stale && isLoaded,
    focused: focusTarget ? focused : null,
    onRestore: setFocused,
  })
  useRestoredFocus(box, focused, focusTarget)

  function onFocus(index: number | null, isVisible: boolean) {
    setFocused(index)
    // a press must not move what is pressed
    if (index !== null && isVisible) scrollWindow.bringIntoView(index)
  }

  return {
    stale,
    height,
    rendered: useRenderedItems({
      view,
      isScrolled: view.isScrolled,
      around,
      focused,
      total,
      itemAt: isLoaded ? items.itemAt : loading,
    }),
    /** Items of the previous query are shown. */
    dimmed: stale && isLoaded && items.itemAt(0) !== undefined,
    onFocus,
    /** Returns where an item is laid out. One that is kept for its focus may be out of the layout's range. */
    topOf: (index: number) => {
      const max = height - geometry.pitch + geometry.gap
      return Math.max(0, Math.min(geometry.offsetOf(index) - view.shift, max))
    },
  }
}

const loading = () => undefined

/** Returns the items in view and those within `overscan` pixels of it. */
function withOverscan(
  { first, last }: Range,
  overscan: number,
  { columns, pitch }: ListGeometry,
  total: number,
) {
  if (first > last) return { first, last }
  const items = Math.ceil(overscan / pitch) * columns
  return { first: Math.max(0, first - items), last: Math.min(total - 1, last + items) }
}

/** Returns the name under which the position of a list in this history entry is stored. */
function useListEntry(label: string) {
  const { key, pathname, search } = useLocation()
  return { entry: `${key} ${pathname}${search} ${label}`, isReturn: useNavigationType() === 'pop' }
}

/** Scrolls to the start when another list is shown. */
function useStartOf(of: string | undefined, { anchor, scrollTo }: ScrollWindow) {
  const last = useRef(of)
  useLayoutEffect(() => {
    if (last.current === of) return
    last.current = of
    const { index, into } = anchor.current
    if (index > 0 || into > 0) scrollTo({ index: 0, into: 0 })
  }, [of, anchor, scrollTo])
}

/** Each history entry has its own position: the one at which it was left, or the start. */
function useRestoredPosition({
  scrollWindow: { anchor, scrollTo },
  entry,
  isReturn,
  isReady,
  focused,
  onRestore,
}: {
  scrollWindow: ScrollWindow
  entry: string
  isReturn: boolean
  isReady: boolean
  focused: number | null
  /** The browser returned to an entry that was left with the focus on this item. */
  onRestore: (focused: number | null) => void
}) {
  const restored = useRef('')
  const lastFocused = useRef(focused)

  useLayoutEffect(() => {
    if (!isReady || restored.current === entry) return
    restored.current = entry
    const stored = isReturn ? storedPosition(entry) : null
    if (!stored) return
    onRestore(stored.focused)
    scrollTo(stored)
  }, [entry, isReturn, isReady, onRestore, scrollTo])

  useEffect(() => {
    lastFocused.current = focused
  }, [focused])

  const position = useCallback(
    // a list that is left before it is restored keeps its stored position
    () => (restored.current === entry ? { ...anchor.current, focused: lastFocused.current } : null),
    [entry, anchor],
  )
  useStoredPosition(entry, position)
}

/** Moves the focus to an item after a return, and after the focused item was removed. */
function useRestoredFocus(
  box: RefObject<HTMLElement | null>,
  focused: number | null,
  focusTarget?: (item: Element) => HTMLElement | null,
) {
  useEffect(() => {
    const item = box.current?.querySelector(`li[data-index="${focused}"]`)
    if (!focusTarget || !item || item.contains(document.activeElement)) return
    // after the frame in which a new screen gets the focus
    const frame = requestAnimationFrame(() => focusTarget(item)?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [box, focused, focusTarget])
}
