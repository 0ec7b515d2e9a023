import { ERROR_CODES, type ErrorCode } from '@mandap/contract/error-code.ts'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { aBooking } from '@mandap/domain/testing/builders.ts'
import { afterEach, describe, expect, test } from 'vitest'
import {
  FAILURES,
  type ApiErrorKind,
  ApiError,
  hasCode,
  isPassing,
  LIMIT_REACHED,
  ROLE_REQUIRED,
} from './api-error.ts'
import { createClient } from './client.ts'
import { httpTransport } from './http-transport.ts'
import { answeringServer } from '../testing/answering-server.ts'
import { type RecordCalls, recordCalls } from '../testing/record-calls.ts'
import { TODAY } from '../testing/seed.ts'

const MANUAL = {
  PartnerName: 'Meera Joshi',
  companyName: '',
  companyLocation: '',
  companyNumber: '',
  personalNumber: '',
  companyEmailId: '',
}

const BOOKED = { list: 'details', filter: { tab: 'booked' }, today: TODAY } as const

const NUMBER: RequestListener = (_request, response) => json(response, 200, 7)
const EMPTY: RequestListener = (_request, response) => void response.end()

/** Calls whose answer is read. */
const READS = {
  bookingsPage: (calls) => calls.bookingsPage({ listing: BOOKED, limit: 5 }),
  bookingNumbersLike: (calls) => calls.bookingNumbersLike('MB1'),
  bookingsNumbered: (calls) => calls.bookingsNumbered('MB1'),
  booking: (calls) => calls.booking('b1'),
  user: (calls) => calls.user('u1'),
  partner: (calls) => calls.partner('p1'),
  tempPartner: (calls) => calls.tempPartner('p1'),
  partnersPage: (calls) => calls.partnersPage({ listing: { list: 'approved' }, limit: 5 }),
  partnerCounts: (calls) => calls.partnerCounts(''),
  approvedPartnerNames: (calls) => calls.approvedPartnerNames(),
  usersPage: (calls) => calls.usersPage({ listing: {}, limit: 5 }),
  userBookingCounts: (calls) => calls.userBookingCounts({ userId: 'u1', today: TODAY }),
  totals: (calls) => calls.totals(TODAY),
  exportList: (calls) =>
    calls.exportList({ of: 'bookings', listing: BOOKED }, 'csv', TODAY.timeZone),
  createTempPartner: (calls) => calls.createTempPartner(MANUAL),
} satisfies Record<string, (calls: RecordCalls) => Promise<unknown>>

const WRITES = {
  swapBookingPartner: (calls) =>
    calls.swapBookingPartner(aBooking(), { id: 'p1', name: 'Ishaan Rao', mobile: '90' }),
} satisfies Record<string, (calls: RecordCalls) => Promise<unknown>>

const refuse =
  (status: number): RequestListener =>
  (_request, response) =>
    json(response, status, { error: { code: 'X', message: 'The field is wrong.', field: 'name' } })

const FAILED_ANSWERS: [string, RequestListener, ApiErrorKind][] = [
  ['400', refuse(400), 'invalid'],
  ['401', refuse(401), 'unauthorised'],
  ['403', refuse(403), 'forbidden'],
  ['404', refuse(404), 'notFound'],
  ['409', refuse(409), 'conflict'],
  ['422', refuse(422), 'invalid'],
  ['429', refuse(429), 'tooMany'],
  ['500', refuse(500), 'server'],
  ['503 as a page of HTML', (_request, response) => html(response, 503), 'server'],
  ['a dropped connection', (request) => request.socket.destroy(), 'unreachable'],
  ['a stall', () => {}, 'timeout'],
  ['a page of HTML', (_request, response) => html(response, 200), 'malformed'],
]

const UNREADABLE_ANSWERS: [string, RequestListener, ApiErrorKind][] = [
  ['a connection dropped during the answer', dropWithin, 'unreachable'],
  ['a stall during the answer', (_request, response) => void response.write('['), 'timeout'],
  ['an empty body', EMPTY, 'malformed'],
  ['a truncated answer', (_request, response) => response.end('[{"_id":"b1","num'), 'malformed'],
  ['a number', NUMBER, 'malformed'],
]

const closers: (() => Promise<void>)[] = []
afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

