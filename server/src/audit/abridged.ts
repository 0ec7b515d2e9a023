import { createHash } from 'node:crypto'
import { countText } from '@mandap/domain/text/counted.ts'
import { MAX_REASON_LENGTH } from '@mandap/domain/verification/decision.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'

/** Maximum length of a value that is stored whole, as every reason is. */
const MAX_VALUE = MAX_REASON_LENGTH

/** Maximum length of a field name and of a subject. */
const MAX_NAME = 200

/** Maximum number of fields of one change. */
const MAX_FIELDS = 100

/**
 * Returns the fields of a change as the audit log stores them. A long value is replaced by its beginning, its
 * length and its hash, which identifies it. Fields beyond the limit are dropped.
 */
export function abridgedFields(fields: JsonObject): JsonObject {
  const entries = Object.entries(fields)
  const kept = entries
    .slice(0, MAX_FIELDS)
    .map(([field, value]) => [abridgedName(field), abridgedValue(value)])
  const more = entries.length - MAX_FIELDS
  return Object.fromEntries(more > 0 ? [...kept, ['…', `${countText(more)} more fields`]] : kept)
}

export function abridgedName(name: string): string {
  return abridged(name, MAX_NAME, MAX_NAME)
}

function abridgedValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > MAX_VALUE ? abridged(text, MAX_VALUE, 1000) : value
}

/**
 * Returns the text. If it is longer than `most`, returns its first `kept` characters, its length and its
 * hash.
 */
function abridged(text: string, most: number, kept: number): string {
  if (text.length <= most) return text
  const hash = createHash('sha256').update(text).digest('hex')
  return `${text.slice(0, kept).toWellFormed()}… (${countText(text.length)} characters, SHA-256 ${hash})`
}
