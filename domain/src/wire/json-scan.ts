// Finds the structure of JSON in its UTF-8 bytes, without parsing it.

export const BYTE = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const

/** Where a scan is between two parts of a stream. Begins as `{ inText: false, isEscaped: false }`. */
export interface ScanState {
  inText: boolean
  isEscaped: boolean
}

/**
 * Returns the position of the next bracket outside a text, or of the next line feed inside one, where JSON
 * allows none. Returns the length of the bytes if they have neither. `state` continues in the next part.
 */
export function nextStructure(bytes: Uint8Array, from: number, state: ScanState): number {
  let { inText, isEscaped } = state
  let at = from
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (inText) {
      if (isEscaped) isEscaped = false
      else if (byte === BYTE.backslash) isEscaped = true
      else if (byte === BYTE.quote) inText = false
      else if (byte === BYTE.lineFeed) break
    } else if (byte === BYTE.quote) inText = true
    else if (
      byte === BYTE.openObject ||
      byte === BYTE.closeObject ||
      byte === BYTE.openList ||
      byte === BYTE.closeList
    )
      break
  }
  state.inText = inText
  state.isEscaped = isEscaped
  return at
}

export function isWhiteSpace(byte: number | undefined): boolean {
  return (
    byte === BYTE.space ||
    byte === BYTE.lineFeed ||
    byte === BYTE.carriageReturn ||
    byte === BYTE.tab
  )
}

/** Returns the position of the last byte before `from` that is not white space, or -1. */
export function lastSignificant(bytes: Uint8Array, from: number): number {
  let at = from - 1
  while (at >= 0 && isWhiteSpace(bytes[at])) at -= 1
  return at
}

/** Returns whether the value at a position is a member of an object with this name, in ASCII. */
export function isNamed(bytes: Uint8Array, at: number, name: string): boolean {
  const colon = lastSignificant(bytes, at)
  if (bytes[colon] !== BYTE.colon) return false
  const end = lastSignificant(bytes, colon)
  const quoted = `"${name}"`
  const start = end + 1 - quoted.length
  // an escaped quote is part of a longer name
  if (start < 0 || bytes[start - 1] === BYTE.backslash) return false
  for (let offset = 0; offset < quoted.length; offset += 1)
    if (bytes[start + offset] !== quoted.charCodeAt(offset)) return false
  return true
}
