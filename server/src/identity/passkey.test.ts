import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticator, type Faults } from '../../testing/authenticator.ts'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { addFactor } from '../../testing/second-factor.ts'
import { newWorkload } from '../metrics/workload.ts'
import { removeFactors } from '../second-factor/factors.ts'
import { findAdministrator } from '../session/administrator.ts'

const ORIGIN = 'https://mandap.test'

type Authenticator = ReturnType<typeof authenticator>

const workload = newWorkload()
let server: Awaited<ReturnType<typeof identityServer>>
beforeAll(async () => {
  server = await identityServer({ publicUrl: ORIGIN, workload })
})
afterAll(() => server.close())
/** The last audit entry before the test. */
let before = 0
beforeEach(async () => {
  await server.reset()
  before = (await server.db.selectFrom('activity_head').select('id').executeTakeFirstOrThrow()).id
})

const entries = () =>
  server.db.selectFrom('activity').selectAll().where('id', '>', before).orderBy('id').execute()

async function signedIn(): Promise<string> {
  return (await server.signIn()).body.idToken
}

function startAdding(idToken: string, confirmation: object = {}) {
  return server.factor('passkeyEnrollment:start', { idToken, ...confirmation })
}

/** Adds a passkey in a session that just began. */
async function addPasskey(
  idToken: string,
  device: Authenticator,
  { name = 'Work laptop', faults = {} }: { name?: string; faults?: Faults } = {},
) {
  // passkeys are in the order of their times
  server.wait({ seconds: 1 })
  return finishAdding(idToken, device, (await startAdding(idToken)).body, { name, faults })
}

type CreationOptions = Parameters<Authenticator['create']>[0]

function finishAdding(
  idToken: string,
  device: Authenticator,
  { credentialCreationOptions }: { credentialCreationOptions: CreationOptions },
  { name, faults }: { name: string; faults: Faults },
) {
  return server.factor('passkeyEnrollment:finalize', {
    idToken,
    displayName: name,
    authenticatorRegistrationResponse: device.create(credentialCreationOptions, faults),
  })
}

/** Gives Asha a passkey. */
async function withPasskey() {
  const idToken = await signedIn()
  const device = authenticator(ORIGIN)
  const { body } = await addPasskey(idToken, device)
  return { idToken, device, recoveryCodes: body.recoveryCodes as string[] }
}

const message = (answer: { body: { error?: { message: string } } }) => answer.body.error?.message

/** Enters the password. Returns the credential and what the passkey has to sign. */
async function firstStep() {
  const { body } = await server.signIn()
  const credential = body.mfaPendingCredential as string
  const start = await server.factor('passkeySignIn:start', { mfaPendingCredential: credential })
  return { credential, options: start.body.credentialRequestOptions, body }
}

function secondStep(credential: string, answer: unknown) {
  return server.factor('passkeySignIn:finalize', {
    mfaPendingCredential: credential,
    authenticatorAuthenticationResponse: answer,
  })
}

/** Returns the answer of a passkey for a change of the second factor. */
async function confirmed(idToken: string, device: Authenticator, faults: Faults = {}) {
  const { body } = await server.factor('passkeyConfirmation:start', { idToken })
  return {
    password: ASHA.password,
    authenticatorAuthenticationResponse: device.get(body.credentialRequestOptions, faults),
  }
}

async function passkeys(idToken: string) {
  return (await server.account('lookup', { idToken })).body.users[0].passkeyInfo
}

