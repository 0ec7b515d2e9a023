import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { valueAt } from '@mandap/domain/partner/personal-record.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { connect } from '../database/connection.ts'
import { EncryptionKeys, KeyUnavailable } from '../database/encryption-keys.ts'
import { PARTNER } from '../partner/kind.ts'
import { upsertPartners, upsertTempPartners } from '../partner/store.ts'
import { upsertBookings } from '../booking/store.ts'
import { upsertUsers } from '../user/store.ts'
import { bulkInsert } from './bulk-insert.ts'
import { changeRecordIn } from './change.ts'
import { personalValueAt } from './personal-values.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

const NUMBERS = {
  aadharNo: '2345 6789 0124',
  bank: { accountNumber: 50_100_123_456_789 },
  directors: [{ panNo: 'ABCDE1234F' }, { panNo: 'PQRSX9876Z' }],
  adminNotes: 'PAN ABCDE1234F was seen',
}
const PATHS = [
  'aadharNo',
  'bank.accountNumber',
  'directors.0.panNo',
  'directors.1.panNo',
  'adminNotes',
]

async function aPartner(given: JsonObject = NUMBERS) {
  const json = partnerJson(given)
  await upsertPartners(scratch.db, [json], 'import')
  return { id: String(json['_id']), json }
}

