import { deleteApp, initializeApp } from '@firebase/app'
import {
  type Auth,
  confirmPasswordReset,
  connectAuthEmulator,
  getMultiFactorResolver,
  initializeAuth,
  inMemoryPersistence,
  multiFactor,
  type MultiFactorError,
  reload,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  verifyPasswordResetCode,
} from '@firebase/auth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPasskeyOf, appCode } from '../../testing/second-factor.ts'
import { ASHA, codeIn, identityServer } from '../../testing/identity.ts'
import { disableAdministrator } from '../session/administrator.ts'
import { WEB_API_KEY } from './identity-toolkit.ts'

let server: Awaited<ReturnType<typeof identityServer>>
let auth: Auth
let closeSdk: () => Promise<void>

beforeAll(async () => {
  server = await identityServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  ;({ auth, close: closeSdk } = sdk())
})
afterEach(() => closeSdk())

/** The unmodified SDK with our origin. */
function sdk(apiKey = WEB_API_KEY) {
  const app = initializeApp({ apiKey, projectId: 'mandap' }, crypto.randomUUID())
  const instance = initializeAuth(app, { persistence: inMemoryPersistence })
  connectAuthEmulator(instance, server.origin, { disableWarnings: true })
  return { auth: instance, close: () => deleteApp(app) }
}

/** Returns the error code of a wrong password. */
function wrongPassword(): Promise<string> {
  return signInWithEmailAndPassword(auth, ASHA.email, 'not the password').then(
    () => 'signed in',
    ({ code }: { code: string }) => code,
  )
}

