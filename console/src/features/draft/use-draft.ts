import { useEffect, useEffectEvent, useRef, useState } from 'preact/compat'
import { encryptedStorage } from '../encrypted-storage/current.ts'
import type { Kept } from '../encrypted-storage/encrypted-storage.ts'
import { session } from '../session/current.ts'
import { createKept } from './kept.ts'

const kept = createKept({
  storage: localStorage,
  encrypted: encryptedStorage,
  now: Date.now,
  person: session.person,
})

/** The unsaved content of a form. */
export interface DraftKind<T> {
  empty: T
  /** Returns whether there is anything to lose. */
  isTouched: (value: T) => boolean
  /** Returns the part that the browser may store, without personal numbers (docs/decisions/inactivity.md). */
  stored: (value: T) => unknown
  /** Reads a stored value, which an older console may have written. Returns null if it is invalid. */
  from: (stored: unknown) => T | null
}

export interface Draft<T> {
  value: T
  change: (value: T) => void
  /** Returns whether an earlier `value` has not been replaced since. */
  isStill: (earlier: T) => boolean
  /** Removes what was entered after it was saved, and an earlier draft that is still offered. */
  clear: () => void
  /** Removes what was entered when the form is closed. Keeps a draft that the person has neither restored nor discarded. */
  cancel: () => void
  /** The draft from before this screen was opened, until the person restores or discards it. */
  offered: T | null
  restore: () => void
  discard: () => void
}

/** What was entered before, and when, in epoch milliseconds. */
interface Left<T> {
  at: number
  value: T
}

/**
 * Returns the content of a form, which is kept when the session ends. When the same administrator returns, they
 * are offered to restore it. The key must not change while the component is mounted.
 */
export function useDraft<T>(
  key: string,
  { empty, isTouched, stored, from }: DraftKind<T>,
): Draft<T> {
  const [value, setValue] = useState(empty)
  const newest = useRef(empty)
  const isEdited = useRef(false)
  const [left, setLeft] = useState<Left<T> | null>(null)
  const offered = left?.value ?? null
  const offer = useEffectEvent((earlier: Kept) => {
    const entered = from(earlier.value)
    if (entered !== null && isTouched(entered)) setLeft({ at: earlier.at, value: entered })
  })
  useEffect(() => {
    let isGone = false
    async function read() {
      const earlier = await kept.read(key)
      if (!isGone && earlier) offer(earlier)
    }
    void read()
    return () => {
      isGone = true
    }
  }, [key])

  function set(next: T) {
    newest.current = next
    isEdited.current = true
    setValue(next)
  }

  return {
    value,
    isStill: (earlier) => newest.current === earlier,
    change(next) {
      set(next)
      if (isTouched(next)) void kept.keep(key, stored(next))
      else kept.drop(key)
    },
    clear() {
      set(empty)
      setLeft(null)
      kept.drop(key)
    },
    cancel() {
      if (!isEdited.current) return
      set(empty)
      if (left === null) kept.drop(key)
      else void kept.keep(key, stored(left.value), left.at)
    },
    offered,
    restore() {
      if (offered === null) return
      set(offered)
      setLeft(null)
    },
    discard() {
      setLeft(null)
      if (!isTouched(value)) kept.drop(key)
    },
  }
}
