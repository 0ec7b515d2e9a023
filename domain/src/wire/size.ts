import { countText } from '../text/counted.ts'
import { isObject, type JsonObject } from './read.ts'

/** Maximum length of a text in a change, in characters. Stored and imported texts can be longer. */
export const MAX_TEXT_LENGTH = 10_000

/** Maximum size of the JSON of a record after a change, in bytes. Stored and imported records can be larger. */
export const MAX_RECORD_BYTES = 256 * 1024

const encoder = new TextEncoder()

/** Returns the number of bytes of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length
}

/** Returns one sentence for each text that is too long for a change, and one if the record is too large. */
export function oversized(record: JsonObject): string[] {
  const texts = longTexts(record, []).map(
    ([field, length]) =>
      `${field} has ${countText(length)} characters. The limit for a change is ${countText(MAX_TEXT_LENGTH)}.`,
  )
  const bytes = jsonBytes(record)
  return bytes <= MAX_RECORD_BYTES
    ? texts
    : [
        ...texts,
        `The record has ${countText(bytes)} bytes. The limit for a change is ${countText(MAX_RECORD_BYTES)}.`,
      ]
}

/** Returns the texts that are too long, each with its dotted field path and its length. */
function longTexts(value: unknown, path: readonly string[]): [field: string, length: number][] {
  if (typeof value === 'string')
    return value.length > MAX_TEXT_LENGTH ? [[path.join('.'), value.length]] : []
  if (Array.isArray(value))
    return value.flatMap((item, index) => longTexts(item, [...path, String(index)]))
  return isObject(value)
    ? Object.entries(value).flatMap(([field, item]) => longTexts(item, [...path, field]))
    : []
}
