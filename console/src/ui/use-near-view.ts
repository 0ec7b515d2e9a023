import { type RefObject, useEffect, useState } from 'preact/compat'
import { idle } from './idle.ts'

/** Pixels from the viewport at which an element is near. */
const NEAR = 600

/** Returns whether an element has been within `near` pixels of the viewport, once what is in view has rendered. */
export function useNearView(box: RefObject<HTMLElement | null>, near = NEAR): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element || isNear) return
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.at(-1)?.isIntersecting) void idle().then(() => setIsNear(true))
      },
      { rootMargin: `${near}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, isNear, near])
  return isNear
}
