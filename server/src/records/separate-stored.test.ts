import { maskPersonalNumbers } from '@mandap/domain/partner/personal-record.ts'
import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { TEST_KEY_FILE } from '../../testing/encryption-key.ts'
import { connect } from '../database/connection.ts'
import { EncryptionKeys, KeyUnavailable } from '../database/encryption-keys.ts'
import { upsertBookings } from '../booking/store.ts'
import { upsertPartners } from '../partner/store.ts'
import { upsertUsers } from '../user/store.ts'
import { forgetAadhaar } from './forget-aadhaar.ts'
import { personalValueAt } from './personal-values.ts'
import { separateStoredValues } from './separate-stored.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())
beforeEach(async () => {
  await sql`delete from schema_migration where name like 'personal values%'`.execute(scratch.db)
})

const NUMBERS = { aadharNo: '2345 6789 0124', notes: 'PAN ABCDE1234F, Aadhaar 2345 6789 0124' }
const MASKED = { aadharNo: 'XXXX XXXX 0124', notes: 'PAN ABXXXXX34F, Aadhaar XXXX XXXX 0124' }

/** Stores the records of every kind as an earlier release did: with unmasked personal numbers. */
async function earlier(id: string) {
  const { db } = scratch
  await upsertPartners(db, [partnerJson({ _id: id }), partnerJson({ _id: `${id}-gone` })], 'import')
  await upsertBookings(db, [bookingJson({ _id: id })], 'import')
  await upsertUsers(db, [userJson({ _id: id })], 'import')
  await db.deleteFrom('personal_value').where('record_id', 'like', `${id}%`).execute()
  for (const table of ['partner', 'booking', 'app_user'])
    await sql`update ${sql.table(table)} set body = body || ${JSON.stringify(NUMBERS)}::jsonb
      where id like ${`${id}%`}`.execute(db)
  await sql`
    with removed as (delete from partner where id = ${`${id}-gone`} returning *)
    insert into deleted_partner
      (id, body, version, name, search_text, deleted_at, deleted_by, administrator)
    select id, body, version, name, search_text, now(), 'Super Admin', 'asha' from removed
  `.execute(db)
}

async function bodyIn(table: string, id: string): Promise<JsonObject> {
  const { rows } = await sql<{ body: JsonObject }>`
    select body from ${sql.table(table)} where id = ${id}`.execute(scratch.db)
  return rows[0]?.body ?? {}
}

