import { useEffect, useState } from 'react'

/** The text as it was when it last stood still for so many milliseconds. */
export function useDebouncedValue(text: string, pause: number): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return paused
}
