import { shown } from '@mandap/domain/text/text.ts'
import type { ErrorCode } from '@mandap/contract/error-code.ts'
import { type ApiErrorKind, ApiError } from './api-error.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface HttpRequest {
  method: Method
  /** The address without a query. */
  url: string
  /** The name of the call in errors and in the log: 'GET /bookings'. */
  call: string
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON; `URLSearchParams` as a form. */
  body?: unknown
  signal?: AbortSignal | undefined
  /** Milliseconds without an answer after which the request fails. */
  timeout?: number | undefined
  /** Whether the request continues after the page is closed. */
  keepalive?: boolean
  /** Replaces the network. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  cache?: RequestCache
}

export interface HttpAnswer {
  status: number
  /** The media type of the body, or ''. */
  type: string
  text: string
}

/** Milliseconds without an answer after which a request fails. */
export const TIMEOUT_MS = 30_000

/**
 * Makes a request and reads its answer. Rejects with an `ApiError` if the answer is no success or is missing,
 * and with the signal's reason if the request is aborted.
 */
export async function request(options: HttpRequest): Promise<HttpAnswer> {
  const { call, timeout = TIMEOUT_MS } = options
  const limit = AbortSignal.timeout(timeout)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  try {
    const response = await open({ ...options, signal })
    const type = response.headers.get('content-type') ?? ''
    return { status: response.status, type, text: await response.text() }
  } catch (error) {
    throw failureOf(error, call, options.signal)
  }
}

/** Streams the bytes of a GET. The time limit is for each chunk, not for the whole answer. */
export async function* stream(
  options: Omit<HttpRequest, 'method'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { call, timeout = TIMEOUT_MS } = options
  const stalled = new AbortController()
  const stall = () => stalled.abort(new DOMException('No answer', 'TimeoutError'))
  const signal = options.signal ? AbortSignal.any([options.signal, stalled.signal]) : stalled.signal
  let timer = setTimeout(stall, timeout)
  try {
    const response = await open({ ...options, method: 'GET', signal })
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      clearTimeout(timer)
      yield part.value
      timer = setTimeout(stall, timeout)
    }
  } catch (error) {
    throw failureOf(error, call, options.signal)
  } finally {
    clearTimeout(timer)
    stalled.abort()
  }
}

/** Returns the JSON of an answer. Throws `malformed` if it is not JSON. */
export function jsonOf({ text }: Pick<HttpAnswer, 'text'>, call: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('malformed', { call, cause })
  }
}

/** Returns the JSON object of an answer. Throws `malformed` if it is not an object. */
export function jsonObjectOf(answer: Pick<HttpAnswer, 'text'>, call: string): JsonObject {
  const json = jsonOf(answer, call)
  if (!isObject(json)) throw new ApiError('malformed', { call })
  return json
}

/** Returns the header with the session token; none without a token. */
export function bearer(token: string | null): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

async function open(options: HttpRequest): Promise<Response> {
  const { method, url, query = {}, headers = {}, body, keepalive = false } = options
  const sent = new Headers({ accept: 'application/json', ...headers })
  const isForm = body instanceof URLSearchParams
  if (body !== undefined && !isForm) sent.set('content-type', 'application/json')
  const response = await (options.fetch ?? fetch)(`${url}${queryText(query)}`, {
    method,
    headers: sent,
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    // a list in the browser's cache may be older than the change just made
    cache: options.cache ?? 'no-cache',
    keepalive,
    signal: options.signal ?? null,
  })
  if (response.ok) return response
  throw await refusal(response, options.call)
}

/** Returns the query of a URL with its question mark, or '' if no parameter is defined. */
export function queryText(query: NonNullable<HttpRequest['query']>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) params.set(name, String(value))
  return params.size === 0 ? '' : `?${params}`
}

const KINDS: Readonly<Record<number, ApiErrorKind>> = {
  401: 'unauthorised',
  403: 'forbidden',
  404: 'notFound',
  408: 'timeout',
  409: 'conflict',
  410: 'notFound',
  412: 'conflict',
  429: 'tooMany',
}

async function refusal(response: Response, call: string): Promise<ApiError> {
  const { status } = response
  const kind = KINDS[status] ?? (status >= 500 ? 'server' : 'invalid')
  const body = await response.text().then(jsonOrNull)
  const envelope = isObject(body) ? body : {}
  const error = isObject(envelope['error']) ? envelope['error'] : envelope
  return new ApiError(kind, {
    call,
    status,
    // another host may send other codes, which nothing looks for
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    code: textOf(error['code']) as ErrorCode | undefined,
    message: textOf(error['message']),
    field: textOf(error['field']),
    retryAfter: secondsOf(response.headers.get('retry-after')),
    requestId: response.headers.get('x-request-id') ?? undefined,
    body,
  })
}

type JsonObject = Readonly<Record<string, unknown>>

// wire/read.ts has such readers too, but would make the script of the sign-in screen larger
function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | undefined {
  return (typeof value === 'string' && shown(value)) || undefined
}

/** Returns the seconds of a `Retry-After`. Ignores a date. */
function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the `ApiError` of a failed call. Returns an abort by the caller unchanged. */
export function failureOf(error: unknown, call: string, signal: AbortSignal | undefined): unknown {
  if (error instanceof ApiError) return error
  if (signal?.aborted) return signal.reason
  const kind =
    error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
  return new ApiError(kind, { call, cause: error })
}
