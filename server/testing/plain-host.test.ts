import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { afterEach, expect, test } from 'vitest'
import { type PlainHost, type PlainHostSeed, plainHost } from './plain-host.ts'

let host: PlainHost | undefined
afterEach(() => host?.close())

async function aHost(seed: PlainHostSeed): Promise<PlainHost> {
  host = await plainHost(seed)
  return host
}

async function call(method: string, url: string, body?: unknown, token?: string) {
  const response = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as unknown }
}

test.each([
  { lists: 'bare', wrap: (records: unknown[]) => records },
  { lists: 'data', wrap: (records: unknown[]) => ({ data: records }) },
] as const)(
  'returns lists of partners and bookings in the configured form: $lists',
  async ({ lists, wrap }) => {
    const booking = bookingJson()
    const partner = partnerJson()
    const user = userJson()
    const { url } = await aHost({ bookings: [booking], partners: [partner], users: [user], lists })
    expect(await call('GET', `${url}/bookings`)).toEqual({ status: 200, body: wrap([booking]) })
    expect(await call('GET', `${url}/partners`)).toEqual({ status: 200, body: wrap([partner]) })
    expect((await call('GET', `${url}/user/all`)).body).toEqual({ data: [user] })
    expect((await call('GET', `${url}/user/${String(user['_id'])}`)).body).toEqual({ data: user })
  },
)

test('a number lookup returns the bookings whose number starts with the text', async () => {
  const near = bookingJson({ numberId: 'MB26A10423' })
  const exact = bookingJson({ numberId: 'mb26a1042' })
  const { url } = await aHost({ bookings: [near, bookingJson({ numberId: 'MB27' }), exact] })
  expect((await call('GET', `${url}/bookings?numberId=MB26A1042`)).body).toEqual([near, exact])
})

test('PATCH replaces the fields that it sends, and POST /temp-partner stores a manual partner', async () => {
  const booking = bookingJson({ _id: 'b1' })
  const { url, bookings } = await aHost({ bookings: [booking] })
  const manual = { PartnerName: 'Rohan Das', personalNumber: '9000000001' }
  const made = await call('POST', `${url}/temp-partner`, manual)
  expect(made).toEqual({ status: 201, body: { _id: expect.any(String), ...manual } })
  const { _id: partnerId } = made.body as { _id: string }
  expect((await call('PATCH', `${url}/bookings/b1`, { partnerId })).status).toBe(200)
  expect(bookings.get('b1')).toEqual({ ...booking, partnerId })
  expect((await call('GET', `${url}/temp-partner/${partnerId}`)).body).toMatchObject(manual)
  expect((await call('GET', `${url}/partners/${partnerId}`)).status).toBe(404)
  expect((await call('PATCH', `${url}/bookings/b2`, {})).status).toBe(404)
})

test('PUT decides on a partner and DELETE removes it', async () => {
  const { url, partners } = await aHost({ partners: [partnerJson({ _id: 'p1' })] })
  await call('PUT', `${url}/partners/p1`, { status: 'AKYC', kycStatus: 'AKYC' })
  expect(partners.get('p1')).toMatchObject({ status: 'AKYC', kycStatus: 'AKYC' })
  await call('DELETE', `${url}/partners/p1`, { deletedBy: 'Super Admin' })
  expect(partners.size).toBe(0)
})

test('signs in, resets a password, sends an OTP, and requires its token', async () => {
  const administrators = [{ email: 'asha@mandap.example', password: 'marigold' }]
  const { url, identity, otps, resets } = await aHost({ administrators, token: 'secret' })
  const wrong = await call('POST', identity.signInUrl, { ...administrators[0], password: 'no' })
  expect(wrong.body).toMatchObject({ error: { code: 400, message: 'INVALID_LOGIN_CREDENTIALS' } })
  const signedIn = await call('POST', identity.signInUrl, administrators[0])
  const { idToken } = signedIn.body as { idToken: string }
  expect((await call('GET', `${url}/bookings`)).status).toBe(401)
  expect((await call('GET', `${url}/bookings`, undefined, idToken)).status).toBe(200)
  const sent = await call('POST', `${url}/otp/sms`, { numbers: '9000000001' }, idToken)
  expect(sent.body).toEqual({ status: 'OK', data: { otp: otps.at(-1) } })
  const email = 'asha@mandap.example'
  await call('POST', identity.resetUrl, { requestType: 'PASSWORD_RESET', email })
  expect(resets).toEqual([email])
})

test('answers a call with the status that the test sets', async () => {
  const { url, failures, calls } = await aHost({ users: [userJson({ _id: 'u1' })] })
  failures.set('GET /user/{id}', 503)
  expect((await call('GET', `${url}/user/u1`)).status).toBe(503)
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /user/u1'])
})
