import { afterAll, beforeAll, expect, test } from 'vitest'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { addFactor } from '../../testing/second-factor.ts'
import { connect, type Database } from '../database/connection.ts'
import { findAdministrator } from '../session/administrator.ts'

type Server = Awaited<ReturnType<typeof identityServer>>

let server: Server
/** A connection without the encryption key, and a server on it, which can verify tokens but not sign them. */
let db: Database
let keyless: Server
beforeAll(async () => {
  server = await identityServer()
  db = connect(server.databaseUrl, 2)
  keyless = await identityServer({ beside: { db, databaseUrl: server.databaseUrl } })
})
afterAll(async () => {
  await keyless.close()
  await db.destroy()
  await server.close()
})

const attempts = () => server.db.selectFrom('attempt').selectAll().execute()
const sessions = () => server.db.selectFrom('session').select('id').execute()

test('a sign-in starts no session, and counts no attempt', async () => {
  // makes the first signing key
  await server.signIn()
  const before = { sessions: await sessions(), attempts: await attempts() }
  expect((await keyless.signIn()).status).toBe(503)
  expect({ sessions: await sessions(), attempts: await attempts() }).toEqual(before)
})

test('a renewal does not use up its token', async () => {
  const { refreshToken } = (await server.signIn()).body
  expect((await keyless.refresh(refreshToken)).status).toBe(503)
  // later than two tabs renew with one token
  server.wait({ minutes: 1 })
  expect((await server.refresh(refreshToken)).status).toBe(200)
})

test('a second step does not use up its code', async () => {
  const asha = await findAdministrator(server.db, ASHA.email)
  const { recoveryCodes } = await addFactor(server.db, asha?.id ?? '', server.now())
  const { mfaPendingCredential, mfaInfo } = (await server.signIn()).body
  const entered = {
    mfaPendingCredential,
    mfaEnrollmentId: mfaInfo[0].mfaEnrollmentId,
    totpVerificationInfo: { verificationCode: recoveryCodes[0] },
  }
  expect((await keyless.factor('mfaSignIn:finalize', entered)).status).toBe(503)
  expect((await server.factor('mfaSignIn:finalize', entered)).status).toBe(200)
})
