import { isObject, type JsonObject } from './read.ts'

/** Characters of a text that a change may bring. One that is stored already, or imported, may be longer. */
export const MAX_TEXT_LENGTH = 10_000

/** Bytes of JSON that a change may make of a record. One that is stored already, or imported, may be larger. */
export const MAX_RECORD_BYTES = 256 * 1024

const encoder = new TextEncoder()

/** Bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length
}

/** What of a record is longer than a change may bring, a sentence for each. */
export function oversized(record: JsonObject): string[] {
  const texts = longTexts(record, []).map(
    ([field, length]) =>
      `${field} has ${grouped(length)} characters; a change may bring ${grouped(MAX_TEXT_LENGTH)}.`,
  )
  const bytes = jsonBytes(record)
  return bytes <= MAX_RECORD_BYTES
    ? texts
    : [
        ...texts,
        `The record has ${grouped(bytes)} bytes; a change may make it ${grouped(MAX_RECORD_BYTES)}.`,
      ]
}

/** The texts that are too long, each with its field, named with dots, and its length. */
function longTexts(value: unknown, path: readonly string[]): [field: string, length: number][] {
  if (typeof value === 'string')
    return value.length > MAX_TEXT_LENGTH ? [[path.join('.'), value.length]] : []
  if (Array.isArray(value))
    return value.flatMap((item, at) => longTexts(item, [...path, String(at)]))
  return isObject(value)
    ? Object.entries(value).flatMap(([field, item]) => longTexts(item, [...path, field]))
    : []
}

function grouped(count: number): string {
  return count.toLocaleString('en-IN')
}
