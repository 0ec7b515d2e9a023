import { expect, test } from 'vitest'
import { isRemoteRequest } from './remote-request.ts'

const HERE = { host: 'localhost:4000' }

test.each([
  HERE,
  {},
  { host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4000' },
  { host: '[::1]:4000', origin: 'http://[::1]:4000' },
  { host: 'LOCALHOST' },
  { ...HERE, origin: 'null' },
  { ...HERE, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost:5173' },
  { ...HERE, 'x-forwarded-for': '::1, ::ffff:127.0.0.1, 127.0.0.1:55123, [::1]:8080' },
  { ...HERE, forwarded: 'for=127.0.0.1;host="localhost:4000";proto=https, for="[::1]:4711"' },
  { ...HERE, 'x-real-ip': '' },
])('%j comes from this machine', (headers) => {
  expect(isRemoteRequest({ headers })).toBe(false)
})

test.each([
  { host: 'office.example' },
  { host: '192.168.1.7:4000' },
  { host: '127.0.0.1.office.example' },
  { host: 'localhost.evil.example:4000' },
  { host: '[2001:db8::1]:4000' },
  { ...HERE, origin: 'https://office.example' },
  { ...HERE, 'x-forwarded-for': '203.0.113.9' },
  // the client itself wrote the first one
  { ...HERE, 'x-forwarded-for': '127.0.0.1, 203.0.113.9' },
  { ...HERE, 'x-forwarded-for': '2001:db8::1' },
  { ...HERE, 'x-forwarded-for': 'unknown' },
  { ...HERE, 'x-forwarded-host': 'office.example' },
  { ...HERE, 'x-real-ip': '203.0.113.9' },
  { ...HERE, 'x-client-ip': '203.0.113.9' },
  { ...HERE, 'true-client-ip': '203.0.113.9' },
  { ...HERE, 'cf-connecting-ip': '203.0.113.9' },
  { ...HERE, forwarded: 'for=203.0.113.9;proto=https' },
  { ...HERE, forwarded: 'For="[2001:db8::1]:4711"' },
  { ...HERE, forwarded: 'for=127.0.0.1, host=office.example' },
  { ...HERE, forwarded: 'for=_hidden' },
])('%j comes from another machine', (headers) => {
  expect(isRemoteRequest({ headers })).toBe(true)
})
