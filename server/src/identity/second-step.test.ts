import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeAdministrator } from '../../testing/administrators.ts'
import { authenticator } from '../../testing/authenticator.ts'
import { ASHA, identityServer } from '../../testing/identity.ts'
import {
  addFactor,
  appCode,
  hasDistinctCodes,
  keyBytes,
  WRONG_CODE as WRONG,
} from '../../testing/second-factor.ts'
import { findAdministrator, setPasswordHash } from '../session/administrator.ts'
import { hashPassword } from '../session/password.ts'

type Server = Awaited<ReturnType<typeof identityServer>>

let server: Server
beforeAll(async () => {
  server = await identityServer()
})
afterAll(() => server.close())
/** The last audit entry before the test. */
let before = 0
beforeEach(async () => {
  await server.reset()
  before = (await server.db.selectFrom('activity_head').select('id').executeTakeFirstOrThrow()).id
})

async function ashasId({ db }: Server = server): Promise<string> {
  return (await findAdministrator(db, ASHA.email))?.id ?? ''
}

/** Gives Asha a second factor. */
const factorOf = async (of: Server = server) => addFactor(of.db, await ashasId(of), of.now())

/** Enters the password. Returns the credential with which the sign-in continues. */
async function firstStep(of: Server = server) {
  const { body } = await of.signIn()
  return {
    credential: body.mfaPendingCredential as string,
    factorId: body.mfaInfo[0].mfaEnrollmentId as string,
  }
}

function secondStep(
  { credential, factorId }: { credential: string; factorId: string },
  verificationCode: string,
  of: Server = server,
) {
  return of.factor('mfaSignIn:finalize', {
    mfaPendingCredential: credential,
    mfaEnrollmentId: factorId,
    totpVerificationInfo: { verificationCode },
  })
}

const entries = () =>
  server.db.selectFrom('activity').selectAll().where('id', '>', before).orderBy('id').execute()