describe('the unmodified firebase/auth SDK', () => {
  test('signs in with e-mail and password', async () => {
    const { user } = await signInWithEmailAndPassword(auth, ASHA.email, ASHA.password)
    expect(user).toMatchObject({ email: ASHA.email, displayName: ASHA.name, isAnonymous: false })
    expect(user.metadata.lastSignInTime).toBe('Fri, 15 Jan 2027 10:00:00 GMT')
    const { claims, signInProvider } = await user.getIdTokenResult()
    expect(signInProvider).toBe('password')
    expect(claims).toMatchObject({ sub: user.uid, aud: 'mandap', email: ASHA.email })
    expect((await server.as(await user.getIdToken(), '/session')).body.id).toBe(user.uid)
  })

  test('accepts the e-mail in upper or lower case', async () => {
    await expect(
      signInWithEmailAndPassword(auth, ASHA.email.toUpperCase(), ASHA.password),
    ).resolves.toBeDefined()
  })

  test.each([
    ['a wrong password', ASHA.email, 'auth/invalid-credential'],
    ['an unknown e-mail', 'nobody@example.in', 'auth/invalid-credential'],
    ['a malformed e-mail', 'nobody', 'auth/invalid-email'],
  ])('reports %s', async (_case, email, code) => {
    await expect(signInWithEmailAndPassword(auth, email, 'not the password')).rejects.toMatchObject(
      { code },
    )
  })

  test('reports a disabled account', async () => {
    await disableAdministrator(server.db, ASHA.email, server.now())
    await expect(signInWithEmailAndPassword(auth, ASHA.email, ASHA.password)).rejects.toMatchObject(
      { code: 'auth/user-disabled' },
    )
  })

  test('reports too many attempts and a wrong key', async () => {
    const codes = []
    for (let count = 1; count <= 11; count++) codes.push(await wrongPassword())
    expect(codes).toEqual([
      ...Array<string>(10).fill('auth/invalid-credential'),
      'auth/too-many-requests',
    ])

    const other = sdk('another-key')
    await expect(
      signInWithEmailAndPassword(other.auth, ASHA.email, ASHA.password),
    ).rejects.toMatchObject({ code: 'auth/api-key-not-valid.-please-pass-a-valid-api-key.' })
    await other.close()
  })

  test('adds a second factor, resolves a sign-in with it, and removes it', async () => {
    const { user } = await signInWithEmailAndPassword(auth, ASHA.email, ASHA.password)
    const secret = await TotpMultiFactorGenerator.generateSecret(
      await multiFactor(user).getSession(),
    )
    expect(secret).toMatchObject({ codeLength: 6, codeIntervalSeconds: 30 })
    const code = () => appCode(secret.secretKey, server.now())
    const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, code())
    await multiFactor(user).enroll(assertion, 'Phone')
    // the SDK ignores passkeys
    await addPasskeyOf(server.db, user.uid, 'http://localhost', server.now())
    await reload(user)
    expect(multiFactor(user).enrolledFactors).toMatchObject([{ factorId: 'totp' }])

    server.wait({ seconds: 30 })
    const error = await signInWithEmailAndPassword(auth, ASHA.email, ASHA.password).catch(
      (refused: unknown) => refused as MultiFactorError,
    )
    expect(error).toMatchObject({ code: 'auth/multi-factor-auth-required' })
    const resolver = getMultiFactorResolver(auth, error as MultiFactorError)
    const [hint] = resolver.hints
    expect(hint?.factorId).toBe(TotpMultiFactorGenerator.FACTOR_ID)
    const resolve = (typed: string) =>
      resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(hint?.uid ?? '', typed))
    await expect(resolve('00000')).rejects.toMatchObject({
      code: 'auth/invalid-verification-code',
    })
    const signedIn = await resolve(code())
    expect((await server.as(await signedIn.user.getIdToken(), '/session')).status).toBe(200)

    await multiFactor(signedIn.user).unenroll(hint ?? '')
    expect(multiFactor(signedIn.user).enrolledFactors).toEqual([])
    await expect(signInWithEmailAndPassword(auth, ASHA.email, ASHA.password)).rejects.toMatchObject(
      {
        code: 'auth/multi-factor-auth-required',
      },
    )
    await server.db.deleteFrom('passkey').execute()
    await expect(signInWithEmailAndPassword(auth, ASHA.email, ASHA.password)).resolves.toBeDefined()
  })

  test('looks the account up again', async () => {
    const { user } = await signInWithEmailAndPassword(auth, ASHA.email, ASHA.password)
    await server.db.updateTable('administrator').set({ name: 'Asha R. Rao' }).execute()
    await reload(user)
    expect(user.displayName).toBe('Asha R. Rao')
  })

  test('refreshes its token', async () => {
    const { user } = await signInWithEmailAndPassword(auth, ASHA.email, ASHA.password)
    const [idToken, refreshToken] = [await user.getIdToken(), user.refreshToken]
    server.wait({ minutes: 14 })
    const renewed = await user.getIdToken(true)
    expect(renewed).not.toBe(idToken)
    expect(user.refreshToken).not.toBe(refreshToken)
    server.wait({ minutes: 14 })
    expect((await server.as(renewed, '/session')).status).toBe(200)
    expect((await server.as(idToken, '/session')).status).toBe(401)
  })

  test('resets a password, which ends older sessions', async () => {
    const { user } = await signInWithEmailAndPassword(auth, ASHA.email, ASHA.password)
    const oldToken = await user.getIdToken()

    await sendPasswordResetEmail(auth, ASHA.email)
    const mail = await server.mail()
    expect(mail).toContain(`To: ${ASHA.email}`)
    const code = codeIn(mail)
    expect(await verifyPasswordResetCode(auth, code)).toBe(ASHA.email)
    await expect(confirmPasswordReset(auth, code, 'short')).rejects.toMatchObject({
      code: 'auth/weak-password',
      message: expect.stringContaining('Use at least 12 characters.'),
    })
    await confirmPasswordReset(auth, code, 'jasmine-canopy-42')

    expect((await server.as(oldToken, '/session')).body.error.code).toBe('SESSION_EXPIRED')
    await expect(user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' })
    expect(auth.currentUser).toBeNull()
    await expect(confirmPasswordReset(auth, code, 'jasmine-canopy-43')).rejects.toMatchObject({
      code: 'auth/invalid-action-code',
    })
    await expect(signInWithEmailAndPassword(auth, ASHA.email, ASHA.password)).rejects.toMatchObject(
      { code: 'auth/invalid-credential' },
    )
    const renewed = await signInWithEmailAndPassword(auth, ASHA.email, 'jasmine-canopy-42')
    expect(renewed.user.emailVerified).toBe(true)
  })

  test('reports an expired reset code', async () => {
    await sendPasswordResetEmail(auth, ASHA.email)
    const mail = await server.mail()
    server.wait({ minutes: 61 })
    await expect(verifyPasswordResetCode(auth, codeIn(mail))).rejects.toMatchObject({
      code: 'auth/expired-action-code',
    })
  })
})
