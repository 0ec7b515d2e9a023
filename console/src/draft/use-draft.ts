import { useState } from 'react'
import { session } from '../session/current.ts'
import { createKept } from './kept.ts'

const kept = createKept({ storage: localStorage, now: Date.now, person: session.person })

/** What a form holds while nothing is saved. */
export interface DraftKind<T> {
  empty: T
  /** Whether anything would be lost. */
  isTouched: (value: T) => boolean
  /** What of it the browser may keep: no personal number (docs/decisions/inactivity.md). */
  stored: (value: T) => unknown
  /** What was kept, which an older console may have written; null where it is none. */
  from: (stored: unknown) => T | null
}

export interface Draft<T> {
  value: T
  change: (value: T) => void
  /** It was saved, or given up. */
  clear: () => void
  /** What was left unsaved before this screen was opened, until the person answers. */
  offered: T | null
  restore: () => void
  discard: () => void
}

/**
 * What is typed into a form, which survives the end of the session and is offered, not put in, when the
 * same administrator comes back. The key stays the same for as long as the component stands.
 */
export function useDraft<T>(
  key: string,
  { empty, isTouched, stored, from }: DraftKind<T>,
): Draft<T> {
  const [value, setValue] = useState(empty)
  const [offered, setOffered] = useState(() => {
    const left = from(kept.read(key))
    return left !== null && isTouched(left) ? left : null
  })
  return {
    value,
    change(next) {
      setValue(next)
      if (isTouched(next)) kept.keep(key, stored(next))
      else kept.drop(key)
    },
    clear() {
      setValue(empty)
      setOffered(null)
      kept.drop(key)
    },
    offered,
    restore() {
      if (offered === null) return
      setValue(offered)
      setOffered(null)
    },
    discard() {
      setOffered(null)
      if (!isTouched(value)) kept.drop(key)
    },
  }
}
