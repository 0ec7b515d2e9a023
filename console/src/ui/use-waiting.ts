import { useEffect, useState } from 'preact/compat'

/** Milliseconds for which an item must be loading. A dragged scroll bar passes an item in less. */
const WAIT_MS = 150

/** Returns whether the same item has been loading for some time. `undefined`: no item is loading. */
export function useWaiting(item: number | undefined): boolean {
  const [waiting, setWaiting] = useState<number | undefined>(undefined)
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(item), WAIT_MS)
    return () => clearTimeout(timer)
  }, [item])
  return item !== undefined && waiting === item
}
