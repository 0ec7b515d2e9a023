import { wellFormed } from '@mandap/domain/text/text.ts'
import { textFlaw } from './storable-text.ts'

/** Maximum depth of JSON. Deeper JSON exhausts the stack of its readers. */
export const MAX_DEPTH = 64

const TOO_DEEP = `is nested more than ${MAX_DEPTH} levels deep`

/** A part of a value that PostgreSQL cannot store unchanged. */
export interface UnstorablePart {
  /** Its path; `''` for the value itself. For JSON that is too deep, where it begins. */
  path: string
  /** The rest of a sentence about it. */
  why: string
}

/** Returns the first part of a parsed JSON value that cannot be stored; null if there is none. */
export function unstorablePart(value: unknown): UnstorablePart | null {
  const found = findPart(value, 0)
  if (found === null) return null
  const { path, why } = found
  const fromRoot = why === TOO_DEEP ? path.slice(-1) : path.toReversed()
  return { path: wellFormed(fromRoot.join('.')), why }
}

/** The path, innermost part first. */
interface Found {
  path: string[]
  why: string
}

function findPart(value: unknown, depth: number): Found | null {
  if (typeof value === 'string') return flawOf(value)
  if (typeof value !== 'object' || value === null) return null
  if (depth > MAX_DEPTH) return { path: [], why: TOO_DEEP }
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const found = findPart(value[at], depth + 1)
      if (found) return within(found, String(at))
    }
    return null
  }
  for (const [key, item] of Object.entries(value)) {
    const found = flawOf(key) ?? findPart(item, depth + 1)
    if (found) return within(found, key)
  }
  return null
}

function flawOf(text: string): Found | null {
  const why = textFlaw(text)
  return why === null ? null : { path: [], why }
}

function within(found: Found, key: string): Found {
  found.path.push(key)
  return found
}
