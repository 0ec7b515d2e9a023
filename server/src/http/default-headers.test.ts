import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Call } from '@mandap/contract/call.ts'
import { CALLS } from '@mandap/contract/calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { buildApp } from '../app/app.ts'
import { readConfig } from '../config/config.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test.each(Object.entries<Call>(CALLS))(
  '%s sends no-store, nosniff and no-referrer, with and without a session',
  async (key) => {
    const [method = '', path = ''] = key.split(' ')
    const url = path.replaceAll(/\{\w+\}/g, 'none')
    // the session of the other calls must not end
    const token = key === 'POST /session/end' ? (await api.signIn()).idToken : undefined
    for (const authorization of [undefined, '']) {
      const headers = {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(authorization !== undefined && { authorization }),
      }
      const answer = await api.request(method, url, { headers })
      expect([authorization, answer.status]).not.toEqual([undefined, 401])
      const sent = Object.fromEntries(answer.headers)
      expect({ status: answer.status, ...sent }).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
    }
  },
)

describe('Cache-Control', () => {
  test.each([
    ['/session', 'no-store'],
    ['/bookings', 'no-store'],
    ['/nothing', 'no-store'],
    ['/config.json', 'no-cache'],
    ['/.well-known/jwks.json', 'public, max-age=300'],
  ])('of %s is %s', async (path, expected) => {
    expect((await api.request('GET', path)).headers.get('cache-control')).toBe(expected)
  })
})

/** Returns the raw response to a raw request. */
function raw(...lines: string[]): Promise<string> {
  const { port, hostname } = new URL(api.url)
  const socket = connect(Number(port), hostname)
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  return text(socket)
}

describe('Host', () => {
  test('is rejected if it is sent twice', async () => {
    for (const second of ['Host: evil.example', 'host: office.example']) {
      const answer = await raw('GET /health HTTP/1.1', 'Host: office.example', second)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toContain('The request has more than one Host header.')
    }
  })

  test('is accepted once', async () => {
    expect(await raw('GET /health HTTP/1.1', 'Host: office.example')).toMatch(/^HTTP\/1\.1 200 /)
  })
})

test.each([
  ['https://office.example', 'max-age=31536000; includeSubDomains'],
  ['http://localhost:4000', undefined],
])('Strict-Transport-Security at %s is %s', async (PUBLIC_URL, expected) => {
  const own = { ADMIN_PASSWORD: 'a-password-of-ours', DEMO_DATA: 'none', LOG_LEVEL: 'silent' }
  const config = readConfig({ ...own, PUBLIC_URL })
  const app = await buildApp({ db: api.db, config, mail: async () => {} })
  const { headers } = await app.inject('/health')
  expect(headers['strict-transport-security']).toBe(expected)
  await app.close()
})

describe('an address that cannot be decoded', () => {
  test.each(['/%zz', '/bookings/%E0%A4%A', '/identitytoolkit.googleapis.com/%zz'])(
    'of %s is refused with the headers and the error body of every answer',
    async (path) => {
      const other = await api.request('GET', '/nothing')
      const answer = await api.request('GET', path)
      expect(answer.status).toBe(400)
      expect([...answer.headers.keys()]).toEqual([...other.headers.keys()])
      expect(await answer.json()).toEqual({
        error: { code: 'INVALID', message: 'The address is not valid.' },
      })
    },
  )
})
