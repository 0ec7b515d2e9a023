import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { upsertPartners } from '../partner/store.ts'

const KEY = 'jasmine-and-marigold-and-rose'
const PARTNER = '65f0c0ffee00000000000001'
const SIGN_IN = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=mandap'
const RESET = '/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=mandap'
const TOKEN = '/securetoken.googleapis.com/v1/token?key=mandap'

let folder: string
let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  folder = await scratchFolder('request')
  api = await startApi({ UPLOAD_API_KEY: KEY, DATA_DIR: folder })
  await upsertPartners(api.db, [partnerJson({ _id: PARTNER })], 'import')
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

const exportOf = (of: string, query: object) => ({
  of,
  query,
  format: 'csv',
  timeZone: 'Asia/Kolkata',
})

/** Returns JSON that is nested `levels` deep. */
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe.each([
  ['a NUL character', 'a\0b'],
  ['half of a surrogate pair', 'a\ud800b'],
])('%s', (what, text) => {
  test.each([
    ['PATCH', '/bookings/none', { services: ['x', text] }, 'services.1'],
    ['PATCH', '/bookings/none', { note: { [`k${text}`]: 1 } }, `note.k${shownKey(text)}`],
    ['POST', '/exports', exportOf('users', { search: text }), 'query.search'],
    ['POST', '/exports', exportOf('partners', { list: 'guest', search: text }), 'query.search'],
    [
      'POST',
      '/exports',
      exportOf('bookings', { list: 'ofPartner', partnerId: text }),
      'query.partnerId',
    ],
    ['POST', '/temp-partner', { PartnerName: text }, 'PartnerName'],
    ['POST', '/otp/verify', { challengeId: text, otp: '123456' }, 'challengeId'],
    ['POST', `/partners/${PARTNER}/reveal`, { field: text }, 'field'],
    [
      'PUT',
      `/partners/${PARTNER}`,
      { status: 'RKYC', kycStatus: 'RKYC', reason: `AADHAR: ${text}` },
      'reason',
    ],
  ])('answers 400 with the field for %s %s', async (method, path, body, field) => {
    const answer = await api.call(method, path, { body })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID', field, message: expect.stringContaining(what) } },
    })
  })

  test.each([
    [SIGN_IN, { email: `${text}@example.in`, password: 'x' }, 'INVALID_EMAIL'],
    [RESET, { requestType: 'PASSWORD_RESET', email: `${text}@example.in` }, 'INVALID_EMAIL'],
    [SIGN_IN, { email: 'a@example.in', password: text }, `Invalid value at 'password'`],
    [
      TOKEN,
      { grant_type: 'refresh_token', refresh_token: text },
      `Invalid value at 'refresh_token'`,
    ],
  ])('answers an identity call with 400 in its protocol: %s', async (path, body, message) => {
    const answer = await api.call('POST', path, { body })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 400, message: expect.stringContaining(message) } },
    })
  })
})

function shownKey(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

test.each([
  ['/bookings/a%00b', 'id'],
  ['/documents/%00/link', 'id'],
  ['/bookings?list=ofPartner&partnerId=%00', 'partnerId'],
  ['/users?limit=5&search=%00', 'search'],
  ['/activity?person=%00', 'person'],
  ['/search?text=%00', 'text'],
])('answers a NUL in the address with 400 and the parameter: %s', async (path, field) => {
  expect(await api.call('GET', path)).toMatchObject({ status: 400, body: { error: { field } } })
})

test('answers a NUL in the path of a file with 400', async () => {
  const answer = await api.call('GET', '/assets/a%00b.js')
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID' } } })
})

describe('JSON nested beyond 64 levels', () => {
  test.each([
    ['PATCH', '/bookings/none', `{"deep":${nested(65)}}`, 'deep'],
    ['PATCH', '/bookings/none', `{"deep":${nested(100_000)}}`, 'deep'],
    ['POST', '/exports', `{"of":"users","query":{"x":${nested(100_000)}},"format":"csv"}`, 'query'],
    ['DELETE', `/partners/${PARTNER}`, `{"x":${nested(100_000)}}`, 'x'],
  ])('answers 400 with the field: %s %s', async (method, path, body, field) => {
    expect(await api.call(method, path, { body })).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID', field } },
    })
  })

  test('answers an identity call in its protocol', async () => {
    const body = `{"email":"a@example.in","password":${nested(7000)}}`
    const answer = await api.call('POST', SIGN_IN, { body })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 400 } } })
  })

  test('accepts 64 levels', async () => {
    const answer = await api.call('PATCH', '/bookings/none', { body: `{"deep":${nested(64)}}` })
    expect(answer.status).toBe(404)
  })
})

test.each([SIGN_IN, RESET])(
  'answers an e-mail longer than 254 bytes with 400: %s',
  async (path) => {
    const random = Array.from({ length: 4000 }, () => Math.random().toString(36)[2] ?? 'a').join('')
    const sent = (email: string) =>
      api.call('POST', path, { body: { email, password: 'x', requestType: 'PASSWORD_RESET' } })
    expect(await sent(`${random}@example.in`)).toMatchObject({
      status: 400,
      body: { error: { code: 400, message: 'INVALID_EMAIL' } },
    })
    const longest = `${random.slice(0, 254 - '@example.in'.length)}@example.in`
    expect(JSON.stringify((await sent(longest)).body)).not.toContain('INVALID_EMAIL')
  },
)

describe('POST /documents', () => {
  const field = (name: string, value: string, type = '') =>
    `--B\r\nContent-Disposition: form-data; name="${name}"${type}\r\n\r\n${value}\r\n`
  const fields = field('partnerId', PARTNER) + field('kind', 'gstCertificateUrl')
  const file = (disposition: string) =>
    `--B\r\nContent-Disposition: form-data; name="file"${disposition}\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n%PDF-1.4\r\n'
  const named = file('; filename="gst.pdf"')

  const upload = (body: string, boundary = 'B') =>
    api.call('POST', '/documents', {
      body,
      headers: { 'api-key': KEY, 'content-type': `multipart/form-data; boundary=${boundary}` },
    })

  test.each([
    ['without a file name', `${fields}${file('')}--B--\r\n`, 'file'],
    ['that ends within the file', `${fields}${named}`, 'file'],
    ['that ends within a header', `${fields}--B\r\nContent-Dispo`, 'kind'],
    ['that contains no part', 'not multipart', 'body'],
    ['with a NUL in partnerId', `${field('partnerId', 'a\0b')}${named}--B--\r\n`, 'partnerId'],
    ['whose partnerId is too long', `${field('partnerId', 'x'.repeat(2000))}--B--`, 'partnerId'],
    [
      'whose partnerId is a JSON object',
      `${field('partnerId', '{"toString":1}', '\r\nContent-Type: application/json')}--B--`,
      'partnerId',
    ],
  ])('%s answers 400 and keeps nothing', async (_title, body, of) => {
    expect(await upload(body)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID', field: of } },
    })
    expect(await readdir(join(folder, 'documents/incoming')).catch(() => [])).toEqual([])
    expect(await api.db.selectFrom('document').select('id').execute()).toEqual([])
  })

  test('answers an invalid boundary with 400', async () => {
    expect((await upload(`${fields}${named}--B--`, 'x'.repeat(300))).status).toBe(400)
    const headers = { 'api-key': KEY, 'content-type': 'multipart/form-data' }
    expect((await api.call('POST', '/documents', { body: 'x', headers })).status).toBe(400)
  })
})
