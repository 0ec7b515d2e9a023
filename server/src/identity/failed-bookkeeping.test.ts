import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { authenticator } from '../../testing/authenticator.ts'
import { identityServer } from '../../testing/identity.ts'
import { whileRefused } from '../../testing/refused-write.ts'
import { appCode, secondStepOf } from '../../testing/second-factor.ts'

const ORIGIN = 'http://localhost:8090'

let server: Awaited<ReturnType<typeof identityServer>>
beforeAll(async () => {
  server = await identityServer({ publicUrl: ORIGIN })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

test('a sign-in whose attempts cannot be reset starts no session', async () => {
  const { status } = await whileRefused(server.db, 'delete', 'attempt', () => server.signIn())
  expect(status).toBe(500)
  expect(await server.db.selectFrom('session').selectAll().execute()).toEqual([])
})

test('a second step that starts no session does not use up its code', async () => {
  const entered = await secondStepOf(server)
  const finish = () => server.factor('mfaSignIn:finalize', entered)
  for (const [write, table] of [
    ['insert', 'session'],
    ['delete', 'attempt'],
  ] as const)
    expect((await whileRefused(server.db, write, table, finish)).status).toBe(500)
  expect((await finish()).status).toBe(200)
})

test('a first app or passkey whose attempts cannot be reset is not added, so that its recovery codes are not lost', async () => {
  const { idToken } = (await server.signIn()).body
  const { body } = await server.factor('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  const { sessionInfo, sharedSecretKey } = body.totpSessionInfo
  const started = await server.factor('passkeyEnrollment:start', { idToken })
  const answer = authenticator(ORIGIN).create(started.body.credentialCreationOptions)
  const verificationCode = appCode(sharedSecretKey, server.now())
  const addApp = () =>
    server.factor('mfaEnrollment:finalize', {
      idToken,
      totpVerificationInfo: { sessionInfo, verificationCode },
    })
  const addPasskey = () =>
    server.factor('passkeyEnrollment:finalize', {
      idToken,
      authenticatorRegistrationResponse: answer,
    })
  for (const add of [addApp, addPasskey])
    expect((await whileRefused(server.db, 'delete', 'attempt', add)).status).toBe(500)
  expect((await addApp()).body.recoveryCodes).toHaveLength(10)
})
