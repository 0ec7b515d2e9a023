import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Database } from '../database/connection.ts'
import { type Upsert, upsertRecords } from '../records/upsert.ts'
import { USER } from './kind.ts'

/** Stores users by id. Storing the same user again changes nothing. See `upsertRecords`. */
export function upsertUsers(
  db: Database,
  records: readonly JsonObject[],
  by: string,
): Promise<Upsert> {
  return upsertRecords(db, USER, records, by)
}
