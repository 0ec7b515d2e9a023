import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { upsertBookings } from '../src/booking/store.ts'
import { connect, type Database } from '../src/database/connection.ts'
import { upsertPartners, upsertTempPartners } from '../src/partner/store.ts'
import { upsertUsers } from '../src/user/store.ts'
import { testKeys } from './encryption-key.ts'

/** Records of every kind, in the wire format (§3). */
export interface Records {
  bookings: readonly JsonObject[]
  partners: readonly JsonObject[]
  users: readonly JsonObject[]
  tempPartners: readonly JsonObject[]
}

export async function upsertAll(db: Database, records: Records, by = 'import'): Promise<void> {
  await upsertBookings(db, records.bookings, by)
  await upsertPartners(db, records.partners, by)
  await upsertUsers(db, records.users, by)
  await upsertTempPartners(db, records.tempPartners, by)
}

/** Stores records in the database at an address, whose server is not running. */
export async function storeRecords(url: string, records: Records): Promise<void> {
  const db = connect(url, 1, { keys: testKeys() })
  await upsertAll(db, records)
  await db.destroy()
}

const TABLES = { bookings: 'booking', partners: 'partner', tempPartners: 'temp_partner' } as const

/** Returns a record as the database stores it. */
export async function storedRecord(
  db: Database,
  kind: keyof typeof TABLES,
  id: string,
): Promise<JsonObject | undefined> {
  const row = await db
    .selectFrom(TABLES[kind])
    .select('body')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.body
}
