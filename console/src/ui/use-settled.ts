import { useEffect, useState } from 'react'

/** Returns whether a text has stood still for so many milliseconds. The first text counts as settled. */
export function useSettled(text: string, pause: number): boolean {
  const [last, setLast] = useState({ text, settled: true })
  // a text that returns to an earlier one within the pause has changed all the same
  if (last.text !== text) setLast({ text, settled: false })
  useEffect(() => {
    const timer = setTimeout(() => setLast({ text, settled: true }), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return last.text === text && last.settled
}
