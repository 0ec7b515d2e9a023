import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ASHA, codeIn, identityServer } from '../../testing/identity.ts'
import { countedAddress, countTry, LIMITS } from './limit.ts'

const WRONG = { email: ASHA.email, password: 'not the password' }
const SMALL = {
  ...LIMITS,
  signInByAccountAndAddress: { tries: 3, seconds: 900 },
  signInByAddress: { tries: 5, seconds: 900 },
  signInByAccount: { tries: 6, seconds: 3600 },
  resetByAccount: { tries: 2, seconds: 3600 },
  resetByAddress: { tries: 3, seconds: 3600 },
  newPasswordByAddress: { tries: 2, seconds: 900 },
  refreshByAddress: { tries: 2, seconds: 60 },
}

let server: Awaited<ReturnType<typeof identityServer>>
beforeEach(async () => {
  server = await identityServer({ limits: SMALL })
})
afterEach(() => server.close())

async function tryTimes(
  count: number,
  attempt: (n: number) => Promise<{ body: { error?: { message: string } } }>,
) {
  const messages = []
  for (let n = 1; n <= count; n++) messages.push((await attempt(n)).body.error?.message ?? 'ok')
  return messages
}

describe('sign-in', () => {
  test('per account and address: then also the right password waits, but elsewhere it does not', async () => {
    expect(await tryTimes(4, () => server.signIn(WRONG))).toEqual([
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
    // tries while it is closed do not keep it closed
    server.wait({ minutes: 15 })
    expect((await server.signIn()).status).toBe(200)
  })

  test('a right password after some wrong ones starts the account anew', async () => {
    for (let round = 1; round <= 3; round++) {
      await tryTimes(2, () => server.signIn(WRONG, `198.51.100.${round}`))
      expect((await server.signIn(ASHA, `198.51.100.${round}`)).status).toBe(200)
      await tryTimes(2, () => server.signIn(WRONG, `198.51.100.${round}`))
      expect((await server.signIn(ASHA, `198.51.100.${round}`)).status).toBe(200)
      await server.db.deleteFrom('attempt').execute()
    }
  })

  test('per address, over many accounts; right passwords are not counted', async () => {
    expect(await tryTimes(8, () => server.signIn())).toEqual(Array(8).fill('ok'))
    const guesses = await tryTimes(6, (n) =>
      server.signIn({ email: `person${n}@example.in`, password: 'guess' }),
    )
    expect(guesses.at(4)).toBe('INVALID_LOGIN_CREDENTIALS')
    expect(guesses.at(5)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  test('per account, from many addresses, without locking out an address that it knows', async () => {
    await server.signIn(ASHA, '192.0.2.1')
    const guesses = await tryTimes(7, (n) => server.signIn(WRONG, `198.51.100.${n}`))
    expect(guesses.at(5)).toBe('INVALID_LOGIN_CREDENTIALS')
    expect(guesses.at(6)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    expect((await server.signIn(ASHA, '198.51.100.99')).status).toBe(400)
    expect((await server.signIn(ASHA, '192.0.2.1')).status).toBe(200)
  })

  test('an unknown account is limited alike', async () => {
    const nobody = { email: 'nobody@example.in', password: 'guess' }
    expect((await tryTimes(4, () => server.signIn(nobody))).at(3)).toBe(
      'TOO_MANY_ATTEMPTS_TRY_LATER',
    )
  })

  test('a reset opens the account again', async () => {
    await tryTimes(4, () => server.signIn(WRONG))
    await server.account('sendOobCode', { requestType: 'PASSWORD_RESET', email: ASHA.email })
    const oobCode = codeIn(await server.mail())
    const newPassword = 'jasmine-canopy-42'
    await server.account('resetPassword', { oobCode, newPassword })
    expect((await server.signIn({ ...ASHA, password: newPassword })).status).toBe(200)
  })

  test('tries in parallel cannot pass the limit together', async () => {
    const counters = [
      { limit: 'signInByAddress', subject: '192.0.2.9' },
      { limit: 'signInByAccount', subject: 'asha' },
    ] as const
    const waits = await Promise.all(
      Array.from({ length: 40 }, () => countTry(server.db, SMALL, counters, server.now())),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  })
})

function askReset(email: string, address: string) {
  const body = { requestType: 'PASSWORD_RESET', email }
  return server.account('sendOobCode', body, { 'x-forwarded-for': address })
}

describe('resets and tokens', () => {
  test.each([ASHA.email, 'nobody@example.in'])('mails to %s, per account', async (email) => {
    expect(await tryTimes(3, (n) => askReset(email, `198.51.100.${n}`))).toEqual([
      'ok',
      'ok',
      'TOO_MANY_ATTEMPTS_TRY_LATER',
    ])
  })

  test('a link that was mailed before stays good when another is asked for', async () => {
    await askReset(ASHA.email, '192.0.2.1')
    const oobCode = codeIn(await server.mail())
    await askReset(ASHA.email, '198.51.100.1')
    await server.mail(2)
    expect((await server.account('resetPassword', { oobCode })).status).toBe(200)
  })

  test('mails per address', async () => {
    const messages = await tryTimes(4, (n) => askReset(`person${n}@example.in`, '192.0.2.1'))
    expect(messages.at(3)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  test('new passwords per address', async () => {
    const messages = await tryTimes(3, () => server.account('resetPassword', { oobCode: 'guess' }))
    expect(messages.at(2)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  test('refreshes per address, in the envelope of the token service', async () => {
    await tryTimes(2, () => server.refresh('guess'))
    expect((await server.refresh('guess')).body.error).toEqual({
      code: 400,
      message: 'TOO_MANY_ATTEMPTS_TRY_LATER',
      status: 'INVALID_ARGUMENT',
    })
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::'],
  ['2001:db8:1:2::1', '2001:db8:1:2::'],
  ['::1', '::'],
  ['not an address', 'not an address'],
])('%s is counted as %s', (ip, counted) => {
  expect(countedAddress(ip)).toBe(counted)
})
