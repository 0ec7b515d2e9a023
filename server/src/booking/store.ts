import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Database } from '../database/connection.ts'
import { copyRecords } from '../record/copy.ts'
import { type Put, putRecords } from '../record/put.ts'
import { BOOKING } from './kind.ts'

/** Stores bookings by id; the same again changes nothing. See `putRecords`. */
export function putBookings(
  db: Database,
  records: readonly JsonObject[],
  by: string,
): Promise<Put> {
  return putRecords(db, BOOKING, records, by)
}

/** Adds many new bookings fast. See `copyRecords`. */
export function copyBookings(
  databaseUrl: string,
  records: Iterable<JsonObject> | AsyncIterable<JsonObject>,
  by: string,
  progress?: (copied: number) => void,
): Promise<number> {
  return copyRecords(databaseUrl, BOOKING, records, by, progress)
}
