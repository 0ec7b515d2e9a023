import { type RefObject, useLayoutEffect } from 'react'

/** Where a list stood: its first item in view, and the pixels of that item's row already passed. */
export interface Stand {
  index: number
  /** Negative while the list still begins below the top of the window. */
  into: number
  /** The item that held the focus. */
  focused: number | null
}

const KEY = 'mandap.lists'
const MOST = 50

/** Identifies a history entry without its address, which may hold the name or phone number searched for. */
function fingerprint(entry: string): string {
  let hash = 0
  for (const unit of entry) hash = (Math.imul(hash, 31) + (unit.codePointAt(0) ?? 0)) | 0
  return hash.toString(36)
}

/** Keeps a list's last place for its history entry, in this tab, also over a reload. */
export function useKeptStand(entry: string, stand: RefObject<Stand>): void {
  useLayoutEffect(() => {
    const remember = () => rememberStand(entry, stand.current)
    window.addEventListener('pagehide', remember)
    return () => {
      window.removeEventListener('pagehide', remember)
      remember()
    }
  }, [entry, stand])
}

function rememberStand(entry: string, stand: Stand): void {
  const key = fingerprint(entry)
  const others = read().filter(([other]) => other !== key)
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...others, [key, stand]].slice(-MOST)))
  } catch {
    // a full or forbidden storage costs the place in the list, nothing else
  }
}

export function standOf(entry: string): Stand | null {
  return read().find(([key]) => key === fingerprint(entry))?.[1] ?? null
}

function read(): [string, Stand][] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? (kept as [string, Stand][]) : []
  } catch {
    return []
  }
}
