import { ApiError } from '@mandap/client/api-error.ts'
import { callPath } from '@mandap/client/call-path.ts'
import type { TransportAnswer, TransportRequest } from '@mandap/client/transport.ts'

/**
 * The ways in which a call fails: each kind of `ApiError`, and two answers that the client refuses. `malformed` is an
 * answer that is not JSON.
 */
export const FAILURE_MODES = [
  'unauthorised',
  'forbidden',
  'notFound',
  'conflict',
  'invalid',
  'tooMany',
  'server',
  'unreachable',
  'timeout',
  'malformed',
  'wrongShape',
  'empty',
] as const
export type FailureMode = (typeof FAILURE_MODES)[number]

const STATUS = {
  unauthorised: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  invalid: 400,
  tooMany: 429,
  server: 500,
} as const satisfies Partial<Record<FailureMode, number>>

export const REFUSAL = 'The server says why.'
const BODY = { error: { code: 'INTERNAL', message: REFUSAL } } as const
const WRONG_SHAPE = { weather: 'fine' }

/** Fails a call of the contract as a transport does. */
export function failCall(request: TransportRequest, mode: FailureMode): TransportAnswer {
  if (mode === 'wrongShape') return { status: 200, body: WRONG_SHAPE }
  if (mode === 'empty') return { status: 200, body: undefined }
  const { method, path } = callPath(request)
  const answered = isRefusal(mode) && { status: STATUS[mode], ...BODY.error, body: BODY }
  throw new ApiError(mode, { call: `${method} ${path}`, ...answered })
}

/** Fails an HTTP request as `fetch` does. */
export function failRequest(mode: FailureMode): Response {
  if (isRefusal(mode)) return Response.json(BODY, { status: STATUS[mode] })
  switch (mode) {
    case 'unreachable':
      throw new TypeError('Failed to fetch')
    case 'timeout':
      throw new DOMException('No answer', 'TimeoutError')
    case 'malformed':
      return new Response('<title>Wi-Fi</title>', { headers: { 'content-type': 'text/html' } })
    case 'wrongShape':
      return Response.json(WRONG_SHAPE)
    case 'empty':
      return new Response('', { headers: { 'content-type': 'application/json' } })
  }
}

function isRefusal(mode: FailureMode): mode is keyof typeof STATUS {
  return mode in STATUS
}
