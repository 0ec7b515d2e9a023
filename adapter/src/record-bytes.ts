import { BYTE, isNamed, isWhiteSpace, nextStructure } from '@mandap/domain/wire/json-scan.ts'
import { isObject, type JsonObject, readObject } from '@mandap/domain/wire/read.ts'
import { ApiError } from '@mandap/client/api-error.ts'

/**
 * The bytes of a list. A record is parsed when it is read, because the text of a million bookings is longer
 * than a JavaScript string can be, and their objects would fill the memory of a tab.
 */
export interface RecordBytes {
  readonly count: number
  /** Returns the record at a position in the host's order. */
  json(position: number): JsonObject
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/**
 * Reads a list, bare or under `data` (§3), from its bytes. Calls `seen` with each record when it is complete.
 * Skips values that are not objects. Rejects with an `ApiError` of kind 'malformed', which names the call.
 */
export async function readRecordBytes(
  call: string,
  bytes: AsyncIterable<Uint8Array>,
  seen: (record: JsonObject) => void,
): Promise<RecordBytes> {
  const parts: Uint8Array[] = []
  const spans = growingSpans()
  let part = new Uint8Array(0)
  const state = { inText: false, isEscaped: false }
  let at = 0
  let depth = 0
  // the depth of the list's records: 1 in a bare list, 2 under `data`, 0 until the list is found
  let listDepth = 0
  // the position in `part` of the incomplete record, or of the text before the list
  let begun = 0
  let ended = false

  for await (const more of bytes) {
    if (ended) continue
    part = joined(part.subarray(begun), more)
    at -= begun
    begun = 0
    const first = spans.count
    if (depth === 0) at = rootAt(call, part, at)
    for (;;) {
      at = nextStructure(part, at, state)
      const byte = part[at]
      if (byte === undefined) break
      if (byte === BYTE.lineFeed) throw new ApiError('malformed', { call })
      if (byte === BYTE.openObject || byte === BYTE.openList) {
        if (byte === BYTE.openObject && listDepth > 0 && depth === listDepth) begun = at
        depth += 1
        if (byte === BYTE.openList && listDepth === 0 && isList(part, at, depth)) listDepth = depth
      } else {
        depth -= 1
        if (byte === BYTE.closeObject && listDepth > 0 && depth === listDepth)
          spans.add(parts.length, begun, at + 1)
        ended = listDepth > 0 && depth < listDepth
      }
      at += 1
      if (ended) break
    }
    if (spans.count > first) {
      parts.push(part)
      for (const record of parseBetween(call, part, spans.start(first), spans.end(spans.count - 1)))
        seen(record)
    }
    // outside of a record, no bytes are needed with the next part
    if (listDepth > 0 && depth <= listDepth) begun = at
  }
  if (!ended) throw new ApiError('malformed', { call })
  return {
    count: spans.count,
    json(position) {
      const bytesOfPart = parts[spans.part(position)]
      return readObject(JSON.parse(textOf(bytesOfPart, spans.start(position), spans.end(position))))
    },
  }
}

function joined(rest: Uint8Array, more: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(rest.length + more.length)
  whole.set(rest)
  whole.set(more, rest.length)
  return whole
}

/** Returns the position of the root value. Rejects an HTML page, which also contains brackets. */
function rootAt(call: string, part: Uint8Array, from: number): number {
  let at = from
  while (isWhiteSpace(part[at]) || BYTE_ORDER_MARK.includes(part[at] ?? 0)) at += 1
  if (at < part.length && part[at] !== BYTE.openObject && part[at] !== BYTE.openList)
    throw new ApiError('malformed', { call })
  return at
}

/** Returns whether the list that opens at this depth is the root or the root's `data`. */
function isList(part: Uint8Array, at: number, depth: number): boolean {
  return depth === 1 || (depth === 2 && isNamed(part, at, 'data'))
}

/** Parses several consecutive records at once. */
function parseBetween(call: string, part: Uint8Array, start: number, end: number): JsonObject[] {
  try {
    const list: unknown[] = JSON.parse(`[${textOf(part, start, end)}]`)
    return list.filter(isObject)
  } catch (cause) {
    throw new ApiError('malformed', { call, cause })
  }
}

const decoder = new TextDecoder()

function textOf(part: Uint8Array | undefined, start: number, end: number): string {
  return decoder.decode(part?.subarray(start, end))
}

/** Three numbers per record, in memory that the garbage collector does not scan. */
function growingSpans() {
  let numbers = new Uint32Array(3 * 1024)
  let count = 0
  const read = (position: number, which: number) => numbers[3 * position + which] ?? 0
  return {
    get count() {
      return count
    },
    part: (position: number) => read(position, 0),
    start: (position: number) => read(position, 1),
    end: (position: number) => read(position, 2),
    add(part: number, start: number, end: number) {
      if (3 * count === numbers.length) {
        const larger = new Uint32Array(2 * numbers.length)
        larger.set(numbers)
        numbers = larger
      }
      numbers[3 * count] = part
      numbers[3 * count + 1] = start
      numbers[3 * count + 2] = end
      count += 1
    },
  }
}
