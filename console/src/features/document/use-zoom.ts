import Panzoom, { type PanzoomEventDetail, type PanzoomObject } from '@panzoom/panzoom'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'preact/compat'

/** The zoom that any content can reach. */
const MAX_ZOOM = 8

/**
 * Zooms and moves an element that fills its frame: with the returned functions, by pinching, with the wheel
 * (Ctrl zooms) and by dragging. `natural` is the zoom at which the content has its own size, which can always be reached.
 */
export function useZoom(
  frame: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  natural: number,
) {
  const panzoom = useRef<PanzoomObject | null>(null)
  const [zoom, setZoom] = useState(1)

  useEffect(() => {
    const [box, element] = [frame.current, content.current]
    if (!box || !element) return
    const instance = Panzoom(element, {
      minScale: 1,
      maxScale: MAX_ZOOM,
      contain: 'outside',
      ...interaction(1),
      // lets a press focus the frame
      handleStartEvent: () => {},
    })
    panzoom.current = instance

    const onChange = (event: CustomEvent<PanzoomEventDetail>) => {
      // the scale of the whole image may differ from 1 by a rounding error of the layout
      const scale = Math.round(event.detail.scale * 100) / 100
      setZoom(scale)
      instance.setOptions(interaction(scale))
    }
    const onWheel = (event: WheelEvent) => {
      // a pinch on a touchpad is a wheel event with Ctrl
      if (event.ctrlKey || event.metaKey) instance.zoomWithWheel(event)
      // at an edge, the wheel scrolls the page instead
      else if (moveBy(instance, -event.deltaX, -event.deltaY)) event.preventDefault()
    }
    element.addEventListener('panzoomchange', onChange as unknown as EventListener)
    box.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      element.removeEventListener('panzoomchange', onChange as unknown as EventListener)
      box.removeEventListener('wheel', onWheel)
      instance.destroy()
    }
  }, [frame, content])

  useEffect(() => panzoom.current?.setOptions({ maxScale: Math.max(MAX_ZOOM, natural) }), [natural])

  /** Moves the content back into a frame that has changed its size. */
  const contain = useCallback(() => void panzoom.current?.pan(0, 0, { relative: true }), [])

  return {
    zoom,
    contain,
    zoomBy: (factor: number) => void panzoom.current?.zoom(panzoom.current.getScale() * factor),
    moveBy: (x: number, y: number) => panzoom.current && moveBy(panzoom.current, x, y),
    reset: () => void panzoom.current?.reset({ animate: false }),
  }
}

/** Moves the content by pixels of the screen. Returns whether it moved. */
function moveBy(panzoom: PanzoomObject, x: number, y: number): boolean {
  const before = panzoom.getPan()
  const scale = panzoom.getScale()
  const after = panzoom.pan(x / scale, y / scale, { relative: true })
  return after.x !== before.x || after.y !== before.y
}

/** Returns the options for a zoom. A finger on content that is not zoomed scrolls the page. */
function interaction(scale: number) {
  return scale > 1
    ? { cursor: 'grab', touchAction: 'none' }
    : { cursor: 'auto', touchAction: 'pan-x pan-y' }
}
