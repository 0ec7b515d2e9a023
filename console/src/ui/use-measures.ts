import { type RefObject, useLayoutEffect, useState } from 'preact/compat'

/** Returns the pixels of a rem. */
export function remInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

/**
 * Returns what `measure` reads from an element, and measures again when the element or the window changes
 * its size. `rem` is in pixels. `measure` must be stable.
 */
export function useMeasures<M extends Readonly<Record<string, number>>>(
  box: RefObject<HTMLElement | null>,
  initial: M | (() => M),
  measure: (element: HTMLElement, rem: number) => M,
): M {
  const [measures, setMeasures] = useState(initial)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const update = () => {
      const next = measure(element, remInPixels())
      setMeasures((was) => (Object.keys(next).every((key) => was[key] === next[key]) ? was : next))
    }
    update()
    // an update renders after the observer has finished, which the browser would report as a loop
    let frame = 0
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(update)
    })
    observer.observe(element)
    window.addEventListener('resize', update)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      window.removeEventListener('resize', update)
    }
    // again after a change, before it is painted: a box may grow with what it shows
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [box, measure, measures])

  return measures
}
