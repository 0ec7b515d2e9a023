import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'preact/compat'
import { IconButton } from '../../ui/Button.tsx'
import { pressedKey, useListedHotkeys } from '../../ui/use-hotkeys.ts'
import { type FullScreen, useFullScreen } from './use-full-screen.ts'
import { useInertOutside } from './use-inert-outside.ts'
import { useZoom } from './use-zoom.ts'

export interface Size {
  width: number
  height: number
}

/** The pages of a document. The first has the number 1. */
interface Pages {
  number: number
  count: number
  onChange: (number: number) => void
}

const NO_SIZE: Size = { width: 0, height: 0 }
const ZOOM_STEP = 1.25

/** Pixels that an arrow key moves the content. */
const MOVE_STEP = 40

/** Pixels beyond the height of any zoomed content. */
const TO_TOP = 1e6

/**
 * Shows an image or a page with zoom, rotation and full screen. While it has the focus, `+` and `-` zoom, `[` and `]`
 * rotate, `0` fits it, `f` toggles full screen, the arrow keys move it, and Page Up and Page Down turn the page.
 */
export function ViewerFrame({
  label,
  noun,
  natural,
  pages,
  pending,
  children,
}: {
  label: string
  noun: 'image' | 'page'
  /** The size of the content before it is scaled, or null while it loads. */
  natural: Size | null
  pages?: Pages | undefined
  /** What to show while the content loads. */
  pending: ReactNode
  /** Renders the content in pixels of the page, to be shown `zoom` times as large. */
  children: (size: Size, zoom: number) => ReactNode
}) {
  const viewer = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [angle, setAngle] = useState(0)
  const fullScreen = useFullScreen(viewer)
  const room = useSize(frame)
  const turned = turnedSize(natural ?? NO_SIZE, angle)
  const fit = natural ? Math.min(room.width / turned.width, room.height / turned.height) : 0
  const { zoom, contain, zoomBy, moveBy, reset } = useZoom(frame, content, fit > 0 ? 1 / fit : 1)

  const rotateBy = (degrees: number) => setAngle((before) => (before + degrees + 360) % 360)
  const resetView = () => {
    reset()
    setAngle(0)
  }
  const turnTo = (number: number) => {
    if (!pages || number < 1 || number > pages.count) return
    pages.onChange(number)
    // the zoom stays, so that it need not be chosen on each page
    moveBy(0, TO_TOP)
  }

  const zoomed = (run: () => void) => (zoom > 1 ? run : undefined)
  const keys = [
    { key: '+', what: 'Zoom in', run: () => zoomBy(ZOOM_STEP) },
    { key: '-', what: 'Zoom out', run: () => zoomBy(1 / ZOOM_STEP) },
    { key: '0', what: 'Fit', run: resetView },
    { key: '[', what: 'Rotate left', run: () => rotateBy(-90) },
    { key: ']', what: 'Rotate right', run: () => rotateBy(90) },
    { key: 'f', what: 'Full screen', run: fullScreen.toggle },
    // the browser leaves its own full screen
    { key: 'Escape', what: 'Leave full screen', run: fullScreen.leaveWindow },
    { key: 'ArrowLeft', what: 'Move left', run: zoomed(() => moveBy(MOVE_STEP, 0)) },
    { key: 'ArrowRight', what: 'Move right', run: zoomed(() => moveBy(-MOVE_STEP, 0)) },
    { key: 'ArrowUp', what: 'Move up', run: zoomed(() => moveBy(0, MOVE_STEP)) },
    { key: 'ArrowDown', what: 'Move down', run: zoomed(() => moveBy(0, -MOVE_STEP)) },
    { key: 'PageUp', what: 'Previous page', run: pages && (() => turnTo(pages.number - 1)) },
    { key: 'PageDown', what: 'Next page', run: pages && (() => turnTo(pages.number + 1)) },
  ]
  useListedHotkeys(keys, 'document')

  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // the key of + without Shift
    const pressed = pressedKey(event)
    const name = pressed === '=' ? '+' : pressed
    const run = keys.find(({ key }) => key === name)?.run
    if (!run) return
    event.preventDefault()
    run()
  }

  useEffect(contain, [contain, room])
  useInertOutside(viewer, fullScreen.isOverWindow)

  const place = fullScreen.isFull ? 'h-screen' : 'h-96 rounded-md border border-line'
  return (
    // receives Esc from everything inside
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={viewer}
      role={fullScreen.isOverWindow ? 'dialog' : undefined}
      aria-modal={fullScreen.isOverWindow || undefined}
      aria-label={fullScreen.isOverWindow ? label : undefined}
      onKeyDown={({ key }) => key === 'Escape' && fullScreen.leaveWindow?.()}
      className={`flex flex-col overflow-hidden bg-sunken ${fullScreen.isOverWindow ? 'fixed inset-0 z-50' : place}`}
    >
      <div
        role="toolbar"
        aria-label={`${label} viewer`}
        className="flex flex-wrap items-center gap-0.5 border-b border-line bg-surface px-1.5 py-1"
      >
        <ZoomButtons noun={noun} zoom={zoom} zoomBy={zoomBy} />
        <IconButton
          size="small"
          icon="rotate"
          label="Rotate"
          aria-keyshortcuts="]"
          onClick={() => rotateBy(90)}
        />
        <IconButton size="small" icon="fit" label="Fit" aria-keyshortcuts="0" onClick={resetView} />
        <output className="ml-2 text-sm text-ink-muted">{Math.round(zoom * 100)} %</output>
        {pages && <PageButtons pages={pages} turnTo={turnTo} />}
        <FullScreenButton fullScreen={fullScreen} />
      </div>
      {/* focusable, so that it receives keys */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={frame}
        aria-label={`${label} ${noun === 'image' ? 'picture' : 'pages'}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved by the arrow keys
        tabIndex={0}
        onKeyDown={onKey}
        className="relative min-h-0 grow overflow-hidden focus-visible:-outline-offset-2"
      >
        <div ref={content} className="grid size-full place-items-center">
          <Turned natural={natural ?? NO_SIZE} fit={fit} angle={angle}>
            {(size) => children(size, zoom)}
          </Turned>
        </div>
        {!natural && <div className="absolute inset-0 grid place-items-center">{pending}</div>}
      </section>
    </div>
  )
}

function ZoomButtons({
  noun,
  zoom,
  zoomBy,
}: {
  noun: 'image' | 'page'
  zoom: number
  zoomBy: (factor: number) => void
}) {
  return (
    <>
      <IconButton
        size="small"
        icon="minus"
        label="Zoom out"
        aria-keyshortcuts="-"
        disabledReason={zoom <= 1 ? `The whole ${noun} is shown.` : undefined}
        onClick={() => zoomBy(1 / ZOOM_STEP)}
      />
      <IconButton
        size="small"
        icon="plus"
        label="Zoom in"
        aria-keyshortcuts="+"
        onClick={() => zoomBy(ZOOM_STEP)}
      />
    </>
  )
}

function PageButtons({
  pages: { number, count },
  turnTo,
}: {
  pages: Pages
  turnTo: (number: number) => void
}) {
  return (
    <fieldset aria-label="Pages" className="flex min-w-0 sm:ml-3 items-center gap-0.5">
      <IconButton
        size="small"
        icon="back"
        label="Previous page"
        aria-keyshortcuts="PageUp"
        disabledReason={number === 1 ? 'This is the first page.' : undefined}
        onClick={() => turnTo(number - 1)}
      />
      <output className="text-sm whitespace-nowrap text-ink-muted">
        Page {number} of {count}
      </output>
      <IconButton
        size="small"
        icon="back"
        label="Next page"
        aria-keyshortcuts="PageDown"
        className="[&_svg]:rotate-180"
        disabledReason={number === count ? 'This is the last page.' : undefined}
        onClick={() => turnTo(number + 1)}
      />
    </fieldset>
  )
}

function FullScreenButton({ fullScreen }: { fullScreen: FullScreen }) {
  const { isFull, isOverWindow, toggle } = fullScreen
  return (
    <IconButton
      size="small"
      icon="expand"
      label={isFull || isOverWindow ? 'Leave full screen' : 'Full screen'}
      aria-keyshortcuts="f"
      className="ml-auto"
      onClick={toggle}
    />
  )
}

/** Renders content of the natural size `fit` times as large, and turns it about its centre. */
function Turned({
  natural,
  fit,
  angle,
  children,
}: {
  natural: Size
  fit: number
  angle: number
  children: (size: Size) => ReactNode
}) {
  const size = { width: natural.width * fit, height: natural.height * fit }
  return (
    <div className="relative" style={{ ...turnedSize(size, angle) }}>
      <div
        className="absolute top-1/2 left-1/2"
        style={{ ...size, transform: `translate(-50%, -50%) rotate(${angle}deg)` }}
      >
        {children(size)}
      </div>
    </div>
  )
}

function turnedSize({ width, height }: Size, angle: number): Size {
  return angle % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Returns the size of an element, scroll bars included. */
function useSize(box: { current: HTMLElement | null }): Size {
  const [size, setSize] = useState(NO_SIZE)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setSize({ width: element.offsetWidth, height: element.offsetHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return size
}
