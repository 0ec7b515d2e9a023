import { useLayoutEffect } from 'preact/compat'

/** The position of a list: its first item in view and the pixels of that item's row above the viewport. */
export interface ListPosition {
  index: number
  /** Negative while the list begins below the top of the window. */
  into: number
  /** The item that had the focus. */
  focused: number | null
}

const KEY = 'mandap.lists'
/** Enough for the letters of many searches: each of them replaces its history entry. */
const MAX_POSITIONS = 200

/** Returns a hash of a history entry: its address may hold the name or phone number searched for. */
function fingerprint(entry: string): string {
  let hash = 0
  for (const unit of entry) hash = (Math.imul(hash, 31) + (unit.codePointAt(0) ?? 0)) | 0
  return hash.toString(36)
}

/** Stores a list's position for its history entry when the list or the page is left. */
export function useStoredPosition(entry: string, position: () => ListPosition | null): void {
  useLayoutEffect(() => {
    const store = () => {
      const left = position()
      if (left) storePosition(entry, left)
    }
    window.addEventListener('pagehide', store)
    return () => {
      window.removeEventListener('pagehide', store)
      store()
    }
  }, [entry, position])
}

function storePosition(entry: string, position: ListPosition): void {
  const key = fingerprint(entry)
  const others = read().filter(([other]) => other !== key)
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...others, [key, position]].slice(-MAX_POSITIONS)))
  } catch {
    // without storage only the position is lost
  }
}

export function storedPosition(entry: string): ListPosition | null {
  return read().find(([key]) => key === fingerprint(entry))?.[1] ?? null
}

function read(): [string, ListPosition][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? (stored as [string, ListPosition][]) : []
  } catch {
    return []
  }
}
