import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { describe, expect, test } from 'vitest'
import { fetchFrom, memoryHost } from './memory-host.ts'

const IDENTITY = '/identitytoolkit.googleapis.com/v1'
const administrators = [{ email: 'admin@mandap.example', password: 'namaste-mandap' }]

const post = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

describe('fetch from a host in memory', () => {
  test('reads and changes records', async () => {
    const fetch = fetchFrom(memoryHost({ bookings: [bookingJson({ _id: 'b1' })], token: 't' }))
    const headers = { authorization: 'Bearer t' }
    const body = JSON.stringify({ partnerName: 'Ishaan Rao' })
    expect((await fetch('/bookings/b1', { method: 'PATCH', headers, body })).status).toBe(200)
    const read = await fetch('/bookings/b1', { headers })
    expect(await read.json()).toMatchObject({ _id: 'b1', partnerName: 'Ishaan Rao' })
    expect((await fetch('/bookings/b2', { headers })).status).toBe(404)
    expect((await fetch('/bookings')).status).toBe(401)
  })

  test('rejects with the reason of an aborted signal', async () => {
    const fetch = fetchFrom(memoryHost())
    const signal = AbortSignal.abort(new Error('closed'))
    await expect(fetch('/bookings', { signal })).rejects.toThrow('closed')
  })
})

describe('its identity service', () => {
  const fetch = fetchFrom(memoryHost({ administrators, token: 't' }))
  const codeOf = async (response: Response) =>
    ((await response.json()) as { error: { message: string } }).error.message

  test('signs in by the e-mail in any case', async () => {
    const credentials = { email: 'Admin@Mandap.example', password: 'namaste-mandap' }
    const answer = await fetch(`${IDENTITY}/accounts:signInWithPassword?key=k`, post(credentials))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ email: 'admin@mandap.example', idToken: 't' })
  })

  test.each([
    [{ email: 'admin@mandap.example', password: 'wrong' }, 'INVALID_LOGIN_CREDENTIALS'],
    [{ email: 'other@mandap.example', password: 'namaste-mandap' }, 'INVALID_LOGIN_CREDENTIALS'],
    [{ email: 'nonsense', password: 'x' }, 'INVALID_EMAIL'],
    [{ password: 'x' }, 'MISSING_EMAIL'],
    [{ email: 'admin@mandap.example' }, 'MISSING_PASSWORD'],
  ])('rejects %j with %s', async (credentials, code) => {
    const answer = await fetch(`${IDENTITY}/accounts:signInWithPassword`, post(credentials))
    expect(answer.status).toBe(400)
    expect(await codeOf(answer)).toBe(code)
  })

  test('exchanges its refresh token, sent as a form, and rejects any other', async () => {
    const exchange = (refresh_token: string) =>
      fetch('/securetoken.googleapis.com/v1/token', {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token }),
      })
    const signedIn = await fetch(
      `${IDENTITY}/accounts:signInWithPassword`,
      post({ email: 'admin@mandap.example', password: 'namaste-mandap' }),
    )
    const { refreshToken } = (await signedIn.json()) as { refreshToken: string }
    expect(await (await exchange(refreshToken)).json()).toMatchObject({ id_token: 't' })
    expect(await codeOf(await exchange('another'))).toBe('INVALID_REFRESH_TOKEN')
  })

  test('accepts a reset for any e-mail address, and rejects other text', async () => {
    const reset = (body: unknown) => fetch(`${IDENTITY}/accounts:sendOobCode`, post(body))
    const requestType = 'PASSWORD_RESET'
    expect((await reset({ requestType, email: 'nobody@mandap.example' })).status).toBe(200)
    expect(await codeOf(await reset({ requestType, email: 'nonsense' }))).toBe('INVALID_EMAIL')
    expect(await codeOf(await reset({ email: 'a@b.example' }))).toBe('MISSING_REQ_TYPE')
  })
})
