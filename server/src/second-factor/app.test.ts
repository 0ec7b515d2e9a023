import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAdministrator } from '../../testing/administrators.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { addFactor } from '../../testing/second-factor.ts'
import { connect } from '../database/connection.ts'
import { KeyUnavailable } from '../database/encryption-keys.ts'
import { findAdministrator } from '../session/administrator.ts'
import { consumeCode, deleteOldEnrolments, startEnrolment } from './app.ts'
import { createPendingSignIn, deleteOldPendingSignIns } from './pending-sign-in.ts'

const NOW = new Date('2027-01-15T10:00:00Z')

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

async function anAdministrator(): Promise<string> {
  const { email } = await newAdministrator(scratch.db)
  return (await findAdministrator(scratch.db, email))?.id ?? ''
}

test('a stored secret is encrypted, for its administrator', async () => {
  const [asha, ravi] = [await anAdministrator(), await anAdministrator()]
  const { secret } = await startEnrolment(scratch.db, asha, NOW)
  const enrolment = await scratch.db.selectFrom('factor_enrolment').select('secret').execute()
  expect(enrolment[0]?.secret.includes(secret)).toBe(false)
  const factor = await addFactor(scratch.db, asha, NOW)
  const { secret: stored, key_id } = await scratch.db
    .selectFrom('second_factor')
    .select(['secret', 'key_id'])
    .executeTakeFirstOrThrow()
  await addFactor(scratch.db, ravi, NOW)
  await scratch.db
    .updateTable('second_factor')
    .set({ secret: stored, key_id })
    .where('administrator_id', '=', ravi)
    .execute()
  await expect(consumeCode(scratch.db, ravi, factor.code(NOW), NOW)).rejects.toThrow('authenticate')
})

test('without the key, recovery codes work and codes of the app do not', async () => {
  const id = await anAdministrator()
  const { code, recoveryCodes } = await addFactor(scratch.db, id, NOW)
  const keyless = connect(scratch.url, 1)
  await expect(consumeCode(keyless, id, code(NOW), NOW)).rejects.toBeInstanceOf(KeyUnavailable)
  expect(await consumeCode(keyless, id, recoveryCodes[0] ?? '', NOW)).toEqual({
    is: 'right',
    way: 'recovery',
  })
  await keyless.destroy()
})

test('enrolments and unfinished sign-ins are deleted when they have expired', async () => {
  const administratorId = await anAdministrator()
  await startEnrolment(scratch.db, administratorId, NOW)
  await createPendingSignIn(scratch.db, { administratorId, passwordHash: 'hash' }, NOW)
  const sweep = async (minutes: number) => {
    const at = new Date(NOW.getTime() + minutes * 60_000)
    await deleteOldEnrolments(scratch.db, at)
    await deleteOldPendingSignIns(scratch.db, at)
    const of = (table: 'factor_enrolment' | 'pending_sign_in') =>
      scratch.db
        .selectFrom(table)
        .select('expires_at')
        .where('administrator_id', '=', administratorId)
        .execute()
    return [await of('factor_enrolment'), await of('pending_sign_in')].map(({ length }) => length)
  }
  expect(await sweep(9)).toEqual([1, 1])
  expect(await sweep(11)).toEqual([1, 0])
  expect(await sweep(16)).toEqual([0, 0])
})
