import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '@mandap/domain/wire/read.ts'

/** The fields in which two records differ, as they were and as they became. */
export interface Difference {
  before: JsonObject
  after: JsonObject
}

/** `null` when nothing differs. A field that one of them lacks is absent on that side. */
export function difference(before: JsonObject, after: JsonObject): Difference | null {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  )
  if (fields.length === 0) return null
  return { before: pick(before, fields), after: pick(after, fields) }
}

function pick(record: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(
    fields.filter((field) => Object.hasOwn(record, field)).map((field) => [field, record[field]]),
  )
}
