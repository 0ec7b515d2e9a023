import { useEffect, useState } from 'preact/compat'

/** Items that are rendered in one task, so that a slow phone answers inputs in between. */
const BATCH = 8

/** Returns how many items of a list to render: the first ones, and a few more after each paint. */
export function useGradualLength(length: number): number {
  const [rendered, setRendered] = useState(BATCH)
  const isComplete = rendered >= length
  useEffect(() => {
    if (isComplete) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setRendered(rendered + BATCH))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [rendered, isComplete])
  return Math.min(rendered, length)
}
