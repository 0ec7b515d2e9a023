import { ApiError } from '@mandap/client/api-error.ts'
import type { RecordChange } from '@mandap/contract/booking.ts'
import type { CallKey } from '@mandap/contract/calls.ts'
import {
  isObject,
  type JsonObject,
  readNumber,
  readObject,
  readText,
} from '@mandap/domain/wire/read.ts'
import { config } from '../client/config.ts'

/** The current record, and the changes since the version that was sent, oldest first. */
export interface Conflict<R> {
  current: R
  changes: readonly RecordChange[]
}

/** Returns the conflict of a stale version, or null for another error and for an answer without the record. */
export function conflictOf<R>(
  error: unknown,
  recordFrom: (json: unknown) => R,
): Conflict<R> | null {
  if (!(error instanceof ApiError) || error.kind !== 'conflict') return null
  const { current, changes } = readObject(error.details.body)
  if (!isObject(current)) return null
  return {
    current: recordFrom(current),
    changes: (Array.isArray(changes) ? changes : []).map((one) => changeFrom(readObject(one))),
  }
}

/** Returns the conflict of a host without versions, with the record as it is now. Who changed it is not known. */
export function unversionedConflict(
  call: CallKey,
  { id, original }: { id: string; original: JsonObject },
): ApiError {
  return new ApiError('conflict', { call, body: { current: { ...original, _id: id } } })
}

function changeFrom({ version, at, by, fields }: JsonObject): RecordChange {
  return {
    version: readNumber(version) ?? 0,
    at: readText(at),
    by: readText(by),
    fields: (Array.isArray(fields) ? fields.map(readObject) : []).map(
      ({ field, before, after }) => ({ field: readText(field), before, after }),
    ),
  }
}

/** Returns the version of a record; null on a host without versions, which may use the name for a field of its own. */
export function versionOf(record: { version: number | null }): number | null {
  return config().capabilities.versions ? record.version : null
}

/** Returns the header with the version that was read, so that the server detects a change made since. */
export function ifMatch(record: { version: number | null }): Record<string, string> {
  const version = versionOf(record)
  return version === null ? {} : { 'if-match': `"${version}"` }
}
