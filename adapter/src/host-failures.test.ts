import type { RequestListener, ServerResponse } from 'node:http'
import type { ApiErrorKind } from '@mandap/client/api-error.ts'
import type { TransportRequest } from '@mandap/client/transport.ts'
import { answeringServer } from '@mandap/client/testing/answering-server.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { createAdapter } from './adapter.ts'

const params = { id: 'b1' }

/** Calls whose answer is read. */
const READS: Record<string, TransportRequest> = {
  'a whole list': { key: 'GET /partner-names', query: { list: 'approved' } },
  'a list by a number': { key: 'GET /bookings', query: { numberId: 'MB1' } },
  'a record': { key: 'GET /bookings/{id}', params },
  'a created record': { key: 'POST /temp-partner', body: { PartnerName: 'Rohan Das' } },
}

/** Calls of which §7 does not say what they answer. */
const WRITES: Record<string, TransportRequest> = {
  'a swap': { key: 'PATCH /bookings/{id}', params, body: bookingJson({ _id: 'b1' }) },
  'a deletion': { key: 'DELETE /partners/{id}', params, body: { deletedBy: 'Super Admin' } },
}

const FAILED: [string, RequestListener, ApiErrorKind][] = [
  ...(
    [
      [400, 'invalid'],
      [401, 'unauthorised'],
      [403, 'forbidden'],
      [404, 'notFound'],
      [409, 'conflict'],
      [429, 'tooMany'],
      [500, 'server'],
    ] as const
  ).map(([status, kind]): (typeof FAILED)[number] => [
    `status ${status}`,
    (_request, response) => send(response, '{"message":"Something broke"}', status),
    kind,
  ]),
  ['a dropped connection', (request) => request.socket.destroy(), 'unreachable'],
  ['no answer', () => {}, 'timeout'],
  [
    'a page of HTML',
    (_request, response) =>
      void response.setHeader('content-type', 'text/html').end('<p>Wi-Fi</p>'),
    'malformed',
  ],
]

const UNREADABLE: [string, RequestListener][] = [
  ['an answer of another shape', (_request, response) => send(response, '{"weather":"fine"}')],
  ['an empty answer', (_request, response) => send(response, '')],
]

/** The bodies of successful writes that PHP and Express send as text/html unless the host names another type. */
const UNTYPED = ['{"message":"Partner deleted"}', 'Partner deleted', '']

const closers: (() => Promise<void>)[] = []
afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

/** Makes a call to a host that gives every call the same answer. */
async function answerTo(request: TransportRequest, answer: RequestListener, timeout?: number) {
  const host = await answeringServer(answer)
  closers.push(host.close)
  const tokens = { person: () => '', token: () => 'secret', onUnauthorised() {} }
  const settings = { base: host.url, apiKey: null, superAdminNumbers: [], tokens, timeout }
  return createAdapter(settings).send(request)
}

describe.each(Object.entries({ ...READS, ...WRITES }))('%s of a plain host', (_title, request) => {
  test.each(FAILED)('that fails with %s is an ApiError of its kind', async (_, answer, kind) => {
    const timeout = kind === 'timeout' ? 80 : undefined
    await expect(answerTo(request, answer, timeout)).rejects.toMatchObject({
      name: 'ApiError',
      kind,
    })
  })
})

describe.each(Object.entries(READS))('%s of a plain host', (_title, request) => {
  test.each(UNREADABLE)('is malformed if it is %s', async (_, answer) => {
    await expect(answerTo(request, answer)).rejects.toMatchObject({
      kind: 'malformed',
      details: { call: expect.stringMatching(/^(?:GET|POST) \//) },
    })
  })
})

describe.each(Object.entries(WRITES))('%s on a plain host', (_title, request) => {
  test.each(UNREADABLE)('succeeds with %s', async (_, answer) => {
    await expect(answerTo(request, answer)).resolves.toMatchObject({ status: 200 })
  })

  test.each(UNTYPED)('succeeds with the type text/html and the body %j', async (body) => {
    const answer: RequestListener = (_request, response) =>
      send(response, body, 200, 'text/html; charset=utf-8')
    await expect(answerTo(request, answer)).resolves.toMatchObject({ status: 200 })
  })

  test('fails with a page of HTML after blank lines', async () => {
    const answer: RequestListener = (_request, response) =>
      send(response, '\n\n<!doctype html><title>Sign in</title>', 200, 'text/html')
    await expect(answerTo(request, answer)).rejects.toMatchObject({ kind: 'malformed' })
  })
})

function send(
  response: ServerResponse,
  body: string,
  status = 200,
  type = 'application/json',
): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}
