import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { useZoom } from './use-zoom.ts'

interface Size {
  width: number
  height: number
}

const NO_SIZE: Size = { width: 0, height: 0 }
const ZOOM_STEP = 1.25

/** Pixels that an arrow key moves the image. */
const MOVE_STEP = 40

/**
 * Shows an image with zoom, rotation and full screen. While the image has the focus, `+` and `-` zoom, `[` and
 * `]` rotate, `0` fits it, `f` toggles full screen and the arrow keys move it.
 */
export function ImageViewer({
  url,
  label,
  onFailed,
  onRetry,
}: {
  url: string
  label: string
  onFailed: () => void
  onRetry: () => void
}) {
  const viewer = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [natural, setNatural] = useState(NO_SIZE)
  const [angle, setAngle] = useState(0)
  const [isFull, setIsFull] = useState(false)
  const room = useSize(frame)
  const { zoom, contain, zoomBy, moveBy, reset } = useZoom(frame, content)

  const rotated = angle % 180 === 0 ? natural : { width: natural.height, height: natural.width }
  const fit =
    natural.width === 0 ? 0 : Math.min(room.width / rotated.width, room.height / rotated.height)

  const rotateBy = (degrees: number) => setAngle((before) => (before + degrees + 360) % 360)
  const resetView = () => {
    reset()
    setAngle(0)
  }
  const reload = () => {
    // the browser cancels the request after this task; otherwise the next would wait for the same response
    image.current?.removeAttribute('src')
    setTimeout(onRetry)
  }
  const toggleFull = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void viewer.current?.requestFullscreen()
  }

  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const action = {
      '+': () => zoomBy(ZOOM_STEP),
      '=': () => zoomBy(ZOOM_STEP),
      '-': () => zoomBy(1 / ZOOM_STEP),
      '0': resetView,
      '[': () => rotateBy(-90),
      ']': () => rotateBy(90),
      f: toggleFull,
      ...(zoom > 1 && {
        ArrowLeft: () => moveBy(MOVE_STEP, 0),
        ArrowRight: () => moveBy(-MOVE_STEP, 0),
        ArrowUp: () => moveBy(0, MOVE_STEP),
        ArrowDown: () => moveBy(0, -MOVE_STEP),
      }),
    }[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  useEffect(contain, [contain, room])

  useLayoutEffect(() => {
    const onChange = () => setIsFull(document.fullscreenElement === viewer.current)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [])

  return (
    <div
      ref={viewer}
      className={`flex flex-col overflow-hidden bg-sunken ${isFull ? 'h-screen' : 'h-96 rounded-md border border-line'}`}
    >
      <div
        role="toolbar"
        aria-label={`${label} viewer`}
        className="flex items-center gap-0.5 border-b border-line bg-surface px-1.5 py-1"
      >
        <IconButton
          size="small"
          icon="minus"
          label="Zoom out"
          aria-keyshortcuts="-"
          disabledReason={zoom <= 1 ? 'The whole image is shown.' : undefined}
          onClick={() => zoomBy(1 / ZOOM_STEP)}
        />
        <IconButton
          size="small"
          icon="plus"
          label="Zoom in"
          aria-keyshortcuts="+"
          onClick={() => zoomBy(ZOOM_STEP)}
        />
        <IconButton
          size="small"
          icon="rotate"
          label="Rotate"
          aria-keyshortcuts="]"
          onClick={() => rotateBy(90)}
        />
        <IconButton size="small" icon="fit" label="Fit" aria-keyshortcuts="0" onClick={resetView} />
        <output className="ml-2 text-sm text-ink-muted">{Math.round(zoom * 100)} %</output>
        <IconButton
          size="small"
          icon="expand"
          label={isFull ? 'Leave full screen' : 'Full screen'}
          aria-keyshortcuts="f"
          className="ml-auto"
          onClick={toggleFull}
        />
      </div>
      {/* focusable, so that it receives keys */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={frame}
        aria-label={`${label} picture`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved by the arrow keys
        tabIndex={0}
        onKeyDown={onKey}
        className="relative min-h-0 grow overflow-hidden focus-visible:-outline-offset-2"
      >
        <div ref={content} className="grid size-full place-items-center">
          <div
            className="relative"
            style={{ width: rotated.width * fit, height: rotated.height * fit }}
          >
            <img
              ref={image}
              src={url}
              alt={label}
              referrerPolicy="no-referrer"
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setNatural({ width: naturalWidth, height: naturalHeight })
              }
              onError={onFailed}
              className="absolute top-1/2 left-1/2 max-w-none"
              style={{
                width: natural.width * fit,
                height: natural.height * fit,
                transform: `translate(-50%, -50%) rotate(${angle}deg)`,
              }}
            />
          </div>
        </div>
        {natural === NO_SIZE && (
          <div className="absolute inset-0 grid place-items-center">
            <Pending label={label} onRetry={reload} />
          </div>
        )}
      </section>
    </div>
  )
}

/** Milliseconds after which a slow image can be requested again. */
const RETRY_MS = 30_000

/** Shown while the image loads. A large image may take long, so only the person cancels the request. */
function Pending({ label, onRetry }: { label: string; onRetry: () => void }) {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), RETRY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isSlow)
    return (
      <div role="alert" className="flex flex-col items-center gap-3 px-4 text-center">
        {label} is still loading.
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  return (
    <output className="size-full p-3">
      <span className="sr-only">Loading {label}</span>
      <Skeleton className="size-full rounded-sm" />
    </output>
  )
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
