import { maskPersonalNumbers, personalNumberOf } from '@mandap/domain/partner/personal-number.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'

/**
 * Masks every personal number in the JSON text of records, as PostgreSQL or `JSON.stringify` writes it. Few
 * records have one, so the text is parsed only if it has the name of such a field.
 */
export function maskedText(json: string): string {
  if (!MAY_NAME_NUMBER.test(json) || !namesNumber(json)) return json
  const value = JSON.parse(json) as JsonObject | JsonObject[]
  return JSON.stringify(
    Array.isArray(value) ? value.map(maskPersonalNumbers) : maskPersonalNumbers(value),
  )
}

/** Matches a part of every name of a field with a number; `\u00` begins an escaped character. */
const MAY_NAME_NUMBER = /aad|adha|pan|acc|ac[\W_]*n|card|bank|iban|\\u00/i

/** Returns whether a field of the text has a personal number. Reads the text once, from name to name. */
function namesNumber(json: string): boolean {
  for (let end = json.indexOf('":'); end >= 0; end = json.indexOf('":', end + 2)) {
    const start = json.lastIndexOf('"', end - 1)
    const name = json.slice(start + 1, end)
    // only the parser can tell an escaped name from a value
    if (name.includes('\\') || json[start - 1] === '\\' || holdsNumber(name)) return true
  }
  return false
}

const MAX_KNOWN = 1000
const MAX_NAME = 100

const known = new Map<string, boolean>()

/** Caches the answer for field names, which repeat in every record. */
function holdsNumber(name: string): boolean {
  const found = known.get(name)
  if (found !== undefined) return found
  const holds = personalNumberOf(name) !== null
  if (known.size === MAX_KNOWN) known.clear()
  if (name.length <= MAX_NAME) known.set(name, holds)
  return holds
}
