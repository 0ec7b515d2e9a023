import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ASHA, codeIn, identityServer } from '../../testing/identity.ts'
import { LIMITS } from '../config/attempt-limits.ts'

const WRONG = { ...ASHA, password: 'a wrong password' }

let server: Awaited<ReturnType<typeof identityServer>>
let before: number
const warn = vi.fn<(details: unknown, message?: string) => void>()
beforeAll(async () => {
  server = await identityServer({
    limits: { ...LIMITS, signInByAddress: { attempts: 20, seconds: 900 } },
    routes: (app) =>
      app.addHook(
        'onRequest',
        async ({ log }) => void vi.spyOn(log, 'warn').mockImplementation(warn),
      ),
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  before = (await entries()).at(-1)?.id ?? 0
})

function entries() {
  return server.db
    .selectFrom('activity')
    .select(['id', 'by', 'kind', 'subject_name', 'after'])
    .orderBy('id')
    .execute()
}

/** Returns the new entries of the audit log. */
async function recorded() {
  await server.settle()
  return (await entries()).filter(({ id }) => id > before)
}

test('the first and the tenth wrong password within an hour are recorded', async () => {
  for (let guess = 1; guess <= 12; guess += 1) await server.signIn(WRONG, `192.0.2.${guess}`)
  const added = await recorded()
  expect(added).toMatchObject([
    { by: ASHA.email, kind: 'failSignIn', subject_name: ASHA.name },
    { by: ASHA.email, kind: 'failSignIn', after: { attempts: 10 } },
  ])
  expect(added[0]?.after).toEqual({ attempts: 1, address: expect.stringMatching(/^192\.0\.2\./) })
})

test('a right password starts the count again', async () => {
  await server.signIn(WRONG)
  await recorded()
  await server.signIn()
  await server.signIn(WRONG)
  const added = await recorded()
  expect(added.map(({ kind }) => kind)).toEqual(['failSignIn', 'signIn', 'failSignIn'])
})

test('a locked sign-in is recorded once in 15 minutes', async () => {
  for (let guess = 1; guess <= 14; guess += 1) await server.signIn(WRONG)
  const kinds = (await recorded()).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['failSignIn', 'failSignIn', 'lockOut'])
})

test('a locked sign-in is recorded only for an account that was tried', async () => {
  for (let guess = 1; guess <= 20; guess += 1)
    await server.signIn({ email: `nobody-${guess}@example.in`, password: 'guess' })
  const { status, body } = await server.signIn()
  expect([status, body.error?.message]).toEqual([400, 'TOO_MANY_ATTEMPTS_TRY_LATER'])
  expect(await recorded()).toEqual([])
})

test('an unknown e-mail address is not recorded', async () => {
  for (let guess = 1; guess <= 12; guess += 1)
    await server.signIn({ email: 'nobody@example.in', password: 'guess' })
  await server.signIn()
  expect((await recorded()).map(({ kind }) => kind)).toEqual(['signIn'])
})

test('each refused sign-in is a line of the server log, also with an unknown e-mail address', async () => {
  warn.mockClear()
  await server.signIn(WRONG)
  await server.signIn({ email: 'nobody@example.in', password: 'guess' })
  await server.signIn()
  const refused = { status: 400, code: 'INVALID_LOGIN_CREDENTIALS' }
  expect(warn.mock.calls).toEqual([
    [expect.objectContaining(refused), 'A call was refused.'],
    [expect.objectContaining(refused), 'A call was refused.'],
  ])
})

test('a sign-out is recorded once', async () => {
  const { body } = await server.signIn()
  await server.as(body.idToken, '/session/end', 'POST')
  await server.as(body.idToken, '/session/end', 'POST')
  expect(await recorded()).toMatchObject([
    { kind: 'signIn' },
    { by: ASHA.email, kind: 'signOut', subject_name: ASHA.name },
  ])
})

test('a new password is recorded, without it', async () => {
  await server.account('sendOobCode', { requestType: 'PASSWORD_RESET', email: ASHA.email })
  const oobCode = codeIn(await server.mail())
  const newPassword = 'jasmine-canopy-42'
  await server.account('resetPassword', { oobCode, newPassword })
  const added = await recorded()
  expect(added).toMatchObject([{ by: ASHA.email, kind: 'setPassword' }])
  expect(JSON.stringify(added)).not.toContain(newPassword)
})
