import { BYTE, isNamed, isWhiteSpace, nextStructure } from '@mandap/domain/wire/json-scan.ts'
import { isObject, type JsonObject, readObject } from '@mandap/domain/wire/read.ts'
import { ApiError } from '@mandap/client/api-error.ts'

/**
 * The bytes of a list, of which a record is parsed when it is read: the text of a million bookings is
 * longer than a JavaScript string may be, and their objects would fill the memory of a tab.
 */
export interface RecordBytes {
  readonly count: number
  /** Returns the record at a position, in the order of the host. */
  json(position: number): JsonObject
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/**
 * Reads a list, bare or under `data` (§3), from its bytes, and calls `seen` with each record once it is
 * complete. Skips what is not an object. Rejects with an `ApiError` of kind 'malformed'.
 */
export async function readRecordBytes(
  bytes: AsyncIterable<Uint8Array>,
  seen: (record: JsonObject) => void,
): Promise<RecordBytes> {
  const parts: Uint8Array[] = []
  const spans = growingSpans()
  let part = new Uint8Array(0)
  const state = { inText: false, isEscaped: false }
  let at = 0
  let depth = 0
  // the depth of the list's records: 1 when it is bare, 2 under `data`, 0 until it is found
  let listDepth = 0
  // where in `part` the incomplete record begins, or the text before the list
  let begun = 0
  let ended = false

  for await (const more of bytes) {
    if (ended) continue
    part = joined(part.subarray(begun), more)
    at -= begun
    begun = 0
    const first = spans.count
    if (depth === 0) at = rootAt(part, at)
    for (;;) {
      at = nextStructure(part, at, state)
      const byte = part[at]
      if (byte === undefined) break
      if (byte === BYTE.lineFeed) throw new ApiError('malformed')
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
      for (const record of parseBetween(part, spans.start(first), spans.end(spans.count - 1)))
        seen(record)
    }
    // outside a record nothing needs to be kept for the next part
    if (listDepth > 0 && depth <= listDepth) begun = at
  }
  if (!ended) throw new ApiError('malformed')
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

/** Returns where the root value begins. Rejects an HTML page, which has brackets too but begins with none. */
function rootAt(part: Uint8Array, from: number): number {
  let at = from
  while (isWhiteSpace(part[at]) || BYTE_ORDER_MARK.includes(part[at] ?? 0)) at += 1
  if (at < part.length && part[at] !== BYTE.openObject && part[at] !== BYTE.openList)
    throw new ApiError('malformed')
  return at
}

/** Whether the list that opens here, at this depth, is the root or the root's `data`. */
function isList(part: Uint8Array, at: number, depth: number): boolean {
  return depth === 1 || (depth === 2 && isNamed(part, at, 'data'))
}

/** Parses the records from the start of the first to the end of the last at once. */
function parseBetween(part: Uint8Array, start: number, end: number): JsonObject[] {
  try {
    const list: unknown[] = JSON.parse(`[${textOf(part, start, end)}]`)
    return list.filter(isObject)
  } catch (cause) {
    throw new ApiError('malformed', { cause })
  }
}

const decoder = new TextDecoder()

function textOf(part: Uint8Array | undefined, start: number, end: number): string {
  return decoder.decode(part?.subarray(start, end))
}

/** Three numbers for each record, in memory that the garbage collector does not visit. */
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
