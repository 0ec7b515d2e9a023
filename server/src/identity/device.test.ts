import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeAdministrator } from '../../testing/administrators.ts'
import { dumpOf, formsOf } from '../../testing/dump.ts'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { runAdmin } from '../administrator/administer.ts'
import { disableAdministrator, findAdministrator } from '../session/administrator.ts'
import { deviceCookie } from '../session/device.ts'
import { LIMITS } from '../config/attempt-limits.ts'
import { createResetCode } from './reset-code.ts'
import { endSessionsOf } from '../session/session.ts'
import { deleteOldSessions } from '../session/cleanup.ts'

const RAVI = { email: 'ravi@example.in', name: 'Ravi', password: 'drums-and-marigolds' }
const OFFICE = '203.0.113.7'
const WRONG = 'not the password'
const LOW_LIMITS = {
  ...LIMITS,
  signInByAccountAndAddress: { attempts: 3, seconds: 900 },
  signInByAddress: { attempts: 5, seconds: 900 },
}

let server: Awaited<ReturnType<typeof identityServer>>
beforeAll(async () => {
  server = await identityServer({
    limits: LOW_LIMITS,
  })
  await storeAdministrator(server.db, RAVI, server.now())
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['attempt', 'device', 'session'] as const)
    await server.db.deleteFrom(table).execute()
})

interface Person {
  email: string
  password: string
}

/** Signs in from the office, in a browser with these cookies. */
async function signIn({ email, password }: Person, cookie = '', address = OFFICE) {
  const body = { email, password, returnSecureToken: true }
  const headers = { 'x-forwarded-for': address, ...(cookie && { cookie }) }
  const answer = await server.account('signInWithPassword', body, headers)
  const error: string = answer.body.error?.message ?? 'signed in'
  const given = answer.headers.get('set-cookie') ?? ''
  return { answer, error, given, cookie: given.split(';', 1)[0] ?? '' }
}

/** Returns the cookie that a sign-in sets. */
async function cookieOf(person: Person): Promise<string> {
  return (await signIn(person)).cookie
}

/** Guesses from the office until its address is blocked for Asha and for everybody. */
async function closeTheOffice() {
  for (let n = 0; n < LOW_LIMITS.signInByAccountAndAddress.attempts; n++)
    await signIn({ ...ASHA, password: WRONG })
  for (let n = 0; n < 2; n++) await signIn({ email: `person${n}@example.in`, password: WRONG })
  expect((await signIn(ASHA)).error).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  expect((await signIn(RAVI)).error).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
}

async function ashasId() {
  const { id = '' } = (await findAdministrator(server.db, ASHA.email)) ?? {}
  return id
}

const resetCode = async () => createResetCode(server.db, await ashasId(), 'mailed', server.now())

describe('after an attacker has blocked the account and the address of the office', () => {
  test('a browser that signed in to the account before can still sign in', async () => {
    const asha = await cookieOf(ASHA)
    await closeTheOffice()
    expect((await signIn(ASHA, asha)).error).toBe('signed in')
    // and the attacker gains nothing
    expect((await signIn(ASHA)).error).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  test('a new browser has to wait for Retry-After', async () => {
    await closeTheOffice()
    const { answer, given } = await signIn(ASHA)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('retry-after')).toBe('900')
    expect(given).toBe('')
  })

  test('the token of one account is invalid for another', async () => {
    const ravi = await cookieOf(RAVI)
    await closeTheOffice()
    expect((await signIn(ASHA, ravi)).error).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    expect((await signIn(RAVI, ravi)).error).toBe('signed in')
  })

  test('several administrators who share a browser each have their own', async () => {
    const both = `${await cookieOf(ASHA)}; theme=dark; ${await cookieOf(RAVI)}`
    await closeTheOffice()
    for (const person of [ASHA, RAVI]) expect((await signIn(person, both)).error).toBe('signed in')
  })

  test('a guessed token is invalid', async () => {
    const asha = await cookieOf(ASHA)
    await closeTheOffice()
    const name = asha.split('=', 1)[0]
    for (const cookie of [`${name}=${'A'.repeat(43)}`, `${name}=`, `${name}`, `other=${asha}`])
      expect((await signIn(ASHA, cookie)).error).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  test('a known browser can still request a reset mail', async () => {
    const cookie = await cookieOf(ASHA)
    const requestReset = (headers: Record<string, string>) =>
      server.account(
        'sendOobCode',
        { requestType: 'PASSWORD_RESET', email: ASHA.email },
        { 'x-forwarded-for': OFFICE, ...headers },
      )
    for (let n = 0; n < LIMITS.resetByAccount.attempts; n++) await requestReset({})
    expect((await requestReset({})).status).toBe(400)
    expect((await requestReset({ cookie })).status).toBe(200)
  })

  test('after a password reset, the browser in which it was done can sign in', async () => {
    await closeTheOffice()
    const oobCode = await resetCode()
    const looked = await server.account('resetPassword', { oobCode })
    expect(looked.headers.get('set-cookie')).toBeNull()
    const reset = { oobCode, newPassword: ASHA.password }
    const { headers } = await server.account('resetPassword', reset)
    const [cookie] = (headers.get('set-cookie') ?? '').split(';', 1)
    expect((await signIn(ASHA, cookie)).error).toBe('signed in')
  })
})

describe('a known browser', () => {
  test('has its own limit of ten attempts in fifteen minutes', async () => {
    const cookie = await cookieOf(ASHA)
    const errors = []
    for (let n = 0; n < 10; n++)
      errors.push((await signIn({ ...ASHA, password: WRONG }, cookie)).error)
    expect(errors).toEqual(Array(10).fill('INVALID_LOGIN_CREDENTIALS'))
    const eleventh = await signIn(ASHA, cookie)
    expect(eleventh.error).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    expect(eleventh.answer.headers.get('retry-after')).toBe('900')
    // other browsers can still sign in to the account
    expect((await signIn(ASHA)).error).toBe('signed in')
    server.wait({ minutes: 15 })
    expect((await signIn(ASHA, cookie)).error).toBe('signed in')
  })

  test('has zero attempts after the right password', async () => {
    const cookie = await cookieOf(ASHA)
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 9; n++) await signIn({ ...ASHA, password: WRONG }, cookie)
      expect((await signIn(ASHA, cookie)).error).toBe('signed in')
    }
  })

  test('requires the password', async () => {
    const cookie = await cookieOf(ASHA)
    expect((await signIn({ ...ASHA, password: WRONG }, cookie)).error).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    )
    const { status } = await server.send('/session', { headers: { cookie } })
    expect(status).toBe(401)
  })

  test('receives a new token at each sign-in, and the old one stays valid for a day', async () => {
    const first = await cookieOf(ASHA)
    const { cookie: second } = await signIn(ASHA, first)
    expect(second.split('=')[0]).toBe(first.split('=')[0])
    expect(second).not.toBe(first)
    await closeTheOffice()
    expect((await signIn(ASHA, first)).error).toBe('signed in')
    server.wait({ hours: 24 })
    await closeTheOffice()
    expect((await signIn(ASHA, first)).error).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    expect((await signIn(ASHA, second)).error).toBe('signed in')
  })

  test('is known for 90 days', async () => {
    const cookie = await cookieOf(ASHA)
    server.wait({ days: 90, seconds: -1 })
    await closeTheOffice()
    expect((await signIn(ASHA, cookie)).error).toBe('signed in')
    server.wait({ seconds: 1 })
    expect((await signIn(ASHA, cookie)).error).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  })
})

