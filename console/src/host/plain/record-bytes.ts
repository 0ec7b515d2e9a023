import { isObject, type JsonObject, readObject } from '@mandap/domain/wire/read.ts'
import { HostFailure } from '../failure.ts'

/**
 * A list as it came over the wire, each record parsed again only when asked for: the text of a
 * million bookings is longer than a JavaScript string may be, and their objects would fill the
 * memory of a tab.
 */
export interface RecordBytes {
  readonly count: number
  /** The record at a place, in the order of the wire. */
  json(place: number): JsonObject
}

/** The first records, in the order of the wire. */
export function firstOf(records: RecordBytes, most: number): JsonObject[] {
  return Array.from({ length: Math.min(most, records.count) }, (_, place) => records.json(place))
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
const WHITE_SPACE = [0x20, 0x09, 0x0a, 0x0d]
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN = 0x7b
const CLOSE = 0x7d

/**
 * Reads a list, bare or under `data` (§3), from its bytes, telling of each record once it is
 * whole. What in the list is no object is left out. Rejects with a `malformed` failure.
 */
export async function readRecordBytes(
  bytes: AsyncIterable<Uint8Array>,
  seen: (record: JsonObject) => void,
): Promise<RecordBytes> {
  const parts: Uint8Array[] = []
  const spans = growingSpans()
  let part = new Uint8Array(0)
  let at = 0
  let depth = 0
  let inText = false
  // how deep the list's records lie: 1 when it is bare, 2 under `data`, 0 until it is found
  let listDepth = 0
  // where in `part` the record begins that is not yet whole, or the head before the list
  let begun = 0
  let ended = false

  for await (const more of bytes) {
    if (ended) continue
    part = joined(part.subarray(begun), more)
    at -= begun
    begun = 0
    const first = spans.count
    if (depth === 0) at = rootAt(part, at)
    for (; at < part.length && !ended; at += 1) {
      const byte = part[at]
      if (inText) {
        if (byte === BACKSLASH) at += 1
        else if (byte === QUOTE) inText = false
      } else if (byte === QUOTE) {
        inText = true
      } else if (byte === OPEN || byte === OPEN_LIST) {
        if (byte === OPEN && listDepth > 0 && depth === listDepth) begun = at
        depth += 1
        if (byte === OPEN_LIST && listDepth === 0 && isList(part, at, depth)) listDepth = depth
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        depth -= 1
        if (byte === CLOSE && listDepth > 0 && depth === listDepth)
          spans.add(parts.length, begun, at + 1)
        ended = listDepth > 0 && depth < listDepth
      }
    }
    if (spans.count > first) {
      parts.push(part)
      for (const record of parseBetween(part, spans.start(first), spans.end(spans.count - 1)))
        seen(record)
    }
    // outside a record nothing needs to be kept for the next part
    if (listDepth > 0 && depth <= listDepth) begun = Math.min(at, part.length)
  }
  if (!ended) throw new HostFailure('malformed')
  return {
    count: spans.count,
    json(place) {
      const bytesOfPart = parts[spans.part(place)]
      return readObject(JSON.parse(textOf(bytesOfPart, spans.start(place), spans.end(place))))
    },
  }
}

function joined(rest: Uint8Array, more: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(rest.length + more.length)
  whole.set(rest)
  whole.set(more, rest.length)
  return whole
}

/** Where the root value begins; a page of HTML has brackets too, but does not begin with one. */
function rootAt(part: Uint8Array, from: number): number {
  let at = from
  while (at < part.length && [...WHITE_SPACE, ...BYTE_ORDER_MARK].includes(part[at] ?? 0)) at += 1
  if (at < part.length && part[at] !== OPEN && part[at] !== OPEN_LIST)
    throw new HostFailure('malformed')
  return at
}

/** Whether the list that opens here, `depth` deep, is the root or the root's `data`. */
function isList(part: Uint8Array, at: number, depth: number): boolean {
  return depth === 1 || (depth === 2 && nameBefore(part, at) === '"data"')
}

/** What stands before a colon and the value at a place, as long as `"data"` and not part of a longer name. */
function nameBefore(part: Uint8Array, at: number): string {
  const colon = beforeSpace(part, at) - 1
  const end = beforeSpace(part, colon)
  const start = end - '"data"'.length
  return part[colon] === COLON && part[start - 1] !== BACKSLASH ? textOf(part, start, end) : ''
}

function beforeSpace(part: Uint8Array, from: number): number {
  let at = from
  while (at > 0 && WHITE_SPACE.includes(part[at - 1] ?? 0)) at -= 1
  return at
}

/** The records from the first's start to the last's end, parsed at one go. */
function parseBetween(part: Uint8Array, start: number, end: number): JsonObject[] {
  try {
    const list: unknown[] = JSON.parse(`[${textOf(part, start, end)}]`)
    return list.filter(isObject)
  } catch (cause) {
    throw new HostFailure('malformed', { cause })
  }
}

const decoder = new TextDecoder()

function textOf(part: Uint8Array | undefined, start: number, end: number): string {
  return decoder.decode(part?.subarray(start, end))
}

/** Three numbers a record, in memory that no collector has to walk. */
function growingSpans() {
  let numbers = new Uint32Array(3 * 1024)
  let count = 0
  const read = (place: number, which: number) => numbers[3 * place + which] ?? 0
  return {
    get count() {
      return count
    },
    part: (place: number) => read(place, 0),
    start: (place: number) => read(place, 1),
    end: (place: number) => read(place, 2),
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
