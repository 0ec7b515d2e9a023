import {
  type PersonalValue,
  separatePersonalValues,
} from '@mandap/domain/partner/personal-record.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { isObject } from '@mandap/domain/wire/read.ts'
import { wellFormed } from '@mandap/domain/text/text.ts'
import { MAX_DEPTH } from '../database/storable-json.ts'
import { HttpError } from '../http/http-error.ts'
import type { IndexedTable } from './kind.ts'

/** Thrown for a record that cannot be stored. Names the field and the reason. */
export class UnstorableError extends HttpError {
  override readonly name = 'UnstorableError'
  constructor(field: string, message: string) {
    super(400, 'INVALID', message, { field })
  }
}

/**
 * Maximum bytes of an indexed text: a third of PostgreSQL's limit, because an index key may have several. Indexes of
 * migrations have it too.
 */
export const MAX_INDEXED_BYTES = 800

/** Maximum bytes of the path of a personal value, which an index contains. */
const MAX_PATH_BYTES = 1000

/**
 * A record that is ready for its tables: `body` without what jsonb cannot store and with masked personal values, the index
 * fields, and the true values.
 */
export interface StoredRecord<F> {
  body: JsonObject
  indexFields: F
  values: readonly PersonalValue[]
}

/**
 * Returns the record to store. Throws `UnstorableError`, which names the field. Drops `version`, which is a
 * column.
 */
export function toStoredRecord<F extends { id: string }>(
  kind: IndexedTable<F>,
  record: JsonObject,
): StoredRecord<F> {
  const { masked: body, values } = separatePersonalValues(withoutVersion(cleaned(record)))
  const indexFields = kind.indexFieldsOf(body)
  if (indexFields.id === '') throw new UnstorableError('_id', 'A record needs an _id.')
  for (const value of Object.keys(kind.indexed) as (keyof F & string)[]) {
    const text = indexFields[value]
    if (typeof text === 'string' && Buffer.byteLength(text) > MAX_INDEXED_BYTES) {
      const field = kind.indexed[value] ?? value
      throw new UnstorableError(field, `${field} is longer than ${MAX_INDEXED_BYTES} bytes.`)
    }
  }
  const long = values.find(({ path }) => Buffer.byteLength(path) > MAX_PATH_BYTES)
  if (long)
    throw new UnstorableError(
      long.path,
      `The path of a personal number is longer than ${MAX_PATH_BYTES} bytes.`,
    )
  return { body, indexFields, values }
}

function withoutVersion(record: JsonObject): JsonObject {
  if (!Object.hasOwn(record, 'version')) return record
  const { version: _, ...body } = record
  return body
}

function cleaned(record: JsonObject): JsonObject {
  // nearly every record is clean: reading one is several times as fast as building it again
  return isClean(record, 0) ? record : cleanObject(record, 0)
}

/** Whether `cleanJson` returns the value as it is. */
function isClean(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return wellFormed(value) === value
  if (typeof value === 'number') return !Object.is(value, -0)
  if (typeof value !== 'object' || value === null) return true
  refuseDepth(depth)
  if (Array.isArray(value)) return value.every((item) => isClean(item, depth + 1))
  const object = value as JsonObject
  for (const key of Object.keys(object))
    if (wellFormed(key) !== key || !isClean(object[key], depth + 1)) return false
  return true
}

// jsonb cannot store NUL, half of a surrogate pair, or negative zero
function cleanJson(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return wellFormed(value)
  if (typeof value === 'number') return value + 0
  if (Array.isArray(value)) return cleanArray(value, depth)
  return isObject(value) ? cleanObject(value, depth) : value
}

function cleanArray(items: readonly unknown[], depth: number): readonly unknown[] {
  refuseDepth(depth)
  return items.map((item) => cleanJson(item, depth + 1))
}

function cleanObject(value: JsonObject, depth: number): JsonObject {
  refuseDepth(depth)
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [wellFormed(key), cleanJson(item, depth + 1)]),
  )
}

function refuseDepth(depth: number) {
  if (depth > MAX_DEPTH)
    throw new UnstorableError('', `A record is at most ${MAX_DEPTH} levels deep.`)
}
