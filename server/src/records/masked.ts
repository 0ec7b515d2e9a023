import {
  maskedField,
  maskPersonalNumbers,
  personalNumberOf,
} from '@mandap/domain/partner/personal-number.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'

/**
 * Masks every personal number in the JSON text of records, as PostgreSQL or `JSON.stringify` writes it. Replaces
 * the values in the text, because parsing and writing a page takes longer than reading it from the database.
 */
export function maskedText(json: string): string {
  let done = ''
  let copied = 0
  PART_OF_NAME.lastIndex = 0
  for (let part = PART_OF_NAME.exec(json); part !== null; part = PART_OF_NAME.exec(json)) {
    // every name ends with these two characters, and no value contains them without a backslash
    const end = json.indexOf('":', part.index)
    if (end < 0) break
    const start = json.lastIndexOf('"', end - 1)
    const name = json.slice(start + 1, end)
    // only the parser can tell an escaped name from a value
    if (name.includes('\\') || json[start - 1] === '\\') return parsedAndMasked(json)
    PART_OF_NAME.lastIndex = start > part.index ? start : end
    if (start > part.index || !namesNumber(name)) continue
    const at = json[end + 2] === ' ' ? end + 3 : end + 2
    const length = lengthOfPlainValue(json, at)
    if (length === null) return parsedAndMasked(json)
    const value: unknown = JSON.parse(json.slice(at, at + length))
    done += json.slice(copied, at) + JSON.stringify(maskedField(name, value))
    copied = at + length
  }
  return copied === 0 ? json : done + json.slice(copied)
}

/** Matches a part of every name of a field with a number; a backslash may hide one. */
const PART_OF_NAME = /aad|adha|pan|acc|ac[\W_]*n|card|bank|iban|\\/gi

/** Matches a number, a word such as `null`, or a text without escapes, at the beginning. */
const PLAIN_VALUE = /[\w.+-]+|"[^"\\]*"/y

/** Returns the length of the value at an index, or null for an object, an array, or a text with escapes. */
function lengthOfPlainValue(json: string, at: number): number | null {
  PLAIN_VALUE.lastIndex = at
  return PLAIN_VALUE.test(json) ? PLAIN_VALUE.lastIndex - at : null
}

function parsedAndMasked(json: string): string {
  const value = JSON.parse(json) as JsonObject | JsonObject[]
  return JSON.stringify(
    Array.isArray(value) ? value.map(maskPersonalNumbers) : maskPersonalNumbers(value),
  )
}

const MAX_KNOWN = 1000
const MAX_NAME = 100

const known = new Map<string, boolean>()

/** Returns whether a field has a personal number. Caches the answer, because names repeat in every record. */
function namesNumber(name: string): boolean {
  const found = known.get(name)
  if (found !== undefined) return found
  const holds = personalNumberOf(name) !== null
  if (known.size === MAX_KNOWN) known.clear()
  if (name.length <= MAX_NAME) known.set(name, holds)
  return holds
}
