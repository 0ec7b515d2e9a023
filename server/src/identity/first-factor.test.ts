import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atOnce } from '../../testing/at-once.ts'
import { authenticator } from '../../testing/authenticator.ts'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { addFactor, appCode } from '../../testing/second-factor.ts'
import { findAdministrator } from '../session/administrator.ts'

const ORIGIN = 'https://mandap.test'

type Server = Awaited<ReturnType<typeof identityServer>>
interface Tokens {
  idToken: string
  refreshToken: string
}

let strict: Server
beforeAll(async () => {
  strict = await identityServer({ publicUrl: ORIGIN, secondFactor: 'required' })
})
afterAll(() => strict.close())
/** The last audit entry before the test. */
let before = 0
beforeEach(async () => {
  await strict.reset()
  before = (await strict.db.selectFrom('activity_head').select('id').executeTakeFirstOrThrow()).id
})

const entries = () =>
  strict.db.selectFrom('activity').selectAll().where('id', '>', before).orderBy('id').execute()

async function signedIn(server: Server = strict): Promise<Tokens> {
  return (await server.signIn()).body
}

async function ashasId(): Promise<string> {
  return (await findAdministrator(strict.db, ASHA.email))?.id ?? ''
}

/** Begins to add an authenticator app. Returns the call that ends it. */
async function beginApp(idToken: string, server: Server = strict) {
  const start = await server.factor('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  const { sessionInfo, sharedSecretKey } = start.body.totpSessionInfo
  return () => {
    const verificationCode = appCode(sharedSecretKey, server.now())
    const totpVerificationInfo = { sessionInfo, verificationCode }
    return server.factor('mfaEnrollment:finalize', { idToken, totpVerificationInfo })
  }
}

/** Begins to add a passkey. Returns the call that ends it. */
async function beginPasskey(idToken: string, server: Server = strict) {
  const start = await server.factor('passkeyEnrollment:start', { idToken })
  const answer = authenticator(ORIGIN).create(start.body.credentialCreationOptions)
  return () =>
    server.factor('passkeyEnrollment:finalize', {
      idToken,
      authenticatorRegistrationResponse: answer,
    })
}

/** Returns the answers to the tokens of a session: to a call, and to a renewal. */
async function answersTo({ idToken, refreshToken }: Tokens, server: Server = strict) {
  const answers = [await server.as(idToken, '/session'), await server.refresh(refreshToken)]
  return answers.map(({ status }) => status)
}

const FACTORS = [
  ['app', beginApp],
  ['passkey', beginPasskey],
] as const

test.each(FACTORS)(
  'with SECOND_FACTOR=required, the first %s ends the other sessions, which only had the password',
  async (_, begin) => {
    const [other, own] = [await signedIn(), await signedIn()]
    const finish = await begin(own.idToken)
    expect((await finish()).status).toBe(200)
    expect([await answersTo(other), await answersTo(own)]).toEqual([
      [401, 400],
      [200, 200],
    ])
    expect((await entries()).slice(-2)).toMatchObject([
      { kind: 'endSessions', by: ASHA.email, after: { sessions: 1 } },
      { kind: 'addFactor', by: ASHA.email },
    ])
    expect(await strict.mail()).toContain('All other sessions have ended.')
  },
)

test('a second factor that is not the first ends no session', async () => {
  const [other, own] = [await signedIn(), await signedIn()]
  await addFactor(strict.db, await ashasId(), strict.now())
  const finish = await beginPasskey(own.idToken)
  expect((await finish()).status).toBe(200)
  expect(await answersTo(other)).toEqual([200, 200])
  expect((await entries()).map(({ kind }) => kind)).not.toContain('endSessions')
})

test('with SECOND_FACTOR=optional, the first app ends no session', async () => {
  const optional = await identityServer({ publicUrl: ORIGIN, secondFactor: 'optional' })
  const [other, own] = [await signedIn(optional), await signedIn(optional)]
  const finish = await beginApp(own.idToken, optional)
  expect((await finish()).status).toBe(200)
  expect(await answersTo(other, optional)).toEqual([200, 200])
  await optional.close()
})

test('a password that was checked before the first second factor was added starts no session', async () => {
  const administrator_id = await ashasId()
  const passkey = {
    administrator_id,
    credential_id: 'credential',
    public_key: Buffer.from('key'),
    sign_count: 0,
    transports: [],
    name: 'Laptop',
    created_at: strict.now(),
    last_used_at: null,
  }
  const [answer] = await atOnce(strict.db, [() => strict.signIn()], (trx) =>
    trx.insertInto('passkey').values(passkey).execute(),
  )
  expect(answer?.body.error.message).toBe('INVALID_LOGIN_CREDENTIALS')
  expect(await strict.db.selectFrom('session').selectAll().execute()).toEqual([])
})
