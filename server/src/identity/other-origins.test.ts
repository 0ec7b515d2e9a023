import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { WEB_API_KEY } from './identity-toolkit.ts'

const CONSOLE = 'https://console.example'
const TOOLKIT = '/identitytoolkit.googleapis.com/v1'
const SIGN_IN = `${TOOLKIT}/accounts:signInWithPassword?key=${WEB_API_KEY}`
const TOKEN = `/securetoken.googleapis.com/v1/token?key=${WEB_API_KEY}`
const CALLS = [
  SIGN_IN,
  ...['sendOobCode', 'resetPassword', 'lookup'].map(
    (method) => `${TOOLKIT}/accounts:${method}?key=${WEB_API_KEY}`,
  ),
  TOKEN,
]
const WRONG = { email: ASHA.email, password: 'not the password' }

let server: Awaited<ReturnType<typeof identityServer>>
beforeAll(async () => {
  server = await identityServer({ origins: [CONSOLE] })
})
afterAll(() => server.close())
beforeEach(async () => {
  // a wrong password is counted after its answer
  await server.settle()
  await server.db.deleteFrom('attempt').execute()
})

function post(path: string, headers: Record<string, string>, body = JSON.stringify(WRONG)) {
  const type = { 'content-type': 'application/json' }
  return server.send(path, { method: 'POST', headers: { ...type, ...headers }, body })
}

function preflight(path: string, origin: string) {
  return server.send(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'sec-fetch-site': 'cross-site',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-client-version,x-firebase-client',
    },
  })
}

const attempts = () => server.db.selectFrom('attempt').selectAll().execute()

describe('a page of another origin', () => {
  const EVIL = 'https://evil.example'

  test.each([
    { origin: EVIL, 'sec-fetch-site': 'cross-site' },
    { origin: EVIL, 'sec-fetch-site': 'same-site' },
    { origin: EVIL },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: `${CONSOLE}.evil.example` },
    { origin: 'http://console.example' },
  ])('%j is rejected and counts as no attempt', async (headers) => {
    for (const path of CALLS) {
      const { status, body, headers: answered } = await post(path, { ...headers })
      expect([path, status]).toEqual([path, 403])
      expect(body.error).toMatchObject({
        code: 403,
        message: 'Requests from pages of this origin are blocked.',
        status: 'PERMISSION_DENIED',
      })
      expect(answered.get('access-control-allow-origin')).toBeNull()
    }
    expect(await attempts()).toEqual([])
  })

  test.each(CALLS)('receives no CORS headers from %s', async (path) => {
    const { status, headers } = await preflight(path, EVIL)
    expect(status).toBe(403)
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test('cannot lock an account by a form', async () => {
    const form = new URLSearchParams(WRONG).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    for (let n = 0; n < 12; n++)
      await post(SIGN_IN, { ...type, origin: EVIL, 'sec-fetch-site': 'cross-site' }, form)
    expect((await server.signIn()).status).toBe(200)
  })

  test('can read the public keys', async () => {
    const headers = { origin: EVIL, 'sec-fetch-site': 'cross-site' }
    const answer = await server.send('/.well-known/jwks.json', { headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('an origin of IDENTITY_ORIGINS', () => {
  test.each(CALLS)('can call %s and read the answer', async (path) => {
    const requested = await preflight(path, CONSOLE)
    expect(requested.status).toBe(204)
    expect(requested.headers.get('access-control-allow-origin')).toBe(CONSOLE)
    expect(requested.headers.get('vary')).toBe('origin')
    expect(requested.headers.get('access-control-allow-methods')).toBe('POST')
    expect(requested.headers.get('access-control-allow-headers')).toBe(
      'content-type,x-client-version,x-firebase-client',
    )
    const called = await post(path, { origin: CONSOLE, 'sec-fetch-site': 'cross-site' })
    expect(called.status).toBe(400)
    expect(called.headers.get('access-control-allow-origin')).toBe(CONSOLE)
    expect(called.headers.get('access-control-expose-headers')).toBe('retry-after')
  })

  test('signs in', async () => {
    const { status } = await post(SIGN_IN, { origin: CONSOLE }, JSON.stringify(ASHA))
    expect(status).toBe(200)
  })
})

describe('a page of this server', () => {
  test.each([
    [
      'by Sec-Fetch-Site of the browser',
      { origin: 'https://office.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['by PUBLIC_URL, where a proxy changes Host', { origin: 'http://mandap.test' }],
  ])('is recognized %s', async (_by, headers) => {
    expect((await post(SIGN_IN, headers, JSON.stringify(ASHA))).status).toBe(200)
  })

  test('is recognized by Host, if the browser sends no Sec-Fetch-Site', async () => {
    const headers = { origin: server.origin }
    expect((await post(SIGN_IN, headers, JSON.stringify(ASHA))).status).toBe(200)
  })
})

describe('a body', () => {
  const form = new URLSearchParams(WRONG).toString()

  test.each([
    ['text/plain', JSON.stringify(WRONG)],
    ['text/plain;charset=utf-8', JSON.stringify(WRONG)],
    ['text/plain; application/json', JSON.stringify(WRONG)],
    ['application/x-www-form-urlencoded', form],
    ['multipart/form-data; boundary=x', '--x--'],
  ])('of type %s is rejected at sign-in, and counts as no attempt', async (type, body) => {
    for (const path of CALLS.filter((call) => call !== TOKEN)) {
      const answer = await post(path, { 'content-type': type }, body)
      expect([path, answer.status]).toEqual([path, 415])
      expect(answer.body.error).toMatchObject({ code: 415, status: 'INVALID_ARGUMENT' })
    }
    expect(await attempts()).toEqual([])
  })

  test('of a refresh may be a form or JSON, but not plain text', async () => {
    const { body } = await server.signIn()
    expect((await server.refresh(body.refreshToken)).status).toBe(200)
    const text = await post(TOKEN, { 'content-type': 'text/plain' }, form)
    expect(text.body).toEqual({
      error: { code: 415, message: 'Invalid payload received.', status: 'INVALID_ARGUMENT' },
    })
  })
})
