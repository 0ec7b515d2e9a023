import { useEffect, useState } from 'preact/compat'

/** Milliseconds before a stale list is dimmed. Most answers arrive sooner, and dimming paints the list two more times. */
const DIM_AFTER_MS = 150

/** Returns whether records have been stale for so long that they should be dimmed. */
export function useDimmed(isStale: boolean): boolean {
  const [isDimmed, setIsDimmed] = useState(false)
  useEffect(() => {
    if (!isStale) return
    const timer = setTimeout(() => setIsDimmed(true), DIM_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsDimmed(false)
    }
  }, [isStale])
  return isDimmed
}
