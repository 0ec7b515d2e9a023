import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { addFactor, addPasskeyOf, WRONG_CODE as WRONG } from '../../testing/second-factor.ts'
import { LIMITS } from '../config/attempt-limits.ts'
import { findAdministrator } from '../session/administrator.ts'
import { createResetCode } from './reset-code.ts'

const ORIGIN = 'https://mandap.test'
const BLOCKED = 'TOO_MANY_ATTEMPTS_TRY_LATER'

let server: Awaited<ReturnType<typeof identityServer>>
beforeAll(async () => {
  server = await identityServer({ publicUrl: ORIGIN })
})
afterAll(() => server.close())
beforeEach(() => server.reset())

async function ashasId(): Promise<string> {
  return (await findAdministrator(server.db, ASHA.email))?.id ?? ''
}

const factorOf = async () => addFactor(server.db, await ashasId(), server.now())

interface Browser {
  cookie?: string
  address?: string
  password?: string
}

/** Enters the password and a code. Returns the answer to the code, and the cookie that it sets. */
async function signIn(
  verificationCode: string,
  { cookie = '', address = '203.0.113.7', password = ASHA.password }: Browser = {},
) {
  const headers = { 'x-forwarded-for': address, ...(cookie && { cookie }) }
  const { email } = ASHA
  const { body } = await server.account('signInWithPassword', { email, password }, headers)
  const [factor] = body.mfaInfo as [{ mfaEnrollmentId: string }]
  const entered = {
    mfaPendingCredential: body.mfaPendingCredential,
    mfaEnrollmentId: factor.mfaEnrollmentId,
    totpVerificationInfo: { verificationCode },
  }
  const answer = await server.factor('mfaSignIn:finalize', entered, headers)
  return {
    body: answer.body,
    result: (answer.body.error?.message as string | undefined) ?? 'signed in',
    cookie: cookieIn(answer.headers),
  }
}

function cookieIn(headers: Headers): string {
  return headers.get('set-cookie')?.split(';', 1)[0] ?? ''
}

/** Enters wrong codes with the right password until the account is blocked. */
async function blockAccount(browser: Browser = {}) {
  for (let n = 0; n < LIMITS.factorByAccount.attempts; n++) {
    const address = `198.51.100.${n}`
    expect((await signIn(WRONG, { address, ...browser })).result).toBe('INVALID_CODE')
  }
}

describe('after ten wrong codes of somebody who knows the password', () => {
  test('a browser that signed in with the second factor before can enter its code', async () => {
    const { code } = await factorOf()
    const { cookie } = await signIn(code(server.now()))
    server.wait({ seconds: 30 })
    await blockAccount()
    expect((await signIn(code(server.now()))).result).toBe(BLOCKED)
    expect((await signIn(code(server.now()), { cookie })).result).toBe('signed in')
  })

  test('such a browser has ten wrong codes of its own', async () => {
    const { code } = await factorOf()
    const { cookie } = await signIn(code(server.now()))
    server.wait({ seconds: 30 })
    await blockAccount({ cookie })
    expect((await signIn(code(server.now()), { cookie })).result).toBe(BLOCKED)
    // they do not count for others
    expect((await signIn(code(server.now()))).result).toBe('signed in')
  })

  test('a passkey still signs in', async () => {
    await factorOf()
    const { device } = await addPasskeyOf(server.db, await ashasId(), ORIGIN, server.now())
    await blockAccount()
    const { body } = await server.signIn()
    const { mfaPendingCredential } = body
    const { body: started } = await server.factor('passkeySignIn:start', { mfaPendingCredential })
    const answer = device.get(started.credentialRequestOptions)
    const finish = { mfaPendingCredential, authenticatorAuthenticationResponse: answer }
    expect((await server.factor('passkeySignIn:finalize', finish)).status).toBe(200)
  })

  test('a password reset allows no more codes, in its browser or another', async () => {
    const { code } = await factorOf()
    await blockAccount()
    const oobCode = await createResetCode(server.db, await ashasId(), 'mailed', server.now())
    const password = 'jasmine-canopy-42'
    const reset = await server.account('resetPassword', { oobCode, newPassword: password })
    const cookie = cookieIn(reset.headers)
    expect(cookie).not.toBe('')
    for (const browser of [{ password }, { password, cookie }])
      expect((await signIn(code(server.now()), browser)).result).toBe(BLOCKED)
  })
})

describe('wrong proofs in a session', () => {
  /** Enters a wrong password in a session until it is blocked. Returns how often it was refused, and how the session is then. */
  async function guess(idToken: string) {
    const renew = async (password: string) => {
      const body = { idToken, password, verificationCode: WRONG }
      return (await server.factor('recoveryCodes:renew', body)).body.error.message as string
    }
    let refused = 0
    while ((await renew('a wrong password')) === 'INVALID_LOGIN_CREDENTIALS') refused += 1
    return [refused, await renew(ASHA.password)]
  }
  const TEN = [LIMITS.factorBySession.attempts, BLOCKED]

  test('do not count for the sign-in, nor for another session', async () => {
    const { code, recoveryCodes } = await factorOf()
    const stolen = await signIn(code(server.now()))
    server.wait({ minutes: 11 })
    expect(await guess(stolen.body.idToken)).toEqual(TEN)
    const own = await signIn(code(server.now()))
    expect(own.result).toBe('signed in')
    const { idToken } = own.body
    const [verificationCode = ''] = recoveryCodes
    const proof = { idToken, password: ASHA.password, verificationCode }
    expect((await server.factor('recoveryCodes:renew', proof)).status).toBe(200)
  })

  test('count for all sessions together that the password alone started', async () => {
    const [first, second] = [(await server.signIn()).body, (await server.signIn()).body]
    const { code } = await factorOf()
    // the helper marks the sessions that are open
    await server.db.updateTable('session').set({ showed_factor: false }).execute()
    const own = (await signIn(code(server.now()))).body
    server.wait({ minutes: 11 })
    expect(await guess(first.idToken)).toEqual(TEN)
    expect(await guess(second.idToken)).toEqual([0, BLOCKED])
    expect(await guess(own.idToken)).toEqual(TEN)
  })

  test('of the second factor are in the audit log', async () => {
    const { code } = await factorOf()
    const { idToken } = (await signIn(code(server.now()))).body
    server.wait({ minutes: 11 })
    const body = { idToken, password: ASHA.password, verificationCode: WRONG }
    const head = server.db.selectFrom('activity_head').select('id')
    const { id: before } = await head.executeTakeFirstOrThrow()
    expect((await server.factor('recoveryCodes:renew', body)).status).toBe(400)
    await server.settle()
    const added = server.db.selectFrom('activity').select('kind').where('id', '>', before)
    expect(await added.execute()).toEqual([{ kind: 'failFactor' }])
  })

  test('are blocked in that session for 15 minutes', async () => {
    const { code } = await factorOf()
    const { body } = await signIn(code(server.now()))
    expect(await guess(body.idToken)).toEqual(TEN)
    server.wait({ minutes: 15 })
    const refreshed = await server.refresh(body.refreshToken)
    expect(await guess(refreshed.body.id_token)).toEqual(TEN)
  })
})
