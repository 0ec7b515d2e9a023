import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { whileRefused } from '../../testing/refused-write.ts'
import type { Replica } from '../database/replica.ts'
import type { OneRow } from '../database/one-row.ts'
import { invalid } from '../http/http-error.ts'
import { makeRoutesPublic } from './guard.ts'

/** Counts how often it is read, in a sequence, which no rollback resets. */
const ANSWER: OneRow<string> = {
  sql: sql`select nextval('reads')::text as answer`,
  columns: ['answer'],
  valueOf: ({ answer }) => answer as string,
}

const ONE: OneRow<string> = {
  sql: sql`select 'one' as answer`,
  columns: ['answer'],
  valueOf: ({ answer }) => answer as string,
}

let server: Awaited<ReturnType<typeof identityServer>>
beforeAll(async () => {
  server = await identityServer({
    routes(app) {
      app.get('/plain', ({ administrator }) => administrator)
      app.get('/open', { config: { public: true } }, () => 'open')
      app.get('/mistaken', { config: { public: true } }, ({ administrator }) => administrator)
      app.all('/files/*', () => 'file')
      const checksSession = { config: { checksSession: true } }
      app.get('/read', checksSession, async (request) => {
        const { answer } = await request.readInSession({ answer: ANSWER })
        return { answer, email: request.administrator.email }
      })
      app.get('/required', checksSession, (request) => request.requireSession())
      app.get('/unchecked', checksSession, () => ({ secret: 'kept' }))
      app.get('/rejected', checksSession, () => {
        throw invalid(undefined, 'The query is not valid.')
      })
      app.register(async (scope) => {
        scope.get('/nested', () => 'nested')
        scope.register(async (inner) => {
          makeRoutesPublic(inner)
          inner.get('/nested/open', () => 'open')
        })
        scope.post('/nested/deep', { config: { public: false } }, () => 'deep')
      })
    },
  })
  await sql`create sequence reads`.execute(server.db)
})
afterAll(() => server.close())

test('a committed write is answered as such, also if its position cannot be stored for reads of a replica', async () => {
  const read: Replica['read'] = ({ work }) => work(server.db)
  const replicated = await identityServer({
    beside: server,
    replica: { read } as Replica,
    routes: (app) => app.post('/written', () => ({ is: 'written' })),
  })
  const { idToken } = (await replicated.signIn()).body
  const write = () => replicated.as(idToken, '/written', 'POST')
  expect(await whileRefused(server.db, 'insert', 'write_position', write)).toMatchObject({
    status: 200,
  })
  await replicated.close()
})

test('a second factor that is required is also required of calls that read in the session', async () => {
  const strict = await identityServer({
    beside: server,
    secondFactor: 'required',
    routes: (app) =>
      app.get('/read', { config: { checksSession: true } }, (request) =>
        request.readInSession({ answer: ONE }),
      ),
  })
  const { idToken } = (await strict.signIn()).body
  expect((await strict.as(idToken, '/read')).status).toBe(401)
  await strict.close()
})

describe('every call needs a session', () => {
  test.each([
    ['GET', '/plain'],
    ['HEAD', '/plain'],
    ['GET', '/files/a'],
    ['PUT', '/files/a'],
    ['GET', '/nested'],
    ['POST', '/nested/deep'],
    ['GET', '/session'],
    ['POST', '/session/end'],
  ])('%s %s requires a session without declaring it', async (method, path) => {
    const { status, headers } = await fetch(server.origin + path, { method })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Bearer')
  })

  test('answers 401 with an error body', async () => {
    expect((await server.send('/plain')).body).toEqual({
      error: { code: 'SIGN_IN_REQUIRED', message: 'Sign in to continue.' },
    })
  })

  test.each(['Bearer', 'Bearer not.a.token', 'Basic YTpi', 'Bearer a b'])(
    'Authorization %j is no session',
    async (authorization) => {
      const { status, body } = await server.send('/plain', { headers: { authorization } })
      expect(status).toBe(401)
      expect(body.error.code).toBe('SIGN_IN_REQUIRED')
    },
  )

  test('rejects a token without an algorithm', async () => {
    const { body } = await server.signIn()
    const [, payload] = body.idToken.split('.')
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    expect((await server.as(`${header}.${payload}.`, '/plain')).body.error.code).toBe(
      'SIGN_IN_REQUIRED',
    )
  })

  test('public routes answer without a session, and unknown paths with 404', async () => {
    for (const path of ['/open', '/nested/open'])
      expect((await fetch(server.origin + path)).status).toBe(200)
    expect((await fetch(`${server.origin}/nowhere`)).status).toBe(404)
  })

  test.each(['/read', '/required', '/unchecked', '/rejected'])(
    'GET %s, whose handler checks the session, requires one',
    async (path) => {
      expect((await server.send(path)).body.error.code).toBe('SIGN_IN_REQUIRED')
      const { body } = await server.signIn()
      await server.as(body.idToken, '/session/end', 'POST')
      const { status, headers, body: answer } = await server.as(body.idToken, path)
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe('Bearer')
      expect(answer).toEqual({
        error: { code: 'SESSION_EXPIRED', message: 'Your session has ended. Sign in again.' },
      })
    },
  )

  test('reads nothing for a session that has ended', async () => {
    const { body: first } = await server.signIn()
    const { body: second } = await server.signIn()
    const before = (await server.as(first.idToken, '/read')).body
    expect(before).toEqual({ answer: expect.any(String), email: ASHA.email })
    await server.as(second.idToken, '/session/end', 'POST')
    await server.as(second.idToken, '/read')
    const { answer } = (await server.as(first.idToken, '/read')).body
    expect(Number(answer)).toBe(Number(before.answer) + 1)
  })

  test('sends the rejection of a handler to a session that lives', async () => {
    const { body } = await server.signIn()
    const { status, body: answer } = await server.as(body.idToken, '/rejected')
    expect([status, answer.error.code]).toEqual([400, 'INVALID'])
    expect((await server.as(body.idToken, '/required')).status).toBe(200)
  })

  test('a public route has no administrator', async () => {
    expect((await server.send('/mistaken')).status).toBe(500)
  })
})

test('a viewer may use no route that is not declared for viewers, from the next call on', async () => {
  const { body } = await server.signIn()
  const setRole = (role: 'administrator' | 'viewer') =>
    server.db.updateTable('administrator').set({ role }).where('id', '=', body.localId).execute()
  await setRole('viewer')
  for (const path of ['/plain', '/read', '/required', '/unchecked', '/rejected']) {
    const { status, body: answer } = await server.as(body.idToken, path)
    expect([path, status, answer.error?.code]).toEqual([path, 403, 'ROLE_REQUIRED'])
  }
  expect((await server.as(body.idToken, '/session')).body.role).toBe('viewer')
  await setRole('administrator')
  expect((await server.as(body.idToken, '/plain')).status).toBe(200)
})

test('GET /session returns who is signed in, until the token expires', async () => {
  const { body } = await server.signIn()
  const { status, body: session } = await server.as(body.idToken, '/session')
  expect(status).toBe(200)
  expect(session).toEqual({
    id: body.localId,
    email: ASHA.email,
    name: ASHA.name,
    sessionId: expect.any(String),
    role: 'administrator',
  })
  expect((await server.as(body.idToken, '/plain')).body).toMatchObject(session)
  server.wait({ minutes: 15 })
  expect((await server.as(body.idToken, '/session')).body.error).toEqual({
    code: 'SESSION_EXPIRED',
    message: 'Your session has ended. Sign in again.',
  })
})
