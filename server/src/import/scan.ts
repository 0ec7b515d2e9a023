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

const [LF, QUOTE, COMMA, COLON, BACKSLASH] = [0x0a, 0x22, 0x2c, 0x3a, 0x5c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

interface ScanOptions {
  /** Whether to stop at the list of an object that has records under `data`. */
  envelopes?: boolean
  /** The brackets that are open where the scan starts. */
  open?: readonly number[]
}

/** Scans the object or list at `start`, and keeps all of it in the window. */
export async function scanValue(
  window: ByteWindow,
  start: number,
  { envelopes = false, open = [] }: ScanOptions = {},
): Promise<Scan> {
  const closers = [...open]
  let position = start
  let depth = closers.length
  let inText = false
  let escaped = false
  // the last byte that is neither white space nor in a text
  let last = open.length > 0 ? QUOTE : 0
  let textStart = 0
  let key = ''
  let named = false

  for (;;) {
    const { bytes, base } = window
    for (let at = position - base; at < bytes.length; at += 1) {
      const byte = bytes[at]
      if (inText) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) {
          inText = false
          if (envelopes && closers.length === 1 && (last === OBJECT || last === COMMA)) {
            key = bytes.toString('latin1', textStart - base, at)
            named ||= key === '_id' || key === 'id'
          }
          last = QUOTE
        } else if (byte === LF) return { kind: 'broken', reason: 'A text runs past its line.' }
      } else if (byte === QUOTE) {
        inText = true
        textStart = base + at + 1
      } else if (byte === OBJECT || byte === LIST) {
        const inObject = closers.at(-1) === OBJECT_END
        const first = closers.length === 0
        if (!first && (inObject ? last !== COLON : last !== LIST && last !== COMMA))
          return { kind: 'broken', reason: `'${byte === LIST ? '[' : '{'}' where none can be.` }
        // a record has an id; an object without one that has a list of data contains the records
        if (envelopes && byte === LIST && closers.length === 1 && key === 'data' && !named)
          return { kind: 'envelope', end: base + at }
        closers.push(byte === LIST ? LIST_END : OBJECT_END)
        depth = Math.max(depth, closers.length)
        last = byte
      } else if (byte === OBJECT_END || byte === LIST_END) {
        if (closers.pop() !== byte) return { kind: 'broken', reason: 'Its brackets do not match.' }
        if (closers.length === 0) return { kind: 'whole', end: base + at + 1, depth }
        last = byte
      } else if (byte !== undefined && byte > 0x20) last = byte
    }
    position = window.end
    if (position - start > MAX_BYTES) return { kind: 'broken', reason: 'It is longer than 32 MB.' }
    if (!(await window.more(start))) return { kind: 'cut' }
  }
}
