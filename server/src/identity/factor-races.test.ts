import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atOnce } from '../../testing/at-once.ts'
import { authenticator } from '../../testing/authenticator.ts'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { addFactor, addPasskeyOf, appCode } from '../../testing/second-factor.ts'
import { removeFactors } from '../second-factor/factors.ts'
import { findAdministrator } from '../session/administrator.ts'

const ORIGIN = 'https://mandap.test'

let server: Awaited<ReturnType<typeof identityServer>>
beforeAll(async () => {
  server = await identityServer({ publicUrl: ORIGIN })
})
afterAll(() => server.close())
let idToken = ''
let ashasId = ''
beforeEach(async () => {
  await server.reset()
  idToken = (await server.signIn()).body.idToken
  ashasId = (await findAdministrator(server.db, ASHA.email))?.id ?? ''
})

const message = (answer: { body: { error?: { message: string } } }) => answer.body.error?.message
const renewCodes = async () => message(await server.factor('recoveryCodes:renew', { idToken }))
const recoveryCodes = () => server.db.selectFrom('recovery_code').selectAll().execute()

/** Removes the second factors, as another administrator or an operator does. */
const reset = () => server.db.transaction().execute((trx) => removeFactors(trx, ashasId))

async function beginPasskey() {
  const { body } = await server.factor('passkeyEnrollment:start', { idToken })
  const answer = authenticator(ORIGIN).create(body.credentialCreationOptions)
  const finish = { idToken, authenticatorRegistrationResponse: answer }
  return async () => message(await server.factor('passkeyEnrollment:finalize', finish))
}

async function beginApp() {
  const { body } = await server.factor('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  const { sessionInfo, sharedSecretKey } = body.totpSessionInfo
  const verificationCode = appCode(sharedSecretKey, server.now())
  const finish = { idToken, totpVerificationInfo: { sessionInfo, verificationCode } }
  return async () => message(await server.factor('mfaEnrollment:finalize', finish))
}

test.each([
  ['a passkey', beginPasskey, 'PASSKEY_EXPIRED'],
  ['an app', beginApp, 'SESSION_EXPIRED'],
])('a reset at the same time ends the addition of %s', async (_, begin, expired) => {
  await addPasskeyOf(server.db, ashasId, ORIGIN, server.now())
  const finish = await begin()
  expect(await atOnce<unknown>(server.db, [reset, finish])).toEqual([true, expired])
  const passkeys = await server.db.selectFrom('passkey').selectAll().execute()
  expect([passkeys, await recoveryCodes()]).toEqual([[], []])
})

test('two renewals of the recovery codes at the same time leave ten', async () => {
  await addFactor(server.db, ashasId, server.now())
  expect(await atOnce(server.db, [renewCodes, renewCodes])).toEqual([undefined, undefined])
  expect(await recoveryCodes()).toHaveLength(10)
})

test('a renewal of the recovery codes at the same time as a reset leaves none', async () => {
  await addFactor(server.db, ashasId, server.now())
  const answers = await atOnce<unknown>(server.db, [reset, renewCodes])
  expect(answers).toEqual([true, 'MFA_ENROLLMENT_NOT_FOUND'])
  expect(await recoveryCodes()).toEqual([])
})
