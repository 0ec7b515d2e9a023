import type { AnswerOf, Call } from '@mandap/contract/call.ts'
import { CALLS, type CallKey, type Calls } from '@mandap/contract/calls.ts'
import { IsArray, IsObject, type TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticator } from '../../testing/authenticator.ts'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { appCode } from '../../testing/second-factor.ts'
import { findAdministrator } from '../session/administrator.ts'
import { createResetCode } from './reset-code.ts'

const ORIGIN = 'https://mandap.test'
const ACCOUNT = 'POST /identitytoolkit.googleapis.com/v1/accounts:'
const FACTOR = 'POST /identitytoolkit.googleapis.com/v2/accounts/'
const RENEWED = ['idToken', 'refreshToken']

type MethodOf<Prefix extends string, K = CallKey> = K extends `${Prefix}${infer M}` ? M : never

let server: Awaited<ReturnType<typeof identityServer>>
beforeAll(async () => {
  server = await identityServer({ publicUrl: ORIGIN, secondFactor: 'required' })
})
afterAll(() => server.close())

/** The calls that have answered. */
const answered = new Set<string>()

/** Returns the body of an answer, which must have exactly the fields of its schema. */
function bodyOf<K extends CallKey>(key: K, { status, body }: { status: number; body: unknown }) {
  expect([key, status, body]).toMatchObject([key, 200, {}])
  const call: Call = CALLS[key]
  const schema = call.answers[200]?.schema
  if (!schema) throw new Error(`${key} has no schema.`)
  expect([key, Errors(schema, body), undeclared(schema, body)]).toEqual([key, [], []])
  answered.add(key)
  return body as AnswerOf<Calls[K]>
}

/** Returns the paths of fields that a schema does not have. */
function undeclared(schema: TSchema, value: unknown, path = ''): string[] {
  if (IsArray(schema))
    return (value as unknown[]).flatMap((item) => undeclared(schema.items, item, `${path}[]`))
  if (!IsObject(schema) || 'additionalProperties' in schema) return []
  return Object.entries(value as object).flatMap(([name, inner]) => {
    const property = (schema.properties as Record<string, TSchema>)[name]
    const at = `${path}.${name}`
    return property ? undeclared(property, inner, at) : [at]
  })
}

async function account<M extends string>(method: M & MethodOf<typeof ACCOUNT>, body: object) {
  return bodyOf(`${ACCOUNT}${method}`, await server.account(method, body))
}

async function factor<M extends string>(method: M & MethodOf<typeof FACTOR>, body: object) {
  return bodyOf(`${FACTOR}${method}`, await server.factor(method, body))
}

/** Adds an app and a passkey in a session that just began. Returns the authenticator and the recovery codes. */
async function withFactors() {
  const { idToken, ...session } = await account('signInWithPassword', ASHA)
  const { totpSessionInfo } = await factor('mfaEnrollment:start', {
    idToken,
    totpEnrollmentInfo: {},
  })
  const { sharedSecretKey, sessionInfo } = totpSessionInfo
  const verificationCode = appCode(sharedSecretKey, server.now())
  const totpVerificationInfo = { sessionInfo, verificationCode }
  const { recoveryCodes = [] } = await factor('mfaEnrollment:finalize', {
    idToken,
    totpVerificationInfo,
  })
  const device = authenticator(ORIGIN)
  const { credentialCreationOptions } = await factor('passkeyEnrollment:start', { idToken })
  await factor('passkeyEnrollment:finalize', {
    idToken,
    displayName: 'Laptop',
    authenticatorRegistrationResponse: device.create(
      credentialCreationOptions as Parameters<typeof device.create>[0],
    ),
  })
  expect(session).toMatchObject({ mfaEnrollmentRequired: true })
  return { device, recoveryCodes }
}

test('each answer of the identity service has exactly the fields of the contract', async () => {
  const { device, recoveryCodes } = await withFactors()

  // a sign-in with a passkey, and one with a code
  const { mfaPendingCredential } = await account('signInWithPassword', ASHA)
  const start = await factor('passkeySignIn:start', { mfaPendingCredential })
  const session = await factor('passkeySignIn:finalize', {
    mfaPendingCredential,
    authenticatorAuthenticationResponse: device.get(start.credentialRequestOptions),
  })
  const second = await account('signInWithPassword', ASHA)
  const appId = second.mfaInfo?.[0]?.mfaEnrollmentId
  await factor('mfaSignIn:finalize', {
    mfaPendingCredential: second.mfaPendingCredential,
    mfaEnrollmentId: appId,
    totpVerificationInfo: { verificationCode: recoveryCodes[0] },
  })

  const token = 'POST /securetoken.googleapis.com/v1/token'
  const renewed = bodyOf(token, await server.refresh(session.refreshToken))
  const [user] = (await account('lookup', { idToken: renewed.id_token })).users
  expect(user).toMatchObject({ recoveryCodesLeft: 9, secondFactorRequired: true })
  const passkeyId = user?.passkeyInfo?.[0]?.mfaEnrollmentId

  // changes that re-authenticate the person return new tokens
  const confirmation = (code: number) => ({
    password: ASHA.password,
    verificationCode: recoveryCodes[code],
  })
  let idToken: string | undefined = renewed.id_token
  await factor('passkeyConfirmation:start', { idToken })
  await factor('passkeys:rename', { idToken, mfaEnrollmentId: passkeyId, displayName: 'Phone' })
  for (const [method, body] of [
    ['passkeyEnrollment:start', confirmation(1)],
    ['mfaEnrollment:withdraw', { mfaEnrollmentId: appId, ...confirmation(2) }],
    ['mfaEnrollment:start', { totpEnrollmentInfo: {}, ...confirmation(3) }],
    ['recoveryCodes:renew', confirmation(4)],
  ] as const) {
    const answer: { idToken?: string } = await factor(method, { idToken, ...body })
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(RENEWED))
    idToken = answer.idToken
  }

  await account('sendOobCode', { requestType: 'PASSWORD_RESET', email: ASHA.email })
  const asha = await findAdministrator(server.db, ASHA.email)
  const oobCode = await createResetCode(server.db, asha?.id ?? '', 'mailed', server.now())
  await account('resetPassword', { oobCode })

  const all = Object.keys(CALLS).filter((key) => key.includes('googleapis.com'))
  expect(all.filter((key) => !answered.has(key))).toEqual([])
})
