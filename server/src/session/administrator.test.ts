import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { countLockWaits } from '../../testing/lock.ts'
import {
  addFirstAdministrator,
  disableAdministrator,
  findBySignInEmail,
  listAdministrators,
} from './administrator.ts'
import { isPassword } from './password.ts'

const ASHA = { email: 'asha@office.example', password: 'marigold-lanterns-7' }
const RAVI = { email: 'ravi@office.example', password: 'drums-and-marigolds' }

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())
beforeEach(async () => {
  await scratch.db.deleteFrom('administrator').execute()
})

function recorded() {
  const entries = scratch.db.selectFrom('activity').select(['by', 'subject_name', 'after'])
  return entries.where('kind', '=', 'addAdministrator').orderBy('id').execute()
}

const emails = async () => (await listAdministrators(scratch.db)).map(({ email }) => email)

test('the first start adds an administrator with the password, which is in the audit log', async () => {
  const before = (await recorded()).length
  expect(await addFirstAdministrator(scratch.db, ASHA)).toBe(true)
  const [added] = await listAdministrators(scratch.db)
  expect(added).toMatchObject({ email: ASHA.email, role: 'administrator', disabled_at: null })
  expect(await isPassword(added?.password_hash ?? null, ASHA.password)).toBe(true)
  expect((await recorded()).slice(before)).toEqual([
    { by: 'command line', subject_name: ASHA.email, after: { role: 'administrator' } },
  ])
})

test('a later start with another address adds nobody, also if the first administrator is disabled', async () => {
  await addFirstAdministrator(scratch.db, ASHA)
  const before = (await recorded()).length
  expect(await addFirstAdministrator(scratch.db, RAVI)).toBe(false)
  await disableAdministrator(scratch.db, ASHA.email, new Date())
  expect(await addFirstAdministrator(scratch.db, RAVI)).toBe(false)
  expect(await emails()).toEqual([ASHA.email])
  expect(await recorded()).toHaveLength(before)
})

test('an e-mail with a Unicode domain finds the administrator whose domain is stored in ASCII', async () => {
  await addFirstAdministrator(scratch.db, { ...ASHA, email: 'asha@xn--bcher-kva.example' })
  for (const typed of ['asha@bücher.example', ' Asha@BÜCHER.example', 'asha@xn--bcher-kva.example'])
    expect((await findBySignInEmail(scratch.db, typed))?.email).toBe('asha@xn--bcher-kva.example')
  for (const typed of ['asha@bucher.example', 'asha', ''])
    expect(await findBySignInEmail(scratch.db, typed)).toBeUndefined()
})

test('of two servers that start at once, one adds its administrator', async () => {
  const release = Promise.withResolvers<void>()
  const holding = Promise.withResolvers<void>()
  const held = scratch.db.transaction().execute(async (trx) => {
    await sql`lock table administrator in share mode`.execute(trx)
    holding.resolve()
    await release.promise
  })
  await holding.promise
  const both = [ASHA, RAVI].map((one) => addFirstAdministrator(scratch.db, one))
  await expect.poll(() => countLockWaits(scratch.db)).toBe(2)
  release.resolve()
  await held
  expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1)
  expect(await emails()).toHaveLength(1)
})
