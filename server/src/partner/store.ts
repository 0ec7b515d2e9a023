import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Database } from '../database/connection.ts'
import { type Upsert, upsertRecords } from '../records/upsert.ts'
import { PARTNER, TEMP_PARTNER } from './kind.ts'

/** Stores partners by id. Storing the same partner again changes nothing. See `upsertRecords`. */
export function upsertPartners(
  db: Database,
  records: readonly JsonObject[],
  by: string,
): Promise<Upsert> {
  return upsertRecords(db, PARTNER, records, by)
}

/** Stores temp partners by id. Storing the same one again changes nothing. See `upsertRecords`. */
export function upsertTempPartners(
  db: Database,
  records: readonly JsonObject[],
  by: string,
): Promise<Upsert> {
  return upsertRecords(db, TEMP_PARTNER, records, by)
}
