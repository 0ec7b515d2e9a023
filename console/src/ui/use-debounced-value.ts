import { useEffect, useState } from 'react'

/** Returns the text as it was when it last stayed unchanged for `delay` milliseconds. */
export function useDebouncedValue(text: string, delay: number): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delay)
    return () => clearTimeout(timer)
  }, [text, delay])
  return debounced
}
