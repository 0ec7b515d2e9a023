import { useEffect, useRef, useState } from 'preact/compat'

/** The fewest milliseconds between two changes of a throttled text. */
export const TYPING_INTERVAL_MS = 100

/** Returns the text. It follows the first key at once, then at most one change per interval. */
export function useThrottledValue(text: string): string {
  const [throttled, setThrottled] = useState(text)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (text === throttled) return
    const wait = Math.max(0, changedAt.current + TYPING_INTERVAL_MS - performance.now())
    const timer = setTimeout(() => {
      changedAt.current = performance.now()
      setThrottled(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text, throttled])
  return throttled
}
