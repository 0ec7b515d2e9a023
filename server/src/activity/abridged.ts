import { createHash } from 'node:crypto'
import type { JsonObject } from '@mandap/domain/wire/read.ts'

/** Characters of a value that are kept whole: as many as the reason of a decision may have. */
const MAX_VALUE = 5000

/** Characters of the name of a field, and of a subject. */
const MAX_NAME = 200

/** Fields of one change. */
const MAX_FIELDS = 100

/**
 * The fields of a change as the trail keeps them for good: of a long value its beginning, its length and its
 * hash, by which the value can be recognized; and no more fields than a change by hand has.
 */
export function abridgedFields(fields: JsonObject): JsonObject {
  const entries = Object.entries(fields)
  const kept = entries
    .slice(0, MAX_FIELDS)
    .map(([field, value]) => [abridgedName(field), abridgedValue(value)])
  const more = entries.length - MAX_FIELDS
  return Object.fromEntries(more > 0 ? [...kept, ['…', `${grouped(more)} more fields`]] : kept)
}

export function abridgedName(name: string): string {
  return abridged(name, MAX_NAME, MAX_NAME)
}

function abridgedValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > MAX_VALUE ? abridged(text, MAX_VALUE, 1000) : value
}

/** The text; of one longer than `most`, so many characters `kept`, its length, and the hash of all of it. */
function abridged(text: string, most: number, kept: number): string {
  if (text.length <= most) return text
  const hash = createHash('sha256').update(text).digest('hex')
  return `${text.slice(0, kept).toWellFormed()}… (${grouped(text.length)} characters, SHA-256 ${hash})`
}

function grouped(count: number): string {
  return count.toLocaleString('en-IN')
}
