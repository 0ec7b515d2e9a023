import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Database } from '../database/connection.ts'
import { type BulkTarget, bulkInsert } from '../records/bulk-insert.ts'
import { type Upsert, upsertRecords } from '../records/upsert.ts'
import { BOOKING } from './kind.ts'

/** Stores bookings by id. Storing the same booking again changes nothing. See `upsertRecords`. */
export function upsertBookings(
  db: Database,
  records: readonly JsonObject[],
  by: string,
): Promise<Upsert> {
  return upsertRecords(db, BOOKING, records, by)
}

/** Inserts many new bookings. See `bulkInsert`. */
export function bulkInsertBookings(
  target: BulkTarget,
  records: Iterable<JsonObject> | AsyncIterable<JsonObject>,
  by: string,
  progress?: (copied: number) => void,
): Promise<number> {
  return bulkInsert(target, BOOKING, records, by, progress)
}