describe('adding a passkey', () => {
  test('asks the browser for a verified person and no attestation, for the domain of the server', async () => {
    const { credentialCreationOptions: options } = (await startAdding(await signedIn())).body
    expect(options).toMatchObject({
      rp: { id: 'mandap.test', name: 'Mandap' },
      user: { name: ASHA.email, displayName: ASHA.name },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [],
    })
  })

  test('returns recovery codes with the first one, and records and mails each', async () => {
    const idToken = await signedIn()
    const first = await addPasskey(idToken, authenticator(ORIGIN))
    expect(first).toMatchObject({ status: 200, body: { recoveryCodes: expect.any(Array) } })
    expect(first.body.recoveryCodes).toHaveLength(10)
    const second = await addPasskey(idToken, authenticator(ORIGIN), { name: ' Security \n key ' })
    expect(second).toMatchObject({ status: 200, body: {} })
    expect(second.body.recoveryCodes).toBeUndefined()
    expect(await passkeys(idToken)).toEqual([
      {
        mfaEnrollmentId: expect.any(String),
        displayName: 'Work laptop',
        enrolledAt: '2027-01-15T10:00:01.000Z',
      },
      expect.objectContaining({ displayName: 'Security key' }),
    ])
    expect((await entries()).slice(-2)).toMatchObject([
      { kind: 'addFactor', by: ASHA.email, after: { passkey: 'Work laptop' } },
      { kind: 'addFactor', after: { passkey: 'Security key' } },
    ])
    expect(await server.mail(2)).toContain('Passkey added to your Mandap account')
    // a browser does not offer to add the same authenticator again
    const { credentialCreationOptions } = (await startAdding(idToken)).body
    expect(credentialCreationOptions.excludeCredentials).toHaveLength(2)
  })

  test.each<[string, Faults]>([
    ['another origin', { origin: 'https://mandap.example' }],
    ['another domain', { rpId: 'mandap.example' }],
    ['another challenge', { challenge: 'b'.repeat(43) }],
    ['a person who was not verified', { isVerified: false }],
    ['an answer for signing in', { type: 'webauthn.get' }],
  ])('refuses %s', async (_title, faults) => {
    const idToken = await signedIn()
    const answer = await addPasskey(idToken, authenticator(ORIGIN), { faults })
    expect(message(answer)).toBe('INVALID_PASSKEY')
    expect(await passkeys(idToken)).toBeUndefined()
    expect((await server.signIn()).body.idToken).toBeDefined()
  })

  test('accepts each challenge once, within six minutes, from the session that asked', async () => {
    const idToken = await signedIn()
    const other = await signedIn()
    const device = authenticator(ORIGIN)
    const finish = (token: string, options: Parameters<Authenticator['create']>[0]) =>
      server.factor('passkeyEnrollment:finalize', {
        idToken: token,
        authenticatorRegistrationResponse: device.create(options),
      })
    const options = (await startAdding(idToken)).body.credentialCreationOptions
    expect(message(await finish(other, options))).toBe('PASSKEY_EXPIRED')
    expect((await finish(idToken, options)).status).toBe(200)
    expect(message(await finish(idToken, options))).toBe('PASSKEY_EXPIRED')
    const again = (await startAdding(idToken)).body.credentialCreationOptions
    expect(message(await finish(idToken, again))).toBe('PASSKEY_EXISTS')
    const late = (await startAdding(idToken)).body.credentialCreationOptions
    server.wait({ minutes: 6 })
    expect(message(await finish(idToken, late))).toBe('PASSKEY_EXPIRED')
  })

  test('allows ten passkeys, also if two sessions add the tenth', async () => {
    const [idToken, other] = [await signedIn(), await signedIn()]
    const first = await addPasskey(idToken, authenticator(ORIGIN))
    for (let n = 1; n < 9; n++) await addPasskey(idToken, authenticator(ORIGIN))
    const verificationCode = first.body.recoveryCodes[0]
    const confirmation = { password: ASHA.password, verificationCode }
    const start = (await startAdding(other, confirmation)).body
    expect(start.credentialCreationOptions.excludeCredentials).toHaveLength(9)
    await addPasskey(idToken, authenticator(ORIGIN))
    expect(message(await startAdding(idToken))).toBe('TOO_MANY_PASSKEYS')
    const named = { name: 'Phone', faults: {} }
    const eleventh = await finishAdding(start.idToken, authenticator(ORIGIN), start, named)
    expect(message(eleventh)).toBe('TOO_MANY_PASSKEYS')
    expect(await passkeys(idToken)).toHaveLength(10)
  })

  test('is refused with SECOND_FACTOR=off, and at an address without a domain or TLS', async () => {
    const servers = [
      await identityServer({ publicUrl: ORIGIN, secondFactor: 'off', beside: server }),
      await identityServer({ publicUrl: 'https://192.0.2.7', beside: server }),
      await identityServer({ publicUrl: 'http://mandap.test', beside: server }),
    ]
    for (const other of servers) {
      const { idToken } = (await other.signIn()).body
      const answer = await other.factor('passkeyEnrollment:start', { idToken })
      expect(message(answer)).toBe('OPERATION_NOT_ALLOWED')
      await other.close()
    }
  })
})

