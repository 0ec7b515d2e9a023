import { maskPersonalNumbers, personalNumberOf } from '@mandap/domain/partner/personal-number.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'

/**
 * The JSON text of records, as PostgreSQL and `JSON.stringify` write it, with every personal number in it
 * masked. Few records have any, so the text is parsed only where a field's name is that of one.
 */
export function maskedText(json: string): string {
  if (!MAY_NAME_NUMBER.test(json) || !namesNumber(json)) return json
  const value = JSON.parse(json) as JsonObject | JsonObject[]
  return JSON.stringify(
    Array.isArray(value) ? value.map(maskPersonalNumbers) : maskPersonalNumbers(value),
  )
}

/** A part of the name of every field that holds a number, anywhere in the text; `\u00` escapes one. */
const MAY_NAME_NUMBER = /aad|adha|pan|acc|ac[\W_]*n|card|bank|iban|\\u00/i

/** Whether a field of the text holds a personal number. Reads the text once, from name to name. */
function namesNumber(json: string): boolean {
  for (let end = json.indexOf('":'); end >= 0; end = json.indexOf('":', end + 2)) {
    const start = json.lastIndexOf('"', end - 1)
    const name = json.slice(start + 1, end)
    // only the parser can tell a name with an escape in it from a value
    if (name.includes('\\') || json[start - 1] === '\\' || holdsNumber(name)) return true
  }
  return false
}

const MAX_KNOWN = 1000
const MAX_NAME = 100

const known = new Map<string, boolean>()

/** Remembers the names that every record has. */
function holdsNumber(name: string): boolean {
  const found = known.get(name)
  if (found !== undefined) return found
  const holds = personalNumberOf(name) !== null
  if (known.size === MAX_KNOWN) known.clear()
  if (name.length <= MAX_NAME) known.set(name, holds)
  return holds
}
