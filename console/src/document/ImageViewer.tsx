import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { Skeleton } from '../ui/loading.tsx'

interface Size {
  width: number
  height: number
}

const NO_SIZE: Size = { width: 0, height: 0 }
const MAX_ZOOM = 8
const STEP = 1.25

/**
 * A picture that can be zoomed, rotated, fitted and shown on the full screen; by keyboard `+`, `-`,
 * `[`, `]`, `0` and `f` while the focus is on it, and arrows to move.
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
  const frame = useRef<HTMLDivElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [own, setOwn] = useState(NO_SIZE)
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const [isFull, setIsFull] = useState(false)
  const box = useSize(room)

  const turned = turn % 180 === 0 ? own : { width: own.height, height: own.width }
  const fit = own.width === 0 ? 0 : Math.min(box.width / turned.width, box.height / turned.height)
  const scale = fit * zoom

  const zoomBy = (factor: number) =>
    setZoom((before) => Math.max(1, Math.min(MAX_ZOOM, before * factor)))
  const rotateBy = (degrees: number) => setTurn((before) => (before + degrees + 360) % 360)
  const fitAgain = () => {
    setZoom(1)
    setTurn(0)
  }
  const giveUp = () => {
    // a browser gives a load up after this turn, and else the next would wait for the same answer
    picture.current?.removeAttribute('src')
    setTimeout(onRetry)
  }
  const toggleFull = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void frame.current?.requestFullscreen()
  }

  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = {
      '+': () => zoomBy(STEP),
      '=': () => zoomBy(STEP),
      '-': () => zoomBy(1 / STEP),
      '0': fitAgain,
      '[': () => rotateBy(-90),
      ']': () => rotateBy(90),
      f: toggleFull,
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  useLayoutEffect(() => {
    const follow = () => setIsFull(document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])

  return (
    <div
      ref={frame}
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
          onClick={() => zoomBy(1 / STEP)}
        />
        <IconButton
          size="small"
          icon="plus"
          label="Zoom in"
          aria-keyshortcuts="+"
          onClick={() => zoomBy(STEP)}
        />
        <IconButton
          size="small"
          icon="rotate"
          label="Rotate"
          aria-keyshortcuts="]"
          onClick={() => rotateBy(90)}
        />
        <IconButton size="small" icon="fit" label="Fit" aria-keyshortcuts="0" onClick={fitAgain} />
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
      {/* moved by the arrows, and by the keys of the toolbar */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={room}
        aria-label={`${label} picture`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by arrows
        tabIndex={0}
        onKeyDown={onKey}
        className="grid min-h-0 grow [place-items:safe_center] overflow-auto focus-visible:-outline-offset-2"
      >
        {own === NO_SIZE && <Awaited label={label} onRetry={giveUp} />}
        <div
          className="relative shrink-0 overflow-hidden"
          style={{ width: turned.width * scale, height: turned.height * scale }}
        >
          <img
            ref={picture}
            src={url}
            alt={label}
            referrerPolicy="no-referrer"
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setOwn({ width: naturalWidth, height: naturalHeight })
            }
            onError={onFailed}
            className="absolute top-1/2 left-1/2 max-w-none"
            style={{
              width: own.width * scale,
              height: own.height * scale,
              transform: `translate(-50%, -50%) rotate(${turn}deg)`,
            }}
          />
        </div>
      </section>
    </div>
  )
}

/** Milliseconds after which a picture that has not come may be asked for again. */
const LATE = 30_000

/** Stands where a picture will; a large one may come late, so it is not given up by itself. */
function Awaited({ label, onRetry }: { label: string; onRetry: () => void }) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE)
    return () => clearTimeout(timer)
  }, [])
  if (isLate)
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

/** The room that an element has, without its scroll bars, followed as it changes. */
function useSize(of: { current: HTMLElement | null }): Size {
  const [size, setSize] = useState(NO_SIZE)
  useLayoutEffect(() => {
    const element = of.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setSize({ width: element.offsetWidth, height: element.offsetHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return size
}