describe('a sign-in with a passkey', () => {
  test('continues after the password, and records how', async () => {
    const { device } = await withPasskey()
    const { credential, options, body } = await firstStep()
    // the firebase/auth SDK has no resolver for an entry of another kind in mfaInfo
    expect(body.mfaInfo).toBeUndefined()
    expect(body.passkeyInfo).toMatchObject([{ displayName: 'Work laptop' }])
    expect(body.idToken).toBeUndefined()
    expect(options).toMatchObject({
      rpId: 'mandap.test',
      userVerification: 'required',
      allowCredentials: [{ id: device.credentialId, transports: ['internal'] }],
    })
    const answer = await secondStep(credential, device.get(options))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toContain('__Host-mandap-device-')
    expect((await server.as(answer.body.idToken, '/session')).body.email).toBe(ASHA.email)
    expect((await server.refresh(answer.body.refreshToken)).status).toBe(200)
    expect((await entries()).at(-1)).toMatchObject({
      kind: 'signIn',
      after: { secondFactor: 'passkey' },
    })
    expect(await passkeys(answer.body.idToken)).toMatchObject([
      { lastUsedAt: server.now().toISOString() },
    ])
  })

  test.each<[string, Faults, string]>([
    ['another origin', { origin: 'https://mandap.example' }, 'INVALID_PASSKEY'],
    ['another domain', { rpId: 'mandap.example' }, 'INVALID_PASSKEY'],
    ['another challenge', { challenge: 'b'.repeat(43) }, 'INVALID_PASSKEY'],
    ['a person who was not verified', { isVerified: false }, 'INVALID_PASSKEY'],
    ['another key', { privateKey: authenticator(ORIGIN).privateKey }, 'INVALID_PASSKEY'],
    ['an answer for adding', { type: 'webauthn.create' }, 'INVALID_PASSKEY'],
    ['a counter that did not increase', { signCount: 1 }, 'INVALID_PASSKEY'],
    ['an unknown passkey', { credentialId: 'bWFkZSB1cA' }, 'PASSKEY_NOT_FOUND'],
    ['an id that is not one', { credentialId: '\0' }, 'PASSKEY_NOT_FOUND'],
  ])('refuses %s, and asks again', async (_title, faults, expected) => {
    const { device } = await withPasskey()
    const { credential, options } = await firstStep()
    expect(message(await secondStep(credential, device.get(options, faults)))).toBe(expected)
    await server.settle()
    expect((await entries()).at(-1)).toMatchObject({ kind: 'failFactor' })
    // the challenge is used up, the sign-in is not
    expect(message(await secondStep(credential, device.get(options)))).toBe('PASSKEY_EXPIRED')
    const { body } = await server.factor('passkeySignIn:start', {
      mfaPendingCredential: credential,
    })
    const right = device.get(body.credentialRequestOptions)
    expect((await secondStep(credential, right)).status).toBe(200)
  })

  test.each([null, 'text', 7, [[]], {}, { id: 'abc' }, { id: 'abc', response: null }])(
    'refuses %j instead of an answer',
    async (answer) => {
      await withPasskey()
      const { credential } = await firstStep()
      expect(message(await secondStep(credential, answer))).toBe('PASSKEY_NOT_FOUND')
    },
  )

  test('counts a sign-in that ends with a passkey, and a refused passkey', async () => {
    const { device } = await withPasskey()
    const { credential, options } = await firstStep()
    const { signedIn: rightBefore, wrongSecondFactor: wrongBefore } = { ...workload.signIns }
    await secondStep(credential, device.get(options, { isVerified: false }))
    const { body } = await server.factor('passkeySignIn:start', {
      mfaPendingCredential: credential,
    })
    await secondStep(credential, device.get(body.credentialRequestOptions))
    expect(workload.signIns).toMatchObject({
      signedIn: rightBefore + 1,
      wrongSecondFactor: wrongBefore + 1,
    })
  })

  test('refuses an answer that was used, in the same sign-in and in another one', async () => {
    const { device } = await withPasskey()
    const [first, second] = [await firstStep(), await firstStep()]
    const answer = device.get(first.options)
    expect(message(await secondStep(second.credential, answer))).toBe('INVALID_PASSKEY')
    const both = await Promise.all([0, 1].map(() => secondStep(first.credential, answer)))
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('refuses the passkey of another account', async () => {
    const { device } = await withPasskey()
    await server.db
      .updateTable('administrator')
      .set({ email: 'ravi@example.in', email_folded: 'ravi@example.in' })
      .execute()
    await server.addAsha()
    const own = authenticator(ORIGIN)
    expect((await addPasskey(await signedIn(), own)).status).toBe(200)
    const { credential, options } = await firstStep()
    expect(message(await secondStep(credential, device.get(options)))).toBe('PASSKEY_NOT_FOUND')
  })

  test('refuses a passkey that was removed', async () => {
    const { device, idToken } = await withPasskey()
    await addPasskey(idToken, authenticator(ORIGIN), { name: 'Phone' })
    const { credential, options } = await firstStep()
    const [first] = await passkeys(idToken)
    const { mfaEnrollmentId } = first
    expect(
      (await server.factor('mfaEnrollment:withdraw', { idToken, mfaEnrollmentId })).body,
    ).toEqual({})
    expect(message(await secondStep(credential, device.get(options)))).toBe('PASSKEY_NOT_FOUND')
  })

  test('shares five attempts and ten minutes with codes', async () => {
    const { device } = await withPasskey()
    const { credential, options } = await firstStep()
    for (let n = 0; n < 5; n++) await secondStep(credential, device.get(options, { rpId: 'other' }))
    const ended = 'INVALID_MFA_PENDING_CREDENTIAL'
    expect(message(await secondStep(credential, device.get(options)))).toBe(ended)
    const start = await server.factor('passkeySignIn:start', { mfaPendingCredential: credential })
    expect(message(start)).toBe(ended)
    const late = await firstStep()
    server.wait({ minutes: 10 })
    expect(message(await secondStep(late.credential, device.get(late.options)))).toBe(ended)
  })

  test('continues with a recovery code, or a code of the app, instead', async () => {
    const { recoveryCodes } = await withPasskey()
    const administrator = await findAdministrator(server.db, ASHA.email)
    const { code } = await addFactor(server.db, administrator?.id ?? '', server.now())
    for (const verificationCode of [recoveryCodes[0] ?? '', code(server.now())]) {
      const { credential, body } = await firstStep()
      const answer = await server.factor('mfaSignIn:finalize', {
        mfaPendingCredential: credential,
        mfaEnrollmentId: body.passkeyInfo[0].mfaEnrollmentId,
        totpVerificationInfo: { verificationCode },
      })
      expect(answer.status).toBe(200)
    }
  })
})

describe('changing the second factor with a passkey', () => {
  test('needs the password and a passkey ten minutes after the sign-in', async () => {
    const { idToken, device } = await withPasskey()
    const other = authenticator(ORIGIN)
    server.wait({ minutes: 11 })
    expect(message(await startAdding(idToken))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    const { password } = ASHA
    expect(message(await startAdding(idToken, { password }))).toBe('INVALID_CODE')
    const wrong = await confirmed(idToken, device, { origin: 'https://mandap.example' })
    expect(message(await startAdding(idToken, wrong))).toBe('INVALID_PASSKEY')
    const right = await confirmed(idToken, device)
    const noPassword = { ...right, password: 'not the password' }
    expect(message(await startAdding(idToken, noPassword))).toBe('INVALID_LOGIN_CREDENTIALS')
    const { body: started } = await startAdding(idToken, right)
    // the person was re-authenticated, so the session has new tokens
    expect(message(await startAdding(idToken, right))).toBe('TOKEN_EXPIRED')
    expect((await server.as(idToken, '/session')).status).toBe(401)
    const added = await finishAdding(started.idToken, other, started, { name: 'Key', faults: {} })
    expect(added.status).toBe(200)
    expect(message(await startAdding(started.idToken, right))).toBe('PASSKEY_EXPIRED')
  })

  test('removes one after the other, and the recovery codes with the last', async () => {
    const { idToken, device } = await withPasskey()
    await addPasskey(idToken, authenticator(ORIGIN), { name: 'Phone' })
    await server.mail(2)
    const codes = () => server.db.selectFrom('recovery_code').select('used_at').execute()
    let current = idToken
    const remove = async (index: number) => {
      const { mfaEnrollmentId } = (await passkeys(current))[index]
      const removed = await server.factor('mfaEnrollment:withdraw', {
        idToken: current,
        mfaEnrollmentId,
        ...(await confirmed(current, device)),
      })
      current = removed.body.idToken
      return removed
    }
    expect((await remove(1)).status).toBe(200)
    expect(await codes()).toHaveLength(10)
    expect(await server.mail(3)).toContain('Signing in still asks for another second factor.')
    expect((await remove(0)).status).toBe(200)
    expect(await codes()).toEqual([])
    expect(await server.mail(4)).toContain('Your account has no second factor now.')
    expect((await entries()).slice(-2)).toMatchObject([
      { kind: 'removeFactor', after: { passkey: 'Phone' } },
      { kind: 'removeFactor', after: { passkey: 'Work laptop' } },
    ])
    expect((await server.signIn()).body.idToken).toBeDefined()
  })

  test('a reset of the second factor ends the addition of a passkey that has begun', async () => {
    const { idToken } = await withPasskey()
    const begun = (await startAdding(idToken)).body
    const asha = await findAdministrator(server.db, ASHA.email)
    expect(await removeFactors(server.db, asha?.id ?? '')).toBe(true)
    const options = { name: 'Work laptop', faults: {} }
    const answer = await finishAdding(idToken, authenticator(ORIGIN), begun, options)
    expect(message(answer)).toBe('PASSKEY_EXPIRED')
  })

  test('an answer for Super Admin does not change the second factor', async () => {
    const { idToken, device } = await withPasskey()
    const { body } = await server.factor('passkeyConfirmation:start', {
      idToken,
      purpose: 'elevate',
    })
    const answer = device.get(body.credentialRequestOptions)
    const renewed = await server.factor('recoveryCodes:renew', {
      idToken,
      password: ASHA.password,
      authenticatorAuthenticationResponse: answer,
    })
    expect(message(renewed)).toBe('PASSKEY_EXPIRED')
  })

  test('renames a passkey, and records both names', async () => {
    const { idToken } = await withPasskey()
    const [{ mfaEnrollmentId }] = await passkeys(idToken)
    const rename = (id: string, displayName: string) =>
      server.factor('passkeys:rename', { idToken, mfaEnrollmentId: id, displayName })
    expect((await rename(mfaEnrollmentId, 'Desk')).body).toEqual({})
    expect(await passkeys(idToken)).toMatchObject([{ displayName: 'Desk' }])
    expect((await entries()).at(-1)).toMatchObject({
      kind: 'renamePasskey',
      after: { passkey: 'Work laptop', name: 'Desk' },
    })
    expect(message(await rename('none', 'Desk'))).toBe('MFA_ENROLLMENT_NOT_FOUND')
    // the last character does not fit
    await rename(mfaEnrollmentId, `${'a'.repeat(59)}\u{1f600}`)
    expect((await passkeys(idToken))[0].displayName).toBe(`${'a'.repeat(59)}\ufffd`)
  })
})

test('challenges are deleted when they have expired', async () => {
  await startAdding(await signedIn())
  const { deleteOldPasskeyChallenges } = await import('../second-factor/passkey-challenge.ts')
  const left = async () => {
    await deleteOldPasskeyChallenges(server.db, server.now())
    return server.db.selectFrom('passkey_challenge').select('purpose').execute()
  }
  server.wait({ minutes: 5 })
  expect(await left()).toHaveLength(1)
  server.wait({ minutes: 2 })
  expect(await left()).toEqual([])
})
