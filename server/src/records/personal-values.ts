import {
  type PersonalValue,
  valueAt,
  withoutAadhaar,
} from '@mandap/domain/partner/personal-record.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { decrypt, encrypt } from '../database/cipher.ts'
import type { Database } from '../database/connection.ts'
import { type DataKey, keysOf } from '../database/encryption-keys.ts'
import type { PersonalValueTable } from '../database/tables.ts'

/** The true values of one record. */
export interface ValuesOfRecord {
  id: string
  values: readonly PersonalValue[]
}

export function encryptedValue(
  { id: data_key, key }: DataKey,
  subject: string,
  record_id: string,
  { path, kind, value }: PersonalValue,
): PersonalValueTable {
  const plain = Buffer.from(JSON.stringify(value))
  const encrypted = encrypt(key, plain, contextOf({ subject, record_id, path }))
  return { subject, record_id, path, kind, data_key, encrypted }
}

/** Returns the values that may be stored: with `AADHAAR=last4`, without Aadhaar numbers. */
export function keptValues(
  db: Database,
  values: readonly PersonalValue[],
): readonly PersonalValue[] {
  return values.length === 0 || keysOf(db).keepsAadhaar ? values : withoutAadhaar(values)
}

/** Encrypts and stores true values, in one statement. Replaces those at the same paths. */
export async function storePersonalValues(
  trx: Database,
  subject: string,
  records: readonly ValuesOfRecord[],
): Promise<void> {
  const all = records.flatMap(({ id, values }) =>
    keptValues(trx, values).map((value) => ({ id, value })),
  )
  if (all.length === 0) return
  const key = await keysOf(trx).current(trx)
  const rows = all.map(({ id, value }) => encryptedValue(key, subject, id, value))
  await sql`
    insert into personal_value (subject, record_id, path, kind, data_key, encrypted)
    select ${subject}, * from unnest(
      ${rows.map((row) => row.record_id)}::text[], ${rows.map((row) => row.path)}::text[],
      ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.data_key)}::integer[],
      ${rows.map((row) => row.encrypted)}::bytea[])
    on conflict (subject, record_id, path)
      do update set kind = excluded.kind, data_key = excluded.data_key, encrypted = excluded.encrypted
  `.execute(trx)
}

/**
 * Returns the records with only those true values that are not stored. An import sends the same values again, whose
 * masks do not tell whether they changed.
 */
export async function changedPersonalValues(
  trx: Database,
  subject: string,
  records: readonly ValuesOfRecord[],
): Promise<ValuesOfRecord[]> {
  const ids = records.filter(({ values }) => values.length > 0).map(({ id }) => id)
  if (ids.length === 0) return [...records]
  const rows = await trx
    .selectFrom('personal_value')
    .selectAll()
    .where('subject', '=', subject)
    .where('record_id', 'in', ids)
    .execute()
  const stored = new Map<string, unknown>()
  for (const row of rows) stored.set(contextOf(row), await decryptedValue(trx, row))
  return records.map(({ id, values }) => ({
    id,
    values: keptValues(trx, values).filter(
      ({ path, value }) => stored.get(contextOf({ subject, record_id: id, path })) !== value,
    ),
  }))
}

/** Returns the true value at a path; undefined if none is stored. */
export async function personalValueAt(
  trx: Database,
  subject: string,
  id: string,
  path: string,
): Promise<string | number | undefined> {
  const row = await trx
    .selectFrom('personal_value')
    .selectAll()
    .where('subject', '=', subject)
    .where('record_id', '=', id)
    .where('path', '=', path)
    .executeTakeFirst()
  return row && decryptedValue(trx, row)
}

/** Returns every true value of a record. */
export async function personalValuesOf(
  trx: Database,
  subject: string,
  id: string,
): Promise<{ path: string; value: string | number }[]> {
  return (await storedValuesOf(trx, subject, [id])).get(id) ?? []
}

/** Returns every true value of some records, by the ids of the records. */
export async function storedValuesOf(
  trx: Database,
  subject: string,
  ids: readonly string[],
): Promise<Map<string, { path: string; value: string | number }[]>> {
  const byId = new Map<string, { path: string; value: string | number }[]>()
  if (ids.length === 0) return byId
  const rows = await trx
    .selectFrom('personal_value')
    .selectAll()
    .where('subject', '=', subject)
    .where('record_id', 'in', ids)
    .orderBy('path')
    .execute()
  for (const row of rows) {
    const values = byId.get(row.record_id) ?? []
    values.push({ path: row.path, value: await decryptedValue(trx, row) })
    byId.set(row.record_id, values)
  }
  return byId
}

/** A record before and after a change. */
export interface ChangedBody {
  id: string
  before: JsonObject
  after: JsonObject
}

/** Deletes the true values whose masks a change replaced or removed. A mask that comes back unchanged keeps its value. */
export async function deleteReplacedValues(
  trx: Database,
  subject: string,
  changes: readonly ChangedBody[],
): Promise<void> {
  const rows = await trx
    .selectFrom('personal_value')
    .select(['record_id', 'path'])
    .where('subject', '=', subject)
    .where(
      'record_id',
      'in',
      changes.map(({ id }) => id),
    )
    .execute()
  if (rows.length === 0) return
  const byId = new Map(changes.map((change) => [change.id, change]))
  const replaced = rows.filter(({ record_id, path }) => {
    const change = byId.get(record_id)
    return change && valueAt(change.before, path) !== valueAt(change.after, path)
  })
  if (replaced.length === 0) return
  await sql`
    delete from personal_value using unnest(
      ${replaced.map((row) => row.record_id)}::text[], ${replaced.map((row) => row.path)}::text[]
    ) as replaced(record_id, path)
    where subject = ${subject} and personal_value.record_id = replaced.record_id
      and personal_value.path = replaced.path`.execute(trx)
}

/** Deletes the true values of records that are deleted permanently. */
export async function deletePersonalValues(
  trx: Database,
  subject: string,
  ids: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('personal_value')
    .where('subject', '=', subject)
    .where('record_id', 'in', ids)
    .execute()
}

/** Decrypts a stored value. */
export async function decryptedValue(
  db: Database,
  row: PersonalValueTable,
): Promise<string | number> {
  const { key } = await keysOf(db).withId(db, row.data_key)
  return JSON.parse(decrypt(key, row.encrypted, contextOf(row)).toString()) as string | number
}

/** Returns what an encrypted value belongs to, so that it cannot take the place of another. */
function contextOf({
  subject,
  record_id,
  path,
}: Pick<PersonalValueTable, 'subject' | 'record_id' | 'path'>) {
  return JSON.stringify([subject, record_id, path])
}