async function callsTo(
  answer: RequestListener,
  {
    renew,
    timeout,
  }: { renew?: (refused: string) => Promise<string | null>; timeout?: number | undefined } = {},
) {
  const server = await answeringServer(answer)
  closers.push(server.close)
  let token: string | null = 'token-1'
  const ended: string[] = []
  const tokens = {
    person: () => '',
    token: () => token,
    renew: async (refused: string) => (token = (await renew?.(refused)) ?? token),
    onUnauthorised: () => void ended.push(String(token)),
    onNoAccess: (reason: string) => void ended.push(reason),
  }
  const base = server.url
  const client = createClient(httpTransport({ base, tokens, timeout, retryDelays: [1, 1] }))
  return { calls: recordCalls(client), ended, server }
}

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('a call over HTTP', () => {
  describe.each([
    {
      name: 'that reads',
      call: READS.bookingsPage,
      answers: [...FAILED_ANSWERS, ...UNREADABLE_ANSWERS],
    },
    { name: 'that writes', call: WRITES.swapBookingPartner, answers: FAILED_ANSWERS },
  ])('$name', ({ call, answers }) => {
    test.each(answers)('%s is %s', async (_, answer, failure) => {
      // a short time limit would fail the other answers on a busy machine
      const timeout = failure === 'timeout' ? 80 : undefined
      const { calls } = await callsTo(answer, { timeout })
      const { kind: found, message } = await failureOf(call(calls))
      expect(found).toBe(failure)
      expect(message).toMatch(found === 'invalid' ? 'The field is wrong.' : /^[A-Z].*\.$/)
    })
  })

  test.each(Object.entries(READS))(
    '%s: a number and an empty body are malformed',
    async (_, call) => {
      for (const answer of [NUMBER, EMPTY]) {
        const { calls } = await callsTo(answer)
        expect((await failureOf(call(calls))).kind).toBe('malformed')
      }
    },
  )

  test('a list under another name than data is malformed, not an empty list', async () => {
    const { calls } = await callsTo((_request, response) =>
      json(response, 200, { bookings: [{ _id: 'b1' }] }),
    )
    expect((await failureOf(READS.bookingsPage(calls))).kind).toBe('malformed')
  })

  test('a call without a server rejects as unreachable', async () => {
    const { calls, server } = await callsTo(refuse(500))
    await server.close()
    expect((await failureOf(READS.bookingsPage(calls))).kind).toBe('unreachable')
    expect((await failureOf(calls.booking('b1'))).kind).toBe('unreachable')
  })

  test('a rejected token is renewed once, and the call is sent again', async () => {
    const { calls, ended } = await callsTo(
      (request, response) =>
        request.headers.authorization === 'Bearer token-2'
          ? json(response, 200, { data: { _id: 'b1', name: 'Kavya' } })
          : json(response, 401, {}),
      { renew: async () => 'token-2' },
    )
    expect(await calls.user('b1')).toMatchObject({ name: 'Kavya' })
    expect(ended).toEqual([])
  })

  test.each(Object.entries({ ...READS, ...WRITES }))(
    '%s: ends the session once when the server also rejects the renewed token',
    async (_name, call) => {
      const { calls, ended } = await callsTo(refuse(401), { renew: async () => 'token-2' })
      expect((await failureOf(call(calls))).kind).toBe('unauthorised')
      expect(ended).toEqual(['token-2'])
    },
  )

  test('ends the session with the reason of the server when the person has no access', async () => {
    const message = 'ravi@example.in is not an administrator here.'
    const { calls, ended } = await callsTo((_request, response) =>
      json(response, 403, { error: { code: 'NOT_AN_ADMINISTRATOR', message } }),
    )
    expect((await failureOf(calls.booking('b1'))).kind).toBe('forbidden')
    expect(ended).toEqual([message])
  })

  test('the error of a 400 names the field', async () => {
    const { calls } = await callsTo(refuse(400))
    expect(await failureOf(calls.createTempPartner(MANUAL))).toMatchObject({ field: 'name' })
  })

  test.each([
    ['20', 'Try again in a minute.'],
    ['2711', 'Try again in 46 minutes.'],
  ])('the message of a 429 with retry-after: %s says %s', async (seconds, hint) => {
    const { calls } = await callsTo((_request, response) =>
      json(response.setHeader('retry-after', seconds), 429, {}),
    )
    expect((await failureOf(calls.booking('b1'))).message).toBe(`Too many requests. ${hint}`)
  })
})

