import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atOnce } from '../../testing/at-once.ts'
import { authenticator } from '../../testing/authenticator.ts'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { addFactor, appCode } from '../../testing/second-factor.ts'
import { findAdministrator } from '../session/administrator.ts'
import { liveSessionsOf } from '../session/live-session.ts'

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

/** Begins to add an authenticator app. Returns its key, and the call that ends it. */
async function startApp(idToken: string, server: Server = strict) {
  const start = await server.factor('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  const { sessionInfo, sharedSecretKey } = start.body.totpSessionInfo
  const finish = () => {
    const verificationCode = appCode(sharedSecretKey, server.now())
    const totpVerificationInfo = { sessionInfo, verificationCode }
    return server.factor('mfaEnrollment:finalize', { idToken, totpVerificationInfo })
  }
  return { key: String(sharedSecretKey), finish }
}

const beginApp = async (idToken: string, server?: Server) =>
  (await startApp(idToken, server)).finish

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

describe('with SECOND_FACTOR=optional before SECOND_FACTOR=required', () => {
  let optional: Server
  beforeAll(async () => {
    optional = await identityServer({ publicUrl: ORIGIN, secondFactor: 'optional', beside: strict })
  })
  afterAll(() => optional.close())

  /** Returns the statuses of a call to the server that requires a second factor, and of what a stream follows. */
  async function acceptance({ idToken }: Tokens) {
    const { status } = await strict.as(idToken, '/session')
    const { sid } = decodeJwt<{ sid: string }>(idToken)
    const live = await liveSessionsOf(strict.db, [sid], strict.now(), true)
    return [status, live.has(sid) ? 'followed' : 'not followed']
  }

  test.each(FACTORS)(
    'the first %s ends no session, and only its session is accepted later',
    async (_, begin) => {
      const [other, own] = [await signedIn(optional), await signedIn(optional)]
      const finish = await begin(own.idToken, optional)
      expect((await finish()).status).toBe(200)
      expect(await answersTo(other, optional)).toEqual([200, 200])
      expect(await acceptance(other)).toEqual([401, 'not followed'])
      expect(await acceptance(own)).toEqual([200, 'followed'])
    },
  )

  test('a session is accepted later if a code was shown at the sign-in, or for a change', async () => {
    const { idToken } = await signedIn(optional)
    const { key, finish } = await startApp((await signedIn(optional)).idToken, optional)
    const { recoveryCodes } = (await finish()).body
    const step = (await optional.signIn()).body
    const next = new Date(optional.now().getTime() + 30_000)
    const atSignIn = await optional.factor('mfaSignIn:finalize', {
      mfaPendingCredential: step.mfaPendingCredential,
      mfaEnrollmentId: step.mfaInfo[0].mfaEnrollmentId,
      totpVerificationInfo: { verificationCode: appCode(key, next) },
    })
    expect(await acceptance(atSignIn.body)).toEqual([200, 'followed'])
    const { password } = ASHA
    const change = { idToken, password, verificationCode: recoveryCodes[0] }
    const changed = await optional.factor('recoveryCodes:renew', change)
    expect(await acceptance(changed.body)).toEqual([200, 'followed'])
  })

  test.each([
    ['app', beginApp, beginPasskey],
    ['passkey', beginPasskey, beginApp],
  ] as const)(
    'what another session began to add before the first %s is refused',
    async (_, beginFirst, beginOther) => {
      const [other, own] = [await signedIn(optional), await signedIn(optional)]
      const late = await beginOther(other.idToken, optional)
      const finish = await beginFirst(own.idToken, optional)
      expect((await finish()).status).toBe(200)
      expect((await late()).status).toBe(400)
    },
  )

  test('a session that did not show the first second factor adds no other, whenever it began', async () => {
    const { idToken } = await signedIn(optional)
    const late = await beginPasskey(idToken, optional)
    // as if it had been added in between, by a statement that ends no additions
    await strict.db
      .insertInto('passkey')
      .values(storedPasskey(await ashasId()))
      .execute()
    const { status, body } = await late()
    expect([status, body.error.message]).toEqual([400, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'])
    const names = await strict.db.selectFrom('passkey').select('name').execute()
    expect(names).toEqual([{ name: 'Laptop' }])
  })

  test('the calls of the own account refuse a session that did not show the second factor', async () => {
    const [other, own] = [await signedIn(optional), await signedIn(optional)]
    const finish = await beginApp(own.idToken, optional)
    expect((await finish()).status).toBe(200)
    const answers = async ({ idToken }: Tokens) => [
      (await strict.account('lookup', { idToken })).body.error?.message,
      (await strict.factor('recoveryCodes:renew', { idToken })).body.error?.message,
    ]
    expect(await answers(other)).toEqual(['TOKEN_EXPIRED', 'TOKEN_EXPIRED'])
    expect(await answers(own)).toEqual([undefined, undefined])
  })

  test('a recent sign-in with the password alone changes no second factor that was added since', async () => {
    const [other, own] = [await signedIn(optional), await signedIn(optional)]
    const finish = await beginApp(own.idToken, optional)
    expect((await finish()).status).toBe(200)
    for (const [method, { idToken }, status] of [
      ['recoveryCodes:renew', other, 400],
      ['passkeyEnrollment:start', other, 400],
      ['recoveryCodes:renew', own, 200],
    ] as const)
      expect(await optional.factor(method, { idToken })).toMatchObject({ status })
  })
})

/** A passkey as the table has it, which signs nothing. */
function storedPasskey(administrator_id: string) {
  return {
    administrator_id,
    credential_id: 'credential',
    public_key: Buffer.from('key'),
    sign_count: 0,
    transports: [],
    name: 'Laptop',
    created_at: strict.now(),
    last_used_at: null,
  }
}

test('a password that was checked before the first second factor was added starts no session', async () => {
  const passkey = storedPasskey(await ashasId())
  const [answer] = await atOnce(strict.db, [() => strict.signIn()], (trx) =>
    trx.insertInto('passkey').values(passkey).execute(),
  )
  expect(answer?.body.error.message).toBe('INVALID_LOGIN_CREDENTIALS')
  expect(await strict.db.selectFrom('session').selectAll().execute()).toEqual([])
})
