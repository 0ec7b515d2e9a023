import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { isObject } from '@mandap/domain/wire/read.ts'
import { MAX_DEPTH } from '../database/storable-json.ts'
import { HttpError } from '../http/http-error.ts'
import type { RecordKind } from './kind.ts'

/** A record that cannot be stored: which field, and why. */
export class UnstorableError extends HttpError {
  constructor(field: string, message: string) {
    super(400, 'INVALID', message, field)
    this.name = 'Unstorable'
  }
}

/** Bytes of a text that stands in an index: a third of what PostgreSQL takes, for several make one key. */
const MAX_INDEXED_BYTES = 800

/** A record ready for its table: `body` as it came, without what jsonb cannot hold, and the facts. */
export interface StoredRecord<F> {
  body: JsonObject
  indexFields: F
}

/** Throws `Unstorable`, naming the field. `version` is left out: it is the row's own. */
export function toStoredRecord<F extends { id: string }>(
  kind: RecordKind<F>,
  record: JsonObject,
): StoredRecord<F> {
  const { version: _, ...body } = cleanObject(record, 0)
  const indexFields = kind.factsOf(body)
  if (indexFields.id === '') throw new UnstorableError('_id', 'A record needs an _id.')
  for (const value of Object.keys(kind.indexed) as (keyof F & string)[]) {
    const text = indexFields[value]
    if (typeof text === 'string' && Buffer.byteLength(text) > MAX_INDEXED_BYTES) {
      const field = kind.indexed[value] ?? value
      throw new UnstorableError(field, `${field} is longer than ${MAX_INDEXED_BYTES} bytes.`)
    }
  }
  return { body, indexFields }
}

// jsonb holds neither NUL nor half of a surrogate pair, and has no negative zero
function cleanJson(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number') return value + 0
  if (Array.isArray(value)) {
    refuseDepth(depth)
    return value.map((item) => cleanJson(item, depth + 1))
  }
  return isObject(value) ? cleanObject(value, depth) : value
}

function cleanObject(value: JsonObject, depth: number): JsonObject {
  refuseDepth(depth)
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [cleanText(key), cleanJson(item, depth + 1)]),
  )
}

function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

function refuseDepth(depth: number) {
  if (depth > MAX_DEPTH)
    throw new UnstorableError('', `A record is at most ${MAX_DEPTH} levels deep.`)
}
