import { useEffect, useState } from 'preact/compat'

/** Minimum number of milliseconds between two changes of a throttled text. */
export const TYPING_INTERVAL_MS = 100

/** A text, and when it was set. */
interface Change {
  text: string
  at: number
}

/** Returns the text. It follows the first key at once, then at most one change per interval. */
export function useThrottledValue(text: string): string {
  const [last, setLast] = useState<Change>({ text, at: Number.NEGATIVE_INFINITY })
  const isDue = text !== last.text && timeLeft(last) === 0
  // in the same render, because an effect runs after the next frame
  if (isDue) setLast(changeTo(text))
  useEffect(() => {
    if (text === last.text) return
    const timer = setTimeout(() => setLast(changeTo(text)), timeLeft(last))
    return () => clearTimeout(timer)
  }, [text, last])
  return isDue ? text : last.text
}

function changeTo(text: string): Change {
  return { text, at: performance.now() }
}

/** Returns the milliseconds until the next change. */
function timeLeft({ at }: Change): number {
  return Math.max(0, at + TYPING_INTERVAL_MS - performance.now())
}