describe('a token ends', () => {
  const admin = (command: string, input = '') =>
    runAdmin(command.split(' '), {
      db: server.db,
      config: { identity: 'embedded', publicUrl: 'http://mandap.test' },
      now: server.now(),
      mail: async () => {},
      input: async () => input,
    })

  async function resetPassword() {
    const oobCode = await resetCode()
    await server.account('resetPassword', { oobCode, newPassword: ASHA.password })
  }

  async function endAllSessions() {
    await endSessionsOf(server.db, await ashasId(), 'ended by another administrator', server.now())
  }

  async function disableAndAdd() {
    await disableAdministrator(server.db, ASHA.email, server.now())
    await admin(`add ${ASHA.email}`)
  }

  test.each([
    ['by a password reset', resetPassword],
    ['by ending all sessions', endAllSessions],
    ['by disabling the administrator and adding them again', disableAndAdd],
    ['by npm run admin -- password', () => admin(`password ${ASHA.email} --stdin`, ASHA.password)],
  ])('%s', async (_way, end) => {
    const [asha, ravi] = [await cookieOf(ASHA), await cookieOf(RAVI)]
    await end()
    await closeTheOffice()
    expect((await signIn(ASHA, asha)).error).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    expect((await signIn(RAVI, ravi)).error).toBe('signed in')
  })

  test('but not by signing out', async () => {
    const { answer, cookie } = await signIn(ASHA)
    await server.as(answer.body.idToken, '/session/end', 'POST')
    await closeTheOffice()
    expect((await signIn(ASHA, cookie)).error).toBe('signed in')
  })

  test('and its row is deleted, like that of an expired one', async () => {
    await signIn(ASHA)
    await endAllSessions()
    await signIn(RAVI)
    const rows = () => server.db.selectFrom('device').selectAll().execute()
    expect(await rows()).toHaveLength(2)
    await deleteOldSessions(server.db, server.now())
    expect(await rows()).toHaveLength(1)
    server.wait({ days: 91 })
    await deleteOldSessions(server.db, server.now())
    expect(await rows()).toEqual([])
  })
})

describe('the cookie', () => {
  test('is sent only to the identity service, and hidden from scripts and other sites', async () => {
    const { given } = await signIn(ASHA)
    expect(given).toMatch(
      /^mandap-device-[\w-]{16}=[\w-]{43}; Path=\/identitytoolkit\.googleapis\.com; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    )
  })

  test('belongs to the host alone and is Secure behind https', async () => {
    expect(deviceCookie('id', 'token', true)).toMatch(
      /^__Host-mandap-device-[\w-]{16}=token; Path=\/; Secure; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    )
    const asha = `__Host-${await cookieOf(ASHA)}`
    await closeTheOffice()
    expect((await signIn(ASHA, asha)).error).toBe('signed in')
  })

  test('is stored as a hash only', async () => {
    const token = (await cookieOf(ASHA)).split('=')[1] ?? ''
    const stored = [...(await dumpOf(server.databaseUrl)).values()].join('\n')
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'))
    for (const form of formsOf(token)) expect(stored).not.toContain(form)
  })
})