describe('the message of a failed call', () => {
  test('is that of the server beyond a limit that Super Admin lifts', () => {
    const message = 'You have opened 600 documents within an hour.'
    expect(new ApiError('forbidden', { code: LIMIT_REACHED, message }).message).toBe(message)
  })

  test('is that of the server for a call that viewers cannot make', () => {
    const message = 'Viewers cannot do this. Ask a Super Admin for the administrator role.'
    expect(new ApiError('forbidden', { code: ROLE_REQUIRED, message }).message).toBe(message)
  })

  test.each([
    ['tooMany', 'TOO_MANY_EXPORTS', 'Too many exports. Try again in 46 minutes.'],
    ['tooMany', 'TOO_MANY_ATTEMPTS', 'Too many invitations within an hour. Try again in a minute.'],
    ['tooMany', 'TOO_MANY_LISTS', 'You are already loading 12 lists.'],
    ['server', 'ENCRYPTION_KEY_UNAVAILABLE', 'The server does not have the key of the numbers.'],
    ['server', 'DISK_FULL', 'The disk of the server is full, and nothing was saved.'],
    ['server', 'EXPORTS_BUSY', 'The server is busy with other exports. Try again in a minute.'],
  ] as const)('is that of the server: %s, %s', (kind, code, message) => {
    const error = new ApiError(kind, { code, message, retryAfter: 2711, requestId: 'f3a94c01d2e8' })
    expect(error.message).toBe(message)
  })

  test('is that of the server for these codes alone', () => {
    const message = 'Says why.'
    const explained = ERROR_CODES.filter(
      (code) => new ApiError('server', { code, message }).message === message,
    )
    expect(explained).toEqual([
      'DISK_FULL',
      'ENCRYPTION_KEY_UNAVAILABLE',
      'ERASED',
      'EXPORTS_BUSY',
      LIMIT_REACHED,
      ROLE_REQUIRED,
      'TOO_MANY_ATTEMPTS',
      'TOO_MANY_CALLS',
      'TOO_MANY_EXPORTS',
      'TOO_MANY_LISTS',
      'TOO_MANY_STREAMS',
    ] satisfies ErrorCode[])
  })

  const said = (kind: ApiErrorKind, call?: string) => new ApiError(kind, { call }).message

  test.each(['GET /bookings', 'GET /user/all', 'GET /partners/counts', 'GET /partner-names'])(
    'says that the server does not support %s, which is not about a record',
    (call) => {
      expect(said('notFound', call)).toMatch('The server does not support this.')
    },
  )

  test.each(['GET /bookings/b1', 'GET /user/u1', 'DELETE /partners/p1'])(
    'says that the record of %s no longer exists',
    (call) => {
      expect(said('notFound', call)).toBe(FAILURES.notFound)
    },
  )

  test('the message of a failed read does not mention saving or input', () => {
    expect(said('conflict', 'GET /bookings/b1')).not.toMatch('save')
    expect(said('invalid', 'GET /bookings')).not.toMatch('input')
    expect(said('forbidden', 'GET /bookings')).toMatch('allowed to see')
    expect(said('conflict', 'PATCH /bookings/b1')).toBe(FAILURES.conflict)
    expect(said('forbidden', 'PUT /partners/p1')).toBe(FAILURES.forbidden)
  })

  test('names the request of a server error, so that its log entry can be found', () => {
    const { message } = new ApiError('server', { requestId: 'f3a94c01d2e8' })
    expect(message).toBe(`${FAILURES.server} If the problem remains, report request f3a94c01d2e8.`)
  })

  test.each([undefined, 'GET /bookings', 'PATCH /bookings/b1'])(
    'says of %s that the request was too large if a proxy answers 413',
    (call) => {
      const { message } = new ApiError('invalid', { call, status: 413 })
      expect(message).toBe('The request was too large. Shorten your text and try again.')
    },
  )

  test('is that of the server for a file that is too large', () => {
    const message = 'The file is larger than 10 MB.'
    expect(new ApiError('invalid', { status: 413, message }).message).toBe(message)
  })

  test('every message says what to do next', () => {
    for (const kind of Object.keys(FAILURES) as ApiErrorKind[])
      for (const call of [undefined, 'GET /bookings', 'PATCH /bookings/b1'])
        expect(said(kind, call)).toMatch(/[Tt]ry again|again\.|Ask|Go back|Tell|Sign in/)
  })
})

test('only server errors, unreachable servers and timeouts are temporary', () => {
  const kinds = Object.keys(FAILURES) as ApiErrorKind[]
  expect(kinds.filter((kind) => isPassing(new ApiError(kind)))).toEqual([
    'server',
    'unreachable',
    'timeout',
  ])
  expect(isPassing(new Error('a defect'))).toBe(false)
})

test('hasCode finds one of several codes of a failed call', () => {
  const error = new ApiError('invalid', { code: 'WRONG_CODE' })
  expect(hasCode(error, 'USED_CODE', 'WRONG_CODE')).toBe(true)
  expect(hasCode(error, 'USED_CODE')).toBe(false)
  expect(hasCode(new ApiError('invalid'), 'WRONG_CODE')).toBe(false)
  expect(hasCode(new Error('WRONG_CODE'), 'WRONG_CODE')).toBe(false)
})

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function html(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' })
  response.end('<!doctype html><script>var a = [{"data": [{}]}]</script>')
}

function dropWithin(_request: IncomingMessage, response: ServerResponse): void {
  response.write('[{"_id":', () => response.destroy())
}
