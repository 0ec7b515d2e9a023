import { textFlaw } from './storable-text.ts'

/** Lists and objects within each other, at most: deeper JSON exhausts the stack of what reads it. */
export const MAX_DEPTH = 64

const TOO_DEEP = `is nested more than ${MAX_DEPTH} levels deep`

/** A part of a value that PostgreSQL cannot hold as it is. */
export interface UnstorablePart {
  /** Its place, with dots; `''` is the value itself. Of what is nested too deep, where it begins. */
  path: string
  /** The rest of a sentence about it. */
  why: string
}

/** Finds the first part of a parsed JSON value that cannot be stored; null where all of it can. */
export function unstorablePart(value: unknown): UnstorablePart | null {
  const found = findPart(value, 0)
  if (found === null) return null
  const { path, why } = found
  const place = why === TOO_DEEP ? path.slice(-1) : path.toReversed()
  return { path: place.join('.').toWellFormed().replaceAll('\0', ''), why }
}

/** Its place from within outwards. */
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
