import { useEffect, useState } from 'preact/compat'

/** Returns whether a text has stayed unchanged for `delay` milliseconds. The first text counts as settled. */
export function useSettled(text: string, delay: number): boolean {
  const [last, setLast] = useState({ text, settled: true })
  // a text that changes back to an earlier one within the delay has also changed
  if (last.text !== text) setLast({ text, settled: false })
  useEffect(() => {
    const timer = setTimeout(() => setLast({ text, settled: true }), delay)
    return () => clearTimeout(timer)
  }, [text, delay])
  return last.text === text && last.settled
}
