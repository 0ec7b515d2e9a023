import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { S3_KEYS, startS3 } from '../../testing/s3.ts'
import { readConfig } from '../config/config.ts'
import { givenLocation } from './given-location.ts'
import { s3Location } from './s3-location.ts'

const PATH = `/${S3_KEYS.bucket}/nightly/one.backup`
const CONTENT = randomBytes(250_000)

let server: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  server = await startS3()
})
afterAll(() => server.close())
beforeEach(() => {
  server.s3.fail = () => undefined
  server.objects.clear()
  server.uploads.clear()
  server.calls.length = 0
})

const located = (given: Partial<typeof S3_KEYS> = {}) =>
  s3Location({ endpoint: server.endpoint, ...S3_KEYS, ...given }, 'nightly/one.backup', {
    partBytes: 100_000,
    rangeBytes: 60_000,
    firstPauseMs: 1,
  })

const write = (content = Readable.from([CONTENT.subarray(0, 7), CONTENT.subarray(7)])) =>
  located().write(content)

const read = (range: { start: number; end?: number }) =>
  buffer(Readable.from(located().read(range)))

/** Fails the first calls for which `isMeant` is true, `times` times. */
function failing(
  isMeant: (call: string) => boolean,
  answer: ReturnType<typeof server.s3.fail>,
  times = Number.POSITIVE_INFINITY,
) {
  let left = times
  server.s3.fail = (call) => {
    if (left === 0 || !isMeant(call)) return undefined
    left -= 1
    return answer
  }
}

test('writes an object in parts, and reads it by ranges', async () => {
  expect(await located().exists()).toBe(false)
  await write()
  expect(server.objects.get(PATH)?.body.equals(CONTENT)).toBe(true)
  expect(server.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(3)
  expect(server.uploads.size).toBe(0)
  expect(await located().exists()).toBe(true)
  expect(await located().size()).toBe(CONTENT.length)
  expect((await read({ start: 0 })).equals(CONTENT)).toBe(true)
  expect(
    (await read({ start: 59_999, end: 60_001 })).equals(CONTENT.subarray(59_999, 60_002)),
  ).toBe(true)
})

test.each([
  ['a part that fails', (call: string) => call.includes('partNumber=2'), { status: 503 }],
  ['a part whose connection breaks', (call: string) => call.includes('partNumber=3'), 'hang up'],
  ['a busy store at the start', (call: string) => call.includes('uploads='), { status: 429 }],
  [
    'an error in the successful answer at the end',
    (call: string) => call.startsWith('POST') && call.includes('uploadId='),
    { status: 200, body: '<Error><Code>InternalError</Code></Error>' },
  ],
] as const)('sends again after %s', async (_, isMeant, answer) => {
  failing(isMeant, answer, 2)
  await write()
  expect(server.objects.get(PATH)?.body.equals(CONTENT)).toBe(true)
  expect(server.uploads.size).toBe(0)
})

test('accepts an upload that was completed although the answer was lost', async () => {
  server.s3.fail = (call) => {
    if (!call.startsWith('POST') || !call.includes('uploadId=')) return undefined
    server.s3.fail = () => undefined
    server.objects.set(PATH, { body: CONTENT, type: '' })
    server.uploads.clear()
    return 'hang up'
  }
  await expect(write()).resolves.toBeUndefined()
})

describe('leaves no incomplete upload behind', () => {
  test.each([
    ['a part that cannot be sent', 'partNumber=2', { status: 500, body: 'InternalError' }],
    ['a part that the store refuses', 'partNumber=1', { status: 403, body: 'AccessDenied' }],
  ] as const)('after %s', async (_, part, answer) => {
    failing((call) => call.includes(part), answer)
    await expect(write()).rejects.toThrow(
      new RegExp(
        `^s3://papers/nightly/one.backup cannot be written: .*${answer.body}.* Nothing of it was kept`,
      ),
    )
    expect(server.uploads.size).toBe(0)
    expect(server.objects.size).toBe(0)
  })

  test('if the content ends with an error', async () => {
    async function* broken() {
      yield CONTENT
      throw new Error('the database is gone')
    }
    await expect(write(Readable.from(broken()))).rejects.toThrow('the database is gone')
    expect(server.uploads.size).toBe(0)
  })

  test('and says so if the store does not remove it', async () => {
    failing((call) => !call.includes('uploads='), { status: 500, body: 'InternalError' })
    await expect(write()).rejects.toThrow('remove its incomplete uploads')
  })
})

test('reads a range again that fails or breaks off', async () => {
  await write()
  failing((call) => call.startsWith('GET'), { status: 503 }, 1)
  expect((await read({ start: 0 })).equals(CONTENT)).toBe(true)
  failing((call) => call.startsWith('GET'), { status: 206, body: 'short' }, 2)
  expect((await read({ start: 0 })).equals(CONTENT)).toBe(true)
})

test('does not mix two objects if one is replaced while it is read', async () => {
  await write()
  const pieces = located().read({ start: 0 })[Symbol.asyncIterator]()
  await pieces.next()
  server.objects.set(PATH, { body: randomBytes(CONTENT.length), type: '' })
  await expect(pieces.next()).rejects.toThrow('was replaced while it was read')
})

test.each([
  ['a wrong secret', { secretAccessKey: 'wrong' }, 'cannot be read: HEAD answered 403'],
  ['a missing bucket', { bucket: 'other' }, 'There is no s3://other/nightly/one.backup.'],
])('says what is wrong with %s', async (_, wrong, message) => {
  await expect(located(wrong).size()).rejects.toThrow(message)
  await expect(located(wrong).write(Readable.from([CONTENT]))).rejects.toThrow('cannot be written')
})

describe('an address of the command line', () => {
  const env = {
    S3_ENDPOINT: 'https://s3.example',
    S3_ACCESS_KEY_ID: 'one',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  test('names a file, or an object of the store of the settings', () => {
    expect(givenLocation('/backups/one.backup', readConfig({})).name).toBe('/backups/one.backup')
    const own = {
      BACKUP_S3_ENDPOINT: 'https://backups.example',
      BACKUP_S3_ACCESS_KEY_ID: 'two',
      BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
    }
    for (const settings of [env, own])
      expect(givenLocation('s3://backups/2026/one_1.backup', readConfig(settings)).name).toBe(
        's3://backups/2026/one_1.backup',
      )
  })

  test.each(['s3://backups', 's3://backups/', 's3://backups/a b', 's3://backups/../one'])(
    'is refused: %s',
    (written) => expect(() => givenLocation(written, readConfig(env))).toThrow('is not an address'),
  )

  test('needs the settings of a store', () => {
    expect(() => givenLocation('s3://backups/one', readConfig({}))).toThrow(
      /S3_ENDPOINT, .+ must be set/,
    )
    const halfSet = { BACKUP_S3_ENDPOINT: 'https://backups.example' }
    expect(() => readConfig(halfSet)).toThrow('BACKUP_S3_ACCESS_KEY_ID must be set')
  })
})
