import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Database } from '../database/connection.ts'
import { type Put, putRecords } from '../record/put.ts'
import { USER } from './kind.ts'

/** Stores users by id; the same again changes nothing. See `putRecords`. */
export function putUsers(db: Database, records: readonly JsonObject[], by: string): Promise<Put> {
  return putRecords(db, USER, records, by)
}
