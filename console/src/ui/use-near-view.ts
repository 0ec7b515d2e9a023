import { type RefObject, useEffect, useState } from 'preact/compat'
import { idle } from './idle.ts'

const DISTANCE_PX = 600

/** Returns whether an element has been within `distance` pixels of the viewport, once what is in view has rendered. */
export function useNearView(box: RefObject<HTMLElement | null>, distance = DISTANCE_PX): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element || isNear) return
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.at(-1)?.isIntersecting) void idle().then(() => setIsNear(true))
      },
      { rootMargin: `${distance}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, isNear, distance])
  return isNear
}
