import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ASHA, codeIn, identityServer, isPasswordOnce } from '../../testing/identity.ts'
import { addAdministrator, disableAdministrator } from '../session/administrator.ts'
import { WEB_API_KEY } from './identity-toolkit.ts'

let server: Awaited<ReturnType<typeof identityServer>>
const checkedHashes: (string | null | undefined)[] = []

beforeAll(async () => {
  server = await identityServer({
    isPassword(hash, password) {
      checkedHashes.push(hash)
      return isPasswordOnce(hash, password)
    },
  })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

describe('shapes of the hosted service', () => {
  test('accounts:signInWithPassword answers with the person and the tokens', async () => {
    const { status, body } = await server.signIn()
    expect(status).toBe(200)
    expect(body).toEqual({
      kind: 'identitytoolkit#VerifyPasswordResponse',
      localId: expect.any(String),
      email: ASHA.email,
      displayName: ASHA.name,
      idToken: expect.any(String),
      registered: true,
      refreshToken: expect.any(String),
      expiresIn: '900',
    })
  })

  test('id tokens are ES256, last 15 minutes, and are verified by the published keys', async () => {
    const { body } = await server.signIn()
    const { body: jwks, headers } = await server.send('/.well-known/jwks.json')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(jwks.keys).toHaveLength(1)
    expect(Object.keys(jwks.keys[0]).toSorted()).toEqual([
      'alg',
      'crv',
      'kid',
      'kty',
      'use',
      'x',
      'y',
    ])
    const { payload, protectedHeader } = await jwtVerify(body.idToken, createLocalJWKSet(jwks), {
      issuer: 'http://mandap.test',
      audience: 'mandap',
      currentDate: server.now(),
    })
    const now = server.now().getTime() / 1000
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'JWT', kid: jwks.keys[0].kid })
    expect(payload).toEqual({
      iss: 'http://mandap.test',
      aud: 'mandap',
      sub: body.localId,
      user_id: body.localId,
      name: ASHA.name,
      email: ASHA.email,
      email_verified: false,
      role: 'administrator',
      auth_time: now,
      iat: now,
      exp: now + 900,
      firebase: { identities: { email: [ASHA.email] }, sign_in_provider: 'password' },
      sid: expect.any(String),
    })
  })

  test('accounts:lookup answers with the account', async () => {
    const { body: signedIn } = await server.signIn()
    const { body } = await server.account('lookup', { idToken: signedIn.idToken })
    const time = server.now().getTime()
    expect(body).toEqual({
      kind: 'identitytoolkit#GetAccountInfoResponse',
      users: [
        {
          localId: signedIn.localId,
          email: ASHA.email,
          emailVerified: false,
          displayName: ASHA.name,
          providerUserInfo: [
            {
              providerId: 'password',
              federatedId: ASHA.email,
              email: ASHA.email,
              rawId: ASHA.email,
              displayName: ASHA.name,
            },
          ],
          passwordUpdatedAt: time,
          validSince: String(time / 1000),
          disabled: false,
          lastLoginAt: String(time),
          createdAt: String(time),
        },
      ],
    })
  })

  test('token renews the session, for a form and for JSON', async () => {
    const { body: signedIn } = await server.signIn()
    const form = await server.refresh(signedIn.refreshToken)
    expect(form.body).toEqual({
      access_token: expect.any(String),
      expires_in: '900',
      token_type: 'Bearer',
      refresh_token: expect.any(String),
      id_token: form.body.access_token,
      user_id: signedIn.localId,
      project_id: 'mandap',
    })
    const json = await server.send(`/securetoken.googleapis.com/v1/token?key=${WEB_API_KEY}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'refresh_token',
        refresh_token: form.body.refresh_token,
      }),
    })
    expect(json.status).toBe(200)
    expect(json.body.user_id).toBe(signedIn.localId)
  })

  test('accounts:sendOobCode mails a code, with which accounts:resetPassword sets a password', async () => {
    const sent = await server.account('sendOobCode', {
      requestType: 'PASSWORD_RESET',
      email: ASHA.email,
    })
    expect(sent.body).toEqual({
      kind: 'identitytoolkit#GetOobConfirmationCodeResponse',
      email: ASHA.email,
    })
    const oobCode = codeIn(await server.mail())
    const reset = {
      kind: 'identitytoolkit#ResetPasswordResponse',
      email: ASHA.email,
      requestType: 'PASSWORD_RESET',
    }
    expect((await server.account('resetPassword', { oobCode })).body).toEqual(reset)
    // checking does not use the code
    const { body } = await server.account('resetPassword', { oobCode, newPassword: ASHA.password })
    expect(body).toEqual(reset)
    expect(await server.mail(2)).toContain('Subject: Your Mandap password was changed')
  })
})

describe('a new password that may not be used', () => {
  test.each([
    ['short', 'Use at least 12 characters.'],
    [ASHA.email, 'Use more than your e-mail address or the name of this product.'],
    ['qwertyqwerty', 'This password is on a list of common passwords. Choose another one.'],
  ])('%s answers why, and does not use the code', async (newPassword, sentence) => {
    await server.account('sendOobCode', { requestType: 'PASSWORD_RESET', email: ASHA.email })
    const oobCode = codeIn(await server.mail())
    const { status, body } = await server.account('resetPassword', { oobCode, newPassword })
    expect([status, body.error.message]).toEqual([400, `WEAK_PASSWORD : ${sentence}`])
    expect((await server.account('resetPassword', { oobCode })).status).toBe(200)
    expect((await server.signIn()).status).toBe(200)
  })
})

describe('errors of the hosted service', () => {
  const passwordReset = { requestType: 'PASSWORD_RESET' }
  const unknownCode = 'x'.repeat(43)

  test.each([
    ['signInWithPassword', {}, 'MISSING_EMAIL'],
    ['signInWithPassword', { email: 'nobody', password: 'x' }, 'INVALID_EMAIL'],
    ['signInWithPassword', { email: ASHA.email }, 'MISSING_PASSWORD'],
    ['signInWithPassword', { email: ASHA.email, password: 'x' }, 'INVALID_LOGIN_CREDENTIALS'],
    ['signInWithPassword', { email: 'a@b.example', password: 'x' }, 'INVALID_LOGIN_CREDENTIALS'],
    ['signInWithPassword', { email: ['x'], password: { y: 1 } }, 'MISSING_EMAIL'],
    ['signInWithPassword', 'neither', 'MISSING_EMAIL'],
    ['sendOobCode', { email: ASHA.email }, 'MISSING_REQ_TYPE'],
    ['sendOobCode', { email: ASHA.email, requestType: 'VERIFY_EMAIL' }, 'OPERATION_NOT_ALLOWED'],
    ['sendOobCode', passwordReset, 'MISSING_EMAIL'],
    ['sendOobCode', { ...passwordReset, email: 'nobody' }, 'INVALID_EMAIL'],
    ['resetPassword', {}, 'MISSING_OOB_CODE'],
    ['resetPassword', { oobCode: unknownCode }, 'INVALID_OOB_CODE'],
    ['resetPassword', { oobCode: unknownCode, newPassword: 'x' }, 'INVALID_OOB_CODE'],
    ['lookup', {}, 'MISSING_ID_TOKEN'],
    ['lookup', { idToken: 'not.a.token' }, 'INVALID_ID_TOKEN'],
  ])('accounts:%s %j answers %s', async (method, body, message) => {
    const answer = await server.account(method, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      error: { code: 400, message, errors: [{ message, domain: 'global', reason: 'invalid' }] },
    })
  })

  test.each([
    ['', 'MISSING_GRANT_TYPE'],
    ['grant_type=password', 'INVALID_GRANT_TYPE'],
    ['grant_type=refresh_token', 'MISSING_REFRESH_TOKEN'],
    ['grant_type=refresh_token&refresh_token=unknown', 'INVALID_REFRESH_TOKEN'],
  ])('token %j answers %s', async (form, message) => {
    const answer = await server.send(`/securetoken.googleapis.com/v1/token?key=${WEB_API_KEY}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    expect(answer.body).toEqual({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } })
  })

  test('answers a missing key with 403, a wrong one with 400', async () => {
    const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'
    const missing = await server.send(path, { method: 'POST' })
    expect(missing.body.error).toMatchObject({
      code: 403,
      status: 'PERMISSION_DENIED',
      message: 'The request is missing a valid API key.',
    })
    const wrong = await server.send(`${path}?key=other`, { method: 'POST' })
    expect(wrong.body.error).toMatchObject({
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: 'API key not valid. Please pass a valid API key.',
    })
  })

  test('answers an invalid body and one that is too long in the protocol', async () => {
    const path = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${WEB_API_KEY}`
    const headers = { 'content-type': 'application/json' }
    const unreadable = await server.send(path, { method: 'POST', headers, body: '{"email":' })
    expect(unreadable.body.error).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
    const body = JSON.stringify({ email: ASHA.email, password: 'x'.repeat(20_000) })
    const long = await server.send(path, { method: 'POST', headers, body })
    expect(long.body.error).toMatchObject({ code: 413, status: 'INVALID_ARGUMENT' })
  })

  test('distinguishes an expired ID token from one of an ended session', async () => {
    const { body } = await server.signIn()
    await server.as(body.idToken, '/session/end', 'POST')
    const ended = await server.account('lookup', { idToken: body.idToken })
    expect(ended.body.error.message).toBe('TOKEN_EXPIRED')
    server.wait({ minutes: 15 })
    const expired = await server.account('lookup', { idToken: body.idToken })
    expect(expired.body.error.message).toBe('INVALID_ID_TOKEN')
  })

  test('reports a disabled administrator only with the right password', async () => {
    const farah = { email: 'farah@example.in', password: 'paper-cranes-19' }
    const { id } = await addAdministrator(server.db, { email: farah.email }, server.now())
    await server.account('sendOobCode', { ...passwordReset, email: farah.email })
    const oobCode = codeIn(await server.mail())
    await server.account('resetPassword', { oobCode, newPassword: farah.password })
    const { body } = await server.signIn(farah)
    expect(body.localId).toBe(id)

    await disableAdministrator(server.db, farah.email, server.now())
    const wrong = await server.signIn({ ...farah, password: 'paper-boats-19' })
    expect(wrong.body.error.message).toBe('INVALID_LOGIN_CREDENTIALS')
    expect((await server.signIn(farah)).body.error.message).toBe('USER_DISABLED')
    expect((await server.refresh(body.refreshToken)).body.error.message).toBe('USER_DISABLED')
  })
})

describe('unknown accounts', () => {
  test('a sign-in has the same response and takes as long', async () => {
    checkedHashes.length = 0
    const known = await server.signIn({ ...ASHA, password: 'x' }, '203.0.113.40')
    const unknown = await server.signIn({ email: 'who@example.in', password: 'x' }, '203.0.113.41')
    expect(unknown.status).toBe(known.status)
    expect(unknown.body).toEqual(known.body)
    // one argon2 check each, of a hash with the same parameters
    expect(checkedHashes).toEqual([expect.stringContaining('$argon2id$'), undefined])
  })

  test('a reset has the same response and sends no mail', async () => {
    const requestReset = (email: string) =>
      server.account('sendOobCode', { requestType: 'PASSWORD_RESET', email })
    const unknown = await requestReset('who@example.in')
    const known = await requestReset(ASHA.email)
    expect(unknown.status).toBe(200)
    expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body))
    await server.settle()
    expect(await server.mails()).toHaveLength(1)
    expect(await server.db.selectFrom('reset_code').selectAll().execute()).toHaveLength(1)
  })
})
