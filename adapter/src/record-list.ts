import { ApiError } from '@mandap/client/api-error.ts'
import { isObject, type JsonObject, readList } from '@mandap/domain/wire/read.ts'

/** Returns the records of a list, bare or under `data` (§3). */
export function listOf(json: unknown, path: string): JsonObject[] {
  if (Array.isArray(json) || (isObject(json) && Array.isArray(json['data'])))
    return readList(json).filter(isObject)
  throw new ApiError('malformed', { call: `GET ${path}` })
}
