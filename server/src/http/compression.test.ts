import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { upsertBookings } from '../booking/store.ts'

let api: Awaited<ReturnType<typeof startApi>>
let authorization: string
beforeAll(async () => {
  api = await startApi()
  const bookings = Array.from({ length: 20 }, (_, at) => bookingJson({ _id: `b${at}` }))
  await upsertBookings(api.db, bookings, 'test')
  authorization = `Bearer ${(await api.signIn()).idToken}`
})
afterAll(() => api.close())

/** Returns the headers and the bytes of an answer as they are sent, which `fetch` would decompress. */
async function answerOf(path: string, encodings?: string) {
  const headers = {
    authorization,
    ...(encodings !== undefined && { 'accept-encoding': encodings }),
  }
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(api.url + path, { headers }, resolve).on('error', reject),
  )
  return { headers: answer.headers, bytes: await buffer(answer) }
}

const PAGE = '/bookings?limit=20'

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
])('a page for a client that accepts %j is compressed with %s', async (accepted, used, open) => {
  const plain = await answerOf(PAGE)
  const { headers, bytes } = await answerOf(PAGE, accepted)
  expect(headers).toMatchObject({ 'content-encoding': used, vary: 'accept-encoding' })
  expect(headers['content-length']).toBe(String(bytes.length))
  expect(open(bytes)).toEqual(plain.bytes)
  expect(bytes.length).toBeLessThan(plain.bytes.length / 4)
})

test.each([undefined, 'identity', 'deflate', 'br;q=0'])(
  'a page for a client that accepts %j is not compressed, and says that it could be',
  async (accepted) => {
    const { headers, bytes } = await answerOf(PAGE, accepted)
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.vary).toBe('accept-encoding')
    expect(JSON.parse(bytes.toString())).toMatchObject({ total: 20 })
  },
)

test('an answer of one packet is not compressed', async () => {
  const { headers } = await answerOf('/summary', 'br')
  expect(headers['content-encoding']).toBeUndefined()
})
