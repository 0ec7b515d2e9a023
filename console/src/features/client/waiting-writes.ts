import { useSyncExternalStore } from 'preact/compat'

let waiting = 0
const listeners = new Set<() => void>()

/** Counts a write that waits until the database of the server is back, or that no longer does. */
export function countWaiting(change: 1 | -1): void {
  waiting += change
  for (const listener of listeners) listener()
}

/** Returns whether a write waits to be sent again. */
export function useHasWaitingWrites(): boolean {
  return useSyncExternalStore(follow, () => waiting > 0)
}

function follow(changed: () => void) {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}