describe('records of an earlier release', () => {
  test('are masked once, and their true values encrypted, without a version or an audit entry', async () => {
    await earlier('a')
    await separateStoredValues(scratch.db)
    for (const [table, subject, id] of [
      ['partner', 'partner', 'a'],
      ['deleted_partner', 'partner', 'a-gone'],
      ['booking', 'booking', 'a'],
      ['app_user', 'user', 'a'],
    ] as const) {
      expect(await bodyIn(table, id)).toMatchObject(MASKED)
      for (const path of ['aadharNo', 'notes'] as const)
        expect(await personalValueAt(scratch.db, subject, id, path)).toBe(NUMBERS[path])
    }
    const partner = await scratch.db.selectFrom('partner').selectAll().executeTakeFirstOrThrow()
    expect(partner.version).toBe(1)
    expect(await scratch.db.selectFrom('activity').selectAll().execute()).toEqual([])
  })

  test('are also masked if a server of an earlier release stored them within a day, and not later', async () => {
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
    await separateStoredValues(scratch.db)
    await earlier('same-day')
    await separateStoredValues(scratch.db, hours(20))
    expect(await bodyIn('partner', 'same-day')).toMatchObject(MASKED)
    await earlier('next-start')
    await separateStoredValues(scratch.db, hours(25))
    expect(await bodyIn('partner', 'next-start')).toMatchObject(MASKED)
    await earlier('later')
    await separateStoredValues(scratch.db, hours(26))
    expect(await bodyIn('partner', 'later')).toMatchObject(NUMBERS)
  })

  test.each<JsonObject>([
    { ac_no: '50100123456' },
    { 'A/C_No': '50100123456' },
    { savingsAc: '50100123456' },
    { notes: 'Seen:\n2345\n6789\n0124' },
  ])('are found by the name or the form of their number: %j', async (number) => {
    const _id = JSON.stringify(number)
    await upsertUsers(scratch.db, [userJson({ _id })], 'import')
    await sql`update app_user set body = body || ${JSON.stringify(number)}::jsonb
      where id = ${_id}`.execute(scratch.db)
    await separateStoredValues(scratch.db)
    const [path = ''] = Object.keys(number)
    expect(await bodyIn('app_user', _id)).toMatchObject(maskPersonalNumbers(number))
    expect(await personalValueAt(scratch.db, 'user', _id, path)).toBe(number[path])
  })

  test('are masked by the next start if a start was interrupted between two tables', async () => {
    await earlier('c')
    await sql`
      create function interrupt() returns trigger language plpgsql as $$
        begin raise exception 'interrupted'; end $$;
      create trigger interrupt before update on app_user
        for each row execute function interrupt()`.execute(scratch.db)
    await expect(separateStoredValues(scratch.db)).rejects.toThrow('interrupted')
    expect(await bodyIn('partner', 'c')).toMatchObject(MASKED)
    expect(await bodyIn('app_user', 'c')).toMatchObject(NUMBERS)
    await sql`drop trigger interrupt on app_user`.execute(scratch.db)
    await separateStoredValues(scratch.db)
    expect(await bodyIn('app_user', 'c')).toMatchObject(MASKED)
    expect(await personalValueAt(scratch.db, 'partner', 'c', 'aadharNo')).toBe(NUMBERS.aadharNo)
    expect(await personalValueAt(scratch.db, 'user', 'c', 'aadharNo')).toBe(NUMBERS.aadharNo)
  })

  test('stay as they are without the key, and are masked once it is there', async () => {
    await earlier('b')
    const keys = new EncryptionKeys({ dataDir: '/nowhere' })
    const keyless = connect(scratch.url, 1, { keys })
    await expect(separateStoredValues(keyless)).rejects.toThrow(KeyUnavailable)
    await keyless.destroy()
    expect(await bodyIn('partner', 'b')).toMatchObject(NUMBERS)
    await separateStoredValues(scratch.db)
    expect(await bodyIn('partner', 'b')).toMatchObject(MASKED)
  })
})

test('with AADHAAR=last4 whole Aadhaar numbers are deleted, and no longer stored', async () => {
  const _id = 'four'
  await upsertPartners(scratch.db, [partnerJson({ _id, ...NUMBERS })], 'import')
  const keys = new EncryptionKeys({
    dataDir: '',
    encryptionKeyFile: TEST_KEY_FILE,
    aadhaar: 'last4',
  })
  const db = connect(scratch.url, 2, { keys })
  const valueOf = (path: string) => personalValueAt(db, 'partner', _id, path)
  await forgetAadhaar(scratch.db)
  expect(await valueOf('aadharNo')).toBe('2345 6789 0124')
  await forgetAadhaar(db)
  const kept = 'PAN ABCDE1234F, Aadhaar XXXX XXXX 0124'
  expect([await valueOf('aadharNo'), await valueOf('notes')]).toEqual([undefined, kept])
  const again = { ...partnerJson({ _id }), ...NUMBERS, panNo: 'PQRSX9876Z' }
  await upsertPartners(db, [again], 'import')
  expect([await valueOf('aadharNo'), await valueOf('notes')]).toEqual([undefined, kept])
  expect(await valueOf('panNo')).toBe('PQRSX9876Z')
  expect(await bodyIn('partner', _id)).toMatchObject(MASKED)
  await db.destroy()
})
