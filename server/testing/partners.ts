import { maskPersonalNumbers } from '@mandap/domain/partner/personal-record.ts'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Database } from '../src/database/connection.ts'
import { upsertPartners } from '../src/partner/store.ts'

/** Stores a partner. Returns its record as it is stored, its path, and a function that reads the stored record. */
export async function storedPartner(db: Database, given: JsonObject = {}) {
  const json = partnerJson(given)
  await upsertPartners(db, [json], 'import')
  const id = String(json['_id'])
  return {
    id,
    json: maskPersonalNumbers(json),
    path: `/partners/${id}`,
    body: async (): Promise<JsonObject | undefined> => {
      const row = await db
        .selectFrom('partner')
        .select('body')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.body
    },
  }
}
