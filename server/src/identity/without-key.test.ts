import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityServer } from '../../testing/identity.ts'
import { secondStepOf } from '../../testing/second-factor.ts'
import { connect, type Database } from '../database/connection.ts'

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
  const entered = await secondStepOf(server)
  expect((await keyless.factor('mfaSignIn:finalize', entered)).status).toBe(503)
  expect((await server.factor('mfaSignIn:finalize', entered)).status).toBe(200)
})