describe('a sign-in with a second factor', () => {
  test('returns no token for the password alone', async () => {
    await factorOf()
    const { status, headers, body } = await server.signIn()
    expect(status).toBe(200)
    expect(body).toEqual({
      kind: 'identitytoolkit#VerifyPasswordResponse',
      localId: await ashasId(),
      email: ASHA.email,
      displayName: ASHA.name,
      registered: true,
      mfaPendingCredential: expect.stringMatching(/^[\w-]{43}$/),
      mfaInfo: [
        { mfaEnrollmentId: expect.any(String), enrolledAt: expect.any(String), totpInfo: {} },
      ],
    })
    // nor does it make the browser a known device
    expect(headers.get('set-cookie')).toBeNull()
    expect(await server.db.selectFrom('session').selectAll().execute()).toEqual([])
  })

  test('continues with a code of the app, and records how', async () => {
    const { code } = await factorOf()
    const { status, headers, body } = await secondStep(await firstStep(), code(server.now()))
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toContain('Path=/identitytoolkit.googleapis.com;')
    expect((await server.as(body.idToken, '/session')).body.email).toBe(ASHA.email)
    expect((await server.refresh(body.refreshToken)).status).toBe(200)
    expect((await entries()).at(-1)).toMatchObject({
      kind: 'signIn',
      after: { secondFactor: 'totp' },
    })
  })

  test.each([-30, 0, 30])('accepts the code of a clock that differs by %d s', async (seconds) => {
    const { code } = await factorOf()
    const at = new Date(server.now().getTime() + seconds * 1000)
    expect((await secondStep(await firstStep(), code(at))).status).toBe(200)
  })

  test.each([-90, 90])('refuses the code of a clock that differs by %d s', async (seconds) => {
    const { code } = await factorOf()
    const at = new Date(server.now().getTime() + seconds * 1000)
    const { body } = await secondStep(await firstStep(), code(at))
    expect(body.error.message).toBe('INVALID_CODE')
  })

  test('refuses a code that was used, and an earlier one', async () => {
    const { code } = await factorOf()
    const [now, earlier] = [server.now(), new Date(server.now().getTime() - 30_000)]
    expect((await secondStep(await firstStep(), code(now))).status).toBe(200)
    for (const at of [now, earlier]) {
      const { body } = await secondStep(await firstStep(), code(at))
      expect(body.error.message).toBe(
        'INVALID_CODE : This code was already used. Wait for the next one.',
      )
    }
    server.wait({ seconds: 30 })
    expect((await secondStep(await firstStep(), code(server.now()))).status).toBe(200)
  })

  test('accepts a code once, also from parallel requests', async () => {
    const { code } = await factorOf()
    const steps = [await firstStep(), await firstStep(), await firstStep(), await firstStep()]
    const answers = await Promise.all(steps.map((step) => secondStep(step, code(server.now()))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a credential allows five codes within ten minutes, and works once', async () => {
    const { code } = await factorOf()
    const step = await firstStep()
    for (let n = 0; n < 5; n++)
      expect((await secondStep(step, WRONG)).body.error.message).toBe('INVALID_CODE')
    const ended = 'INVALID_MFA_PENDING_CREDENTIAL'
    expect((await secondStep(step, code(server.now()))).body.error.message).toBe(ended)

    const late = await firstStep()
    server.wait({ minutes: 10 })
    expect((await secondStep(late, code(server.now()))).body.error.message).toBe(ended)

    const used = await firstStep()
    expect((await secondStep(used, code(server.now()))).status).toBe(200)
    server.wait({ seconds: 30 })
    expect((await secondStep(used, code(server.now()))).body.error.message).toBe(ended)
  })

  test('an account allows ten wrong codes in 15 minutes', async () => {
    const { code } = await factorOf()
    for (let n = 0; n < 10; n++) await secondStep(await firstStep(), WRONG)
    await server.settle()
    const step = await firstStep()
    const refused = await secondStep(step, code(server.now()))
    expect(refused.body.error.message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    expect(refused.headers.get('retry-after')).toBe('900')
    await server.settle()
    // the audit log has the first and the tenth, and that the account is locked
    const failures = (await entries()).filter(({ kind }) => kind === 'failFactor')
    expect(failures.map(({ after }) => after['attempts'])).toEqual([1, 10])
    expect((await entries()).at(-1)).toMatchObject({ kind: 'lockOut', by: ASHA.email })
    server.wait({ minutes: 15 })
    expect((await secondStep(await firstStep(), code(server.now()))).status).toBe(200)
  })

  test('a right code starts the count of wrong codes in the audit log again', async () => {
    const { code } = await factorOf()
    const wrong = async () => {
      await secondStep(await firstStep(), WRONG)
      await server.settle()
    }
    await wrong()
    expect((await secondStep(await firstStep(), code(server.now()))).status).toBe(200)
    await wrong()
    expect((await entries()).map(({ kind }) => kind)).toEqual([
      'failFactor',
      'signIn',
      'failFactor',
    ])
  })

  test('ends when the password is changed', async () => {
    const { code } = await factorOf()
    const step = await firstStep()
    const hash = await hashPassword('another-marigold-lantern')
    const id = await ashasId()
    await server.db.transaction().execute((trx) => setPasswordHash(trx, id, hash, server.now()))
    const { body } = await secondStep(step, code(server.now()))
    expect(body.error.message).toBe('INVALID_MFA_PENDING_CREDENTIAL')
  })

  test.each([
    ['MISSING_MFA_PENDING_CREDENTIAL', { mfaPendingCredential: '' }],
    ['MISSING_MFA_ENROLLMENT_ID', { mfaEnrollmentId: '' }],
    ['MISSING_CODE', { totpVerificationInfo: {} }],
    ['INVALID_MFA_PENDING_CREDENTIAL', { mfaPendingCredential: 'made up' }],
    ['MFA_ENROLLMENT_NOT_FOUND', { mfaEnrollmentId: 'another' }],
  ])('%s', async (message, given) => {
    const { code } = await factorOf()
    const { credential, factorId } = await firstStep()
    const answer = await server.factor('mfaSignIn:finalize', {
      mfaPendingCredential: credential,
      mfaEnrollmentId: factorId,
      totpVerificationInfo: { verificationCode: code(server.now()) },
      ...given,
    })
    expect(answer).toMatchObject({ status: 400, body: { error: { message } } })
  })
})

describe('a recovery code', () => {
  test('signs in once, in any spelling, and is recorded and mailed', async () => {
    const { recoveryCodes } = await factorOf()
    expect(recoveryCodes).toHaveLength(10)
    const [first = ''] = recoveryCodes
    expect(first).toMatch(/^(?:[a-z2-9]{4}-){5}[a-z2-9]{4}$/)
    const spelled = first.toUpperCase().replaceAll('-', ' ')
    expect((await secondStep(await firstStep(), spelled)).status).toBe(200)
    expect((await secondStep(await firstStep(), first)).body.error.message).toContain(
      'INVALID_CODE : This code was already used.',
    )
    const mail = await server.mail()
    expect(mail).toContain('9 recovery codes are left.')
    expect(mail).toMatch(/Time: 2027-01-15 10:0\d UTC\s+Device: .+\s+Address: 127\.0\.0\.1/)
    const kinds = (await entries()).map(({ kind }) => kind)
    expect(kinds.slice(0, 2)).toEqual(['useRecoveryCode', 'signIn'])
  })

  test('of another administrator is wrong', async () => {
    await factorOf()
    const { recoveryCodes } = await otherAdministrator()
    const { body } = await secondStep(await firstStep(), recoveryCodes[0] ?? '')
    expect(body.error.message).toBe('INVALID_CODE')
  })

  test('is stored as a hash only', async () => {
    const { recoveryCodes } = await factorOf()
    const rows = await server.db.selectFrom('recovery_code').selectAll().execute()
    const stored = JSON.stringify(rows.map(({ code_hash }) => code_hash.toString('latin1')))
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })
})

async function otherAdministrator() {
  const id = await storeAdministrator(server.db, { ...ASHA, email: 'ravi@example.in' })
  return addFactor(server.db, id, server.now())
}

describe('an enrolment', () => {
  const start = (idToken: string, given: object = {}) =>
    server.factor('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {}, ...given })

  async function begun() {
    const { idToken } = (await server.signIn()).body as { idToken: string }
    const begin = async () => (await start(idToken)).body.totpSessionInfo
    let totpSessionInfo = await begin()
    while (!hasDistinctCodes(keyBytes(totpSessionInfo.sharedSecretKey), server.now()))
      totpSessionInfo = await begin()
    const finish = (verificationCode: string) =>
      server.factor('mfaEnrollment:finalize', {
        idToken,
        totpVerificationInfo: { sessionInfo: totpSessionInfo.sessionInfo, verificationCode },
      })
    return { idToken, key: totpSessionInfo.sharedSecretKey as string, finish }
  }

  test('adds the app after a right code, with recovery codes, an audit entry and a mail', async () => {
    const { idToken, key, finish } = await begun()
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    expect((await finish(WRONG)).body.error.message).toBe('INVALID_CODE')
    expect((await server.signIn()).body.idToken).toBeDefined()
    const code = appCode(key, server.now())
    const { status, body } = await finish(code)
    expect(status).toBe(200)
    expect(body).toEqual({ idToken, totpAuthInfo: {}, recoveryCodes: expect.any(Array) })
    expect((await entries()).at(-1)).toMatchObject({ kind: 'addFactor', by: ASHA.email })
    expect(await server.mail()).toContain('An authenticator app was added.')
    // the code that confirmed the app cannot be used to sign in
    expect((await secondStep(await firstStep(), code)).body.error.message).toContain('already used')
    const { users } = (await server.account('lookup', { idToken })).body
    expect(users[0]).toMatchObject({ mfaInfo: [{ totpInfo: {} }], recoveryCodesLeft: 10 })
  })

  test('ends after 15 minutes, and when another one begins', async () => {
    const first = await begun()
    const second = await begun()
    const ended = await first.finish(appCode(first.key, server.now()))
    expect(ended.body.error.message).toBe('SESSION_EXPIRED')
    server.wait({ minutes: 14 })
    expect((await second.finish(WRONG)).body.error.message).toBe('INVALID_CODE')
    server.wait({ minutes: 1 })
    const late = await second.finish(appCode(second.key, server.now()))
    expect(late.body.error.message).toBe('INVALID_ID_TOKEN')
  })

  test('needs the password ten minutes after the sign-in', async () => {
    const { idToken } = (await server.signIn()).body
    server.wait({ minutes: 11 })
    const message = async (given: object) => (await start(idToken, given)).body.error?.message
    expect(await message({})).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    expect(await message({ password: 'not the password' })).toBe('INVALID_LOGIN_CREDENTIALS')
    expect(await message({ password: ASHA.password })).toBeUndefined()
  })

  test('is refused without a valid token, and for a second app', async () => {
    expect((await start('')).body.error.message).toBe('MISSING_ID_TOKEN')
    expect((await start('not.a.token')).body.error.message).toBe('INVALID_ID_TOKEN')
    const { idToken } = (await server.signIn()).body
    await factorOf()
    expect((await start(idToken)).body.error.message).toBe('SECOND_FACTOR_EXISTS')
    await server.as(idToken, '/session/end', 'POST')
    expect((await start(idToken)).body.error.message).toBe('TOKEN_EXPIRED')
  })
})

describe('removing the second factor, and new recovery codes', () => {
  async function signedIn() {
    const { idToken } = (await server.signIn()).body
    const factor = await factorOf()
    const { factorId } = await firstStep()
    server.wait({ minutes: 12 })
    return { ...factor, idToken: idToken as string, mfaEnrollmentId: factorId }
  }

  test.each([
    ['mfaEnrollment:withdraw', 'removeFactor', 'The authenticator app was removed.'],
    ['recoveryCodes:renew', 'renewCodes', 'New recovery codes were made.'],
  ])('%s needs the password and a code, is recorded and mailed', async (method, kind, said) => {
    const { idToken, mfaEnrollmentId, code } = await signedIn()
    const call = (given: object) => server.factor(method, { idToken, mfaEnrollmentId, ...given })
    const message = async (given: object) => (await call(given)).body.error?.message
    expect(await message({})).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    expect(await message({ password: 'not it', verificationCode: code(server.now()) })).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    )
    const { password } = ASHA
    expect(await message({ password })).toBe('INVALID_CODE')
    expect(await message({ password, verificationCode: WRONG })).toBe('INVALID_CODE')
    expect((await entries()).map((entry) => entry.kind)).not.toContain(kind)
    expect((await call({ password, verificationCode: code(server.now()) })).status).toBe(200)
    expect((await entries()).at(-1)).toMatchObject({ kind, by: ASHA.email })
    expect(await server.mail()).toContain(said)
  })

  test('without the second factor, the password alone signs in, and recovery codes are gone', async () => {
    const { idToken, mfaEnrollmentId, code } = await signedIn()
    const { password } = ASHA
    const verificationCode = code(server.now())
    await server.factor('mfaEnrollment:withdraw', {
      idToken,
      mfaEnrollmentId,
      password,
      verificationCode,
    })
    expect((await server.signIn()).body.idToken).toBeDefined()
    expect(await server.db.selectFrom('recovery_code').selectAll().execute()).toEqual([])
  })

  test('new recovery codes replace the earlier ones', async () => {
    const { idToken, recoveryCodes, code } = await signedIn()
    const { password } = ASHA
    const renewal = { idToken, password, verificationCode: code(server.now()) }
    const { body } = await server.factor('recoveryCodes:renew', renewal)
    expect(body.recoveryCodes).toHaveLength(10)
    const old = await secondStep(await firstStep(), recoveryCodes[0] ?? '')
    expect(old.body.error.message).toBe('INVALID_CODE')
    expect((await secondStep(await firstStep(), body.recoveryCodes[0])).status).toBe(200)
  })
})

describe('a call of the second factor with the password', () => {
  const totpEnrollmentInfo = {}

  /** Signs in with the second factor, eleven minutes ago. */
  async function earlier() {
    const { code, recoveryCodes } = await factorOf()
    const step = await firstStep()
    const { body } = await secondStep(step, code(server.now()))
    server.wait({ minutes: 11 })
    const [verificationCode = ''] = recoveryCodes
    const confirmation = { idToken: body.idToken, password: ASHA.password, verificationCode }
    return { tokens: body, confirmation, mfaEnrollmentId: step.factorId }
  }

  /** Returns the answers to the tokens of a session: to a call, to one of the identity service, and to a renewal. */
  async function answersTo(tokens: { idToken: string; refreshToken: string }) {
    const { idToken, refreshToken } = tokens
    const answers = [
      await server.as(idToken, '/session'),
      await server.account('lookup', { idToken }),
      await server.refresh(refreshToken),
    ]
    return answers.map(({ status }) => status)
  }
  const REFUSED = [401, 400, 400]
  const ACCEPTED = [200, 200, 200]

  test('records and mails the use of a recovery code', async () => {
    const { confirmation } = await earlier()
    const mailed = (await server.mails()).length
    const removal = { ...confirmation, mfaEnrollmentId: (await firstStep()).factorId }
    expect((await server.factor('mfaEnrollment:withdraw', removal)).status).toBe(200)
    await server.settle()
    const kinds = (await entries()).map(({ kind }) => kind)
    expect(kinds.slice(-2)).toEqual(['useRecoveryCode', 'removeFactor'])
    expect((await server.mails()).slice(mailed)).toContainEqual(
      expect.stringContaining('9 recovery codes are left.'),
    )
  })

  test('replaces the tokens when it makes new recovery codes', async () => {
    const { tokens, confirmation } = await earlier()
    const { body } = await server.factor('recoveryCodes:renew', confirmation)
    expect(body.recoveryCodes).toHaveLength(10)
    expect([await answersTo(tokens), await answersTo(body)]).toEqual([REFUSED, ACCEPTED])
  })

  test('replaces the tokens when it removes the app', async () => {
    const { tokens, confirmation, mfaEnrollmentId } = await earlier()
    const removal = { ...confirmation, mfaEnrollmentId }
    const { body } = await server.factor('mfaEnrollment:withdraw', removal)
    expect([await answersTo(tokens), await answersTo(body)]).toEqual([REFUSED, ACCEPTED])
  })

  test('replaces the tokens when it starts the enrolment of an app, which the new ones end', async () => {
    const { body: tokens } = await server.signIn()
    server.wait({ minutes: 11 })
    const { idToken } = tokens
    const start = { idToken, totpEnrollmentInfo, password: ASHA.password }
    const { body } = await server.factor('mfaEnrollment:start', start)
    expect([await answersTo(tokens), await answersTo(body)]).toEqual([REFUSED, ACCEPTED])
    const { sessionInfo, sharedSecretKey } = body.totpSessionInfo
    const verificationCode = appCode(sharedSecretKey, server.now())
    const totpVerificationInfo = { sessionInfo, verificationCode }
    const finish = { idToken: body.idToken, totpVerificationInfo }
    expect((await server.factor('mfaEnrollment:finalize', finish)).status).toBe(200)
  })

  test('keeps the tokens if it is refused', async () => {
    const { tokens, confirmation } = await earlier()
    for (const wrong of [{ password: 'a wrong password' }, { verificationCode: WRONG }])
      expect(
        (await server.factor('recoveryCodes:renew', { ...confirmation, ...wrong })).status,
      ).toBe(400)
    expect((await server.as(tokens.idToken, '/session')).status).toBe(200)
  })
})

test('SECOND_FACTOR=required accepts a session only after a second factor was added', async () => {
  const strict = await identityServer({ secondFactor: 'required', beside: server })
  const { body } = await strict.signIn()
  expect(body.mfaEnrollmentRequired).toBe(true)
  const refused = await strict.as(body.idToken, '/session')
  expect(refused).toMatchObject({ status: 401, body: { error: { code: 'SESSION_EXPIRED' } } })
  const { idToken } = body
  const { totpSessionInfo } = (
    await strict.factor('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  ).body
  const { sessionInfo, sharedSecretKey } = totpSessionInfo
  await strict.factor('mfaEnrollment:finalize', {
    idToken,
    totpVerificationInfo: { sessionInfo, verificationCode: appCode(sharedSecretKey, strict.now()) },
  })
  expect((await strict.as(idToken, '/session')).status).toBe(200)
  strict.wait({ seconds: 30 })
  const step = await firstStep(strict)
  const signedIn = await secondStep(step, appCode(sharedSecretKey, strict.now()), strict)
  expect((await strict.as(signedIn.body.idToken, '/session')).status).toBe(200)
  await strict.close()
})

test('SECOND_FACTOR=required accepts a session after a passkey was added', async () => {
  const publicUrl = 'http://localhost'
  const strict = await identityServer({ secondFactor: 'required', publicUrl, beside: server })
  const { idToken } = (await strict.signIn()).body
  expect((await strict.as(idToken, '/session')).status).toBe(401)
  const start = await strict.factor('passkeyEnrollment:start', { idToken })
  await strict.factor('passkeyEnrollment:finalize', {
    idToken,
    authenticatorRegistrationResponse: authenticator(publicUrl).create(
      start.body.credentialCreationOptions,
    ),
  })
  expect((await strict.as(idToken, '/session')).status).toBe(200)
  await strict.close()
})

test('SECOND_FACTOR=off asks for the password alone, and adds no second factor', async () => {
  const off = await identityServer({ secondFactor: 'off', beside: server })
  await factorOf(off)
  const { idToken } = (await off.signIn()).body
  expect((await off.as(idToken, '/session')).status).toBe(200)
  const start = await off.factor('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  expect(start.body.error.message).toBe('OPERATION_NOT_ALLOWED')
  await off.close()
})
