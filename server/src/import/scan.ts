import { BYTE, isNamed, lastSignificant, nextStructure } from '@mandap/domain/wire/json-scan.ts'
import { isObject } from '@mandap/domain/wire/read.ts'
import type { ByteWindow } from './window.ts'

/** The end of a JSON value, found by brackets and quotes alone. */
export type Scan =
  | { kind: 'whole'; end: number; depth: number }
  /** An object whose `data` is a list (§3), which begins at `end`. */
  | { kind: 'envelope'; end: number }
  | { kind: 'broken'; reason: string }
  /** The stream ended before the value did. */
  | { kind: 'cut' }

/** Maximum size of a record in bytes: twice MongoDB's limit, because JSON is longer than BSON. */
const MAX_BYTES = 32 * 1024 * 1024

interface ScanOptions {
  /** Whether to stop at the list of an object that has records under `data`. */
  envelopes?: boolean
  /** The closing brackets that are due where the scan starts. */
  open?: readonly number[]
}

/** Scans the object or list at `start`, and keeps all of it in the window. */
export async function scanValue(
  window: ByteWindow,
  start: number,
  { envelopes = false, open = [] }: ScanOptions = {},
): Promise<Scan> {
  const closers = [...open]
  const state = { inText: false, isEscaped: false }
  let position = start
  let depth = closers.length

  for (;;) {
    const { bytes, base } = window
    const value = bytes.subarray(start - base)
    let at = nextStructure(value, position - start, state)
    for (; at < value.length; at = nextStructure(value, at + 1, state)) {
      const byte = value[at]
      if (byte === BYTE.lineFeed)
        return { kind: 'broken', reason: 'A string is not closed on its line.' }
      if (byte === BYTE.openObject || byte === BYTE.openList) {
        if (closers.length > 0 && !mayOpen(value, at, closers.at(-1)))
          return { kind: 'broken', reason: `Unexpected '${String.fromCharCode(byte)}'.` }
        if (envelopes && byte === BYTE.openList && closers.length === 1 && isEnvelope(value, at))
          return { kind: 'envelope', end: start + at }
        closers.push(byte === BYTE.openList ? BYTE.closeList : BYTE.closeObject)
        depth = Math.max(depth, closers.length)
      } else {
        if (closers.pop() !== byte) return { kind: 'broken', reason: 'Its brackets do not match.' }
        if (closers.length === 0) return { kind: 'whole', end: start + at + 1, depth }
      }
    }
    position = window.end
    if (position - start > MAX_BYTES) return { kind: 'broken', reason: 'It is longer than 32 MB.' }
    if (!(await window.more(start))) return { kind: 'cut' }
  }
}

/** Whether a value may begin here: in an object after a colon, in a list after its bracket or a comma. */
function mayOpen(bytes: Uint8Array, at: number, closer: number | undefined): boolean {
  const before = bytes[lastSignificant(bytes, at)]
  return closer === BYTE.closeObject
    ? before === BYTE.colon
    : before === BYTE.openList || before === BYTE.comma
}

/** Whether the list that opens here is the `data` of an object without an id: a record has an id. */
function isEnvelope(bytes: Buffer, at: number): boolean {
  if (!isNamed(bytes, at, 'data')) return false
  try {
    const before: unknown = JSON.parse(`${bytes.toString('utf8', 0, at)}[]}`)
    return isObject(before) && before['_id'] === undefined && before['id'] === undefined
  } catch {
    // what is before the list cannot be read, and the whole record cannot be either
    return false
  }
}
