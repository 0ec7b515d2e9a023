import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ASHA, codeIn, identityServer } from '../../testing/identity.ts'
import { registerSession } from '../session/routes.ts'
import { signingKeys } from '../session/signing-key.ts'
import { LIMITS } from '../config/attempt-limits.ts'
import { countedAddress, consumeAttempt, deleteOldAttempts } from './rate-limit.ts'

const WRONG = { email: ASHA.email, password: 'not the password' }
const SMALL = {
  ...LIMITS,
  signInByAccountAndAddress: { attempts: 3, seconds: 900 },
  signInByAddress: { attempts: 5, seconds: 900 },
  signInByAccount: { attempts: 6, seconds: 3600 },
  resetByAccount: { attempts: 2, seconds: 3600 },
  resetByAddress: { attempts: 3, seconds: 3600 },
  newPasswordByAddress: { attempts: 2, seconds: 900 },
  newPasswordByCode: { attempts: 2, seconds: 900 },
  refreshByAddress: { attempts: 2, seconds: 60 },
  refreshBySession: { attempts: 3, seconds: 60 },
}

let server: Awaited<ReturnType<typeof identityServer>>
beforeAll(async () => {
  server = await identityServer({ limits: SMALL })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

async function repeat(
  count: number,
  attempt: (n: number) => Promise<{ body: { error?: { message: string } } }>,
) {
  const messages = []
  for (let n = 1; n <= count; n++) messages.push((await attempt(n)).body.error?.message ?? 'ok')
  return messages
}

describe('sign-in', () => {
  test('is limited per account and address, also for the right password, but not at another address', async () => {
    expect(await repeat(4, () => server.signIn(WRONG))).toEqual([
      'INVALID_LOGIN_CREDENTIALS',
      'INVALID_LOGIN_CREDENTIALS',
      'INVALID_LOGIN_CREDENTIALS',
      'TOO_MANY_ATTEMPTS_TRY_LATER',
    ])
    const refused = await server.signIn()
    expect(refused.status).toBe(400)
    expect(refused.body.error).toEqual({
      code: 400,
      message: 'TOO_MANY_ATTEMPTS_TRY_LATER',
      errors: [{ message: 'TOO_MANY_ATTEMPTS_TRY_LATER', domain: 'global', reason: 'invalid' }],
    })
    expect(refused.headers.get('retry-after')).toBe('900')
    expect((await server.signIn(ASHA, '198.51.100.1')).status).toBe(200)
    // attempts while it is blocked do not extend the block
    server.wait({ minutes: 15 })
    expect((await server.signIn()).status).toBe(200)
  })

  test('a right password after wrong ones resets the counter of the account', async () => {
    for (let round = 1; round <= 3; round++) {
      await repeat(2, () => server.signIn(WRONG, `198.51.100.${round}`))
      expect((await server.signIn(ASHA, `198.51.100.${round}`)).status).toBe(200)
      await repeat(2, () => server.signIn(WRONG, `198.51.100.${round}`))
      expect((await server.signIn(ASHA, `198.51.100.${round}`)).status).toBe(200)
      await server.db.deleteFrom('attempt').execute()
    }
  })

  test('is limited per address, over many accounts; right passwords are not counted', async () => {
    expect(await repeat(8, () => server.signIn())).toEqual(Array(8).fill('ok'))
    const guesses = await repeat(6, (n) =>
      server.signIn({ email: `person${n}@example.in`, password: 'guess' }),
    )
    expect(guesses.at(4)).toBe('INVALID_LOGIN_CREDENTIALS')
    expect(guesses.at(5)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  test('is limited per account, from many addresses, except for known addresses', async () => {
    await server.signIn(ASHA, '192.0.2.1')
    const guesses = await repeat(7, (n) => server.signIn(WRONG, `198.51.100.${n}`))
    expect(guesses.at(5)).toBe('INVALID_LOGIN_CREDENTIALS')
    expect(guesses.at(6)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    expect((await server.signIn(ASHA, '198.51.100.99')).status).toBe(400)
    expect((await server.signIn(ASHA, '192.0.2.1')).status).toBe(200)
  })

  test('is limited in the same way for an unknown account', async () => {
    const nobody = { email: 'nobody@example.in', password: 'guess' }
    expect((await repeat(4, () => server.signIn(nobody))).at(3)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  test('a reset removes the limit of the account', async () => {
    await repeat(4, () => server.signIn(WRONG))
    await server.account('sendOobCode', { requestType: 'PASSWORD_RESET', email: ASHA.email })
    const oobCode = codeIn(await server.mail())
    const newPassword = 'jasmine-canopy-42'
    await server.account('resetPassword', { oobCode, newPassword })
    expect((await server.signIn({ ...ASHA, password: newPassword })).status).toBe(200)
  })

  test('is not limited by attempts that were counted while the clock was a day ahead', async () => {
    server.wait({ days: 1 })
    expect((await repeat(4, () => server.signIn(WRONG))).at(3)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    server.wait({ days: -1 })
    expect((await server.signIn()).status).toBe(200)
    // and counts again from now on
    expect((await repeat(4, () => server.signIn(WRONG))).at(3)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  test('parallel attempts cannot exceed the limit together', async () => {
    const counters = [
      { limit: 'signInByAddress', subject: '192.0.2.9' },
      { limit: 'signInByAccount', subject: 'asha' },
    ] as const
    const waits = await Promise.all(
      Array.from({ length: 40 }, () => consumeAttempt(server.db, SMALL, counters, server.now())),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  })
})

async function attempts() {
  await server.settle()
  return server.db.selectFrom('attempt').selectAll().orderBy('kind').orderBy('subject').execute()
}

/** Returns another e-mail address of maximum length for each number. */
const stranger = (n: number) => ({ email: `${n}@${'x'.repeat(240)}.example`, password: 'guess' })

describe('the table of attempts', () => {
  test('has no row for the e-mails of an address that is over its limit', async () => {
    await repeat(6, (n) => server.signIn(stranger(n)))
    const before = await attempts()
    expect(before).toHaveLength(1 + 2 * SMALL.signInByAddress.attempts)
    const refused = await repeat(30, (n) => server.signIn(stranger(100 + n)))
    expect(new Set(refused)).toEqual(new Set(['TOO_MANY_ATTEMPTS_TRY_LATER']))
    expect(await attempts()).toEqual(before)
  })

  test('has few rows for an address that tries many e-mails at once', async () => {
    const tries = Array.from({ length: 60 }, (_, n) => server.signIn(stranger(n)))
    const statuses = (await Promise.all(tries)).map(({ body }) => body.error.message)
    const checked = statuses.filter((message) => message === 'INVALID_LOGIN_CREDENTIALS')
    expect(checked).toHaveLength(SMALL.signInByAddress.attempts)
    expect(await attempts()).toHaveLength(1 + 2 * SMALL.signInByAddress.attempts)
  })

  test('is not written by an attempt beyond the limit of an account', async () => {
    await repeat(4, () => server.signIn(WRONG))
    const before = await attempts()
    await repeat(10, () => server.signIn(WRONG))
    expect(await attempts()).toEqual(before)
  })

  test('contains hashes of 128 bits, equal in every process, and no input', async () => {
    await server.signIn({ email: 'Nobody@Example.in', password: 'guess' }, '198.51.100.7')
    const email = 'qk4C_3kL9_WgBhw9BcuvHI'
    const address = '4YMiC2mcEKg8p740M9Io7Q'
    expect((await attempts()).map(({ kind, subject }) => [kind, subject])).toEqual([
      ['signInByAccount', email],
      ['signInByAccountAndAddress', `${email} ${address}`],
      ['signInByAddress', address],
    ])
  })

  test.each([255, 4000])('has no row for an e-mail address of %i bytes', async (length) => {
    const email = `${'x'.repeat(length - 9)}@a.exampl`
    for (const method of ['signInWithPassword', 'sendOobCode']) {
      const body = { email, password: 'guess', requestType: 'PASSWORD_RESET' }
      const answer = await server.account(method, body)
      expect([answer.status, answer.body.error.message]).toEqual([400, 'INVALID_EMAIL'])
    }
    expect(await attempts()).toEqual([])
    const longest = email.slice(length - 254)
    expect((await server.signIn({ email: longest, password: 'guess' })).body.error.message).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    )
  })

  test('does not grow while one counter is updated', async () => {
    await sql`truncate attempt`.execute(server.db)
    const counter = { limit: 'refreshByAddress', subject: '192.0.2.9' } as const
    const many = { ...LIMITS, refreshByAddress: { attempts: 100_000, seconds: 60 } }
    const size = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select pg_relation_size('attempt') as bytes`.execute(server.db)
      return rows[0]?.bytes ?? Number.NaN
    }
    const growth = async () => {
      const before = await size()
      for (let n = 0; n < 500; n++) await consumeAttempt(server.db, many, [counter], server.now())
      return (await size()) - before
    }
    // autovacuum may keep PostgreSQL from reusing row versions for a moment; without reuse, 500 fill six pages
    await expect.poll(growth, { timeout: 20_000 }).toBeLessThanOrEqual(8192)
  })

  test('loses the counters whose window is over, every minute', async () => {
    await server.signIn(WRONG)
    await server.settle()
    server.wait({ minutes: 15, seconds: 1 })
    const open = { limit: 'signInByAddress', subject: '192.0.2.9' } as const
    await consumeAttempt(server.db, LIMITS, [open], server.now())

    const timers = vi.spyOn(globalThis, 'setInterval')
    const app = fastify()
    const keys = signingKeys(server.db, server.now)
    const identity = { kind: 'embedded', publicUrl: 'http://mandap.test', keys } as const
    registerSession(app, { db: server.db, identity, now: server.now })
    const everyMinute = timers.mock.calls.find(([, milliseconds]) => milliseconds === 60_000)
    timers.mockRestore()
    everyMinute?.[0]()
    const kinds = async () => (await attempts()).map(({ kind }) => kind)
    // the counters of the account last an hour
    await expect
      .poll(kinds)
      .toEqual(['failedSignInByAccount', 'signInByAccount', 'signInByAddress'])
    await app.close()

    server.wait({ hours: 1 })
    await deleteOldAttempts(server.db, server.now())
    expect(await attempts()).toEqual([])
  })
})

function requestReset(email: string, address: string) {
  const body = { requestType: 'PASSWORD_RESET', email }
  return server.account('sendOobCode', body, { 'x-forwarded-for': address })
}

describe('resets and tokens', () => {
  test.each([
    [ASHA.email, 2],
    ['nobody@example.in', 0],
  ])('limit the mails to %s, per account', async (email, mails) => {
    expect(await repeat(3, (n) => requestReset(email, `198.51.100.${n}`))).toEqual([
      'ok',
      'ok',
      'TOO_MANY_ATTEMPTS_TRY_LATER',
    ])
    expect(await server.mails()).toHaveLength(mails)
  })

  test('keep an earlier link valid when another is requested', async () => {
    await requestReset(ASHA.email, '192.0.2.1')
    const oobCode = codeIn(await server.mail())
    await requestReset(ASHA.email, '198.51.100.1')
    await server.mail(2)
    expect((await server.account('resetPassword', { oobCode })).status).toBe(200)
  })

  test('limit the mails per address', async () => {
    const messages = await repeat(4, (n) => requestReset(`person${n}@example.in`, '192.0.2.1'))
    expect(messages.at(3)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  test('limit guessed reset codes per address, but not the use of a valid one there', async () => {
    await requestReset(ASHA.email, '192.0.2.1')
    const oobCode = codeIn(await server.mail())
    const messages = await repeat(3, () => server.account('resetPassword', { oobCode: 'guess' }))
    expect(messages.at(2)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    const newPassword = 'jasmine-canopy-42'
    expect((await server.account('resetPassword', { oobCode, newPassword })).status).toBe(200)
  })

  test('limit new passwords per reset code', async () => {
    await requestReset(ASHA.email, '192.0.2.1')
    const oobCode = codeIn(await server.mail())
    const counter = { limit: 'newPasswordByCode', subject: oobCode } as const
    for (let n = 0; n < 2; n++) await consumeAttempt(server.db, SMALL, [counter], server.now())
    const reset = await server.account('resetPassword', { oobCode, newPassword: ASHA.password })
    expect(reset.body.error.message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    expect((await server.account('resetPassword', { oobCode })).status).toBe(200)
  })

  test('limit guessed refresh tokens per address, in the format of the token service', async () => {
    await repeat(2, () => server.refresh('guess'))
    expect((await server.refresh('guess')).body.error).toEqual({
      code: 400,
      message: 'TOO_MANY_ATTEMPTS_TRY_LATER',
      status: 'INVALID_ARGUMENT',
    })
  })

  test('limit refreshes per session, regardless of guesses from its address', async () => {
    const { body } = await server.signIn()
    await repeat(3, () => server.refresh('guess'))
    const messages = await repeat(4, () => server.refresh(body.refreshToken))
    expect(messages).toEqual(['ok', 'ok', 'ok', 'TOO_MANY_ATTEMPTS_TRY_LATER'])
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::'],
  ['2001:db8:1:2::1', '2001:db8:1:2::'],
  ['::1', '::'],
  // as some proxies forward it
  ['203.0.113.7:50123', '203.0.113.7'],
  ['[2001:db8:1:2::1]:50123', '2001:db8:1:2::'],
  ['not an address', 'not an address'],
])('%s is counted as %s', (ip, counted) => {
  expect(countedAddress(ip)).toBe(counted)
})
