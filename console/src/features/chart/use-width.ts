import { type RefObject, useEffect, useState } from 'preact/compat'

/** Returns the current width of an element in pixels; 0 until the browser has laid it out. */
export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    // reports the first width too, without a layout of its own
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}