const stored = async (id: string) =>
  scratch.db
    .selectFrom('partner')
    .select(['body', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const valueOf = (id: string, path: string) => personalValueAt(scratch.db, 'partner', id, path)

async function pathsOf(id: string): Promise<string[]> {
  const rows = await scratch.db
    .selectFrom('personal_value')
    .select('path')
    .where('record_id', '=', id)
    .execute()
  return rows.map(({ path }) => path).toSorted()
}

const change = (id: string, changed: (body: JsonObject) => JsonObject) =>
  scratch.db.transaction().execute((trx) =>
    changeRecordIn(trx, PARTNER, {
      id,
      version: null,
      by: 'asha',
      change: (body) => ({ body: changed(body) }),
    }),
  )

describe('a record is stored with masks, and its true values encrypted beside it', () => {
  test('by an import and by a bulk insert alike', async () => {
    const { id } = await aPartner()
    const copied = partnerJson(NUMBERS)
    await bulkInsert(scratch, PARTNER, [copied], 'demo')
    for (const each of [id, String(copied['_id'])]) {
      expect((await stored(each)).body).toMatchObject({
        aadharNo: 'XXXX XXXX 0124',
        bank: { accountNumber: 'XXXXXX6789' },
        directors: [{ panNo: 'ABXXXXX34F' }, { panNo: 'PQXXXXX76Z' }],
        adminNotes: 'PAN ABXXXXX34F was seen',
      })
      expect(await pathsOf(each)).toEqual(PATHS.toSorted())
      expect(await valueOf(each, 'aadharNo')).toBe('2345 6789 0124')
      expect(await valueOf(each, 'bank.accountNumber')).toBe(50_100_123_456_789)
      expect(await valueOf(each, 'directors.1.panNo')).toBe('PQRSX9876Z')
      expect(await valueOf(each, 'adminNotes')).toBe(NUMBERS.adminNotes)
    }
  })

  test('of every kind', async () => {
    const _id = 'every-kind'
    const temp = { _id, PartnerName: 'Sana', panNo: 'ABCDE1234F' }
    await upsertTempPartners(scratch.db, [temp], 'import')
    await upsertUsers(scratch.db, [userJson({ _id, panNo: 'ABCDE1234F' })], 'import')
    await upsertBookings(scratch.db, [bookingJson({ _id, panNo: 'ABCDE1234F' })], 'import')
    for (const subject of ['tempPartner', 'user', 'booking'] as const)
      expect(await personalValueAt(scratch.db, subject, _id, 'panNo')).toBe('ABCDE1234F')
  })

  test('a value cannot take the place of that of another record', async () => {
    const [one, other] = [await aPartner(), await aPartner()]
    await sql`
      update personal_value set encrypted = (
        select encrypted from personal_value where record_id = ${other.id} and path = 'aadharNo')
      where record_id = ${one.id} and path = 'aadharNo'`.execute(scratch.db)
    await expect(valueOf(one.id, 'aadharNo')).rejects.toThrow('unable to authenticate data')
  })
})

describe('a write', () => {
  test('that brings the masks back keeps the true values', async () => {
    const { id } = await aPartner()
    const masked = (await stored(id)).body
    await upsertPartners(scratch.db, [{ ...masked, name: 'Asha Rao-Mehta' }], 'import')
    await change(id, (body) => ({ ...body, language: 'Tamil' }))
    expect((await stored(id)).version).toBe(3)
    expect(await pathsOf(id)).toEqual(PATHS.toSorted())
    expect(await valueOf(id, 'aadharNo')).toBe('2345 6789 0124')
  })

  test('with other numbers replaces their true values, also if the masks are the same', async () => {
    const { id, json } = await aPartner()
    const changed = { ...json, aadharNo: '9999 6789 0124', adminNotes: 'Nothing' }
    expect(await upsertPartners(scratch.db, [changed], 'import')).toMatchObject({ changed: 1 })
    expect(await valueOf(id, 'aadharNo')).toBe('9999 6789 0124')
    expect(await valueOf(id, 'directors.0.panNo')).toBe('ABCDE1234F')
    expect(await valueOf(id, 'adminNotes')).toBeUndefined()
    const entry = await scratch.db
      .selectFrom('activity')
      .select(['before', 'after'])
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({
      before: { aadharNo: 'XXXX XXXX 0124', adminNotes: 'PAN ABXXXXX34F was seen' },
      after: { aadharNo: 'XXXX XXXX 0124', adminNotes: 'Nothing' },
    })
  })

  test.each([
    {
      what: 'under another kind',
      path: 'idProof.number',
      value: '234567890124',
      before: { idProof: { type: 'PAN card', number: '234567890124' } },
      after: { idProof: { type: 'Aadhaar card', number: '234567890124' } },
    },
    {
      what: 'beside a new IFSC code',
      path: 'bank.details',
      value: 'PAN ABCDE1234F, a/c 50100123456',
      before: { bank: { details: 'PAN ABCDE1234F, a/c 50100123456' } },
      after: { bank: { details: 'PAN ABCDE1234F, a/c 50100123456', ifsc: 'HDFC0001234' } },
    },
  ])('with the same number $what keeps it', async ({ path, value, before, after }) => {
    const { id, json } = await aPartner(before)
    const mask = valueAt((await stored(id)).body, path)
    const changed = { ...json, ...after }
    expect(await upsertPartners(scratch.db, [changed], 'import')).toMatchObject({ changed: 1 })
    expect(valueAt((await stored(id)).body, path)).not.toBe(mask)
    expect(await valueOf(id, path)).toBe(value)
    expect(await upsertPartners(scratch.db, [changed], 'import')).toMatchObject({ same: 1 })
    await change(id, () => ({ ...json, ...before }))
    expect(await valueOf(id, path)).toBe(value)
  })

  test('with the same numbers changes nothing', async () => {
    const { id, json } = await aPartner()
    expect(await upsertPartners(scratch.db, [json], 'import')).toMatchObject({ same: 1 })
    expect(await change(id, () => json)).toMatchObject({ is: 'done' })
    expect((await stored(id)).version).toBe(1)
  })

  test('that removes a number removes its true value', async () => {
    const { id } = await aPartner()
    await change(id, (body) => ({ ...body, aadharNo: '', directors: [] }))
    expect(await pathsOf(id)).toEqual(['adminNotes', 'bank.accountNumber'])
  })

  test('is rejected if the path of a number is too long for an index', async () => {
    const deep = { ['x'.repeat(990)]: { panNo: 'ABCDE1234F', more: { panNo: 'ABCDE1234F' } } }
    await expect(aPartner({ ...deep })).rejects.toMatchObject({ name: 'UnstorableError' })
  })
})

describe('without the key', () => {
  let keyless: typeof scratch.db
  beforeAll(() => {
    const keys = new EncryptionKeys({ dataDir: '/nowhere', encryptionKeyFile: '/nowhere/key' })
    keyless = connect(scratch.url, 2, { keys })
  })
  afterAll(() => keyless.destroy())

  test('numbers are neither stored nor read', async () => {
    const json = partnerJson(NUMBERS)
    await expect(upsertPartners(keyless, [json], 'import')).rejects.toThrow(KeyUnavailable)
    const { id } = await aPartner()
    await expect(personalValueAt(keyless, 'partner', id, 'aadharNo')).rejects.toThrow(
      KeyUnavailable,
    )
    const row = await scratch.db
      .selectFrom('partner')
      .select('id')
      .where('id', '=', String(json['_id']))
      .executeTakeFirst()
    expect(row).toBeUndefined()
  })

  test('records without numbers are stored, and changed with the masks that they have', async () => {
    await upsertPartners(keyless, [partnerJson({ aadharNo: '' })], 'import')
    const { id } = await aPartner()
    const masked = (await stored(id)).body
    await upsertPartners(keyless, [{ ...masked, language: 'Tamil' }], 'import')
    expect(await valueOf(id, 'aadharNo')).toBe('2345 6789 0124')
  })
})
