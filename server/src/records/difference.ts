import { isDeepStrictEqual } from 'node:util'
import { type JsonObject, pick } from '@mandap/domain/wire/read.ts'

/** The fields in which two records differ, before and after. */
export interface Difference {
  before: JsonObject
  after: JsonObject
}

/**
 * Returns `null` if nothing differs. A missing field is absent on its side. `changed` are fields that differ although they
 * look the same, because their true values do.
 */
export function difference(
  before: JsonObject,
  after: JsonObject,
  changed: readonly string[] = [],
): Difference | null {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => changed.includes(field) || !isDeepStrictEqual(before[field], after[field]),
  )
  if (fields.length === 0) return null
  return { before: pick(before, fields), after: pick(after, fields) }
}
