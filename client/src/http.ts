import { isObject, readNumber, readObject, readText } from '@mandap/domain/wire/read.ts'
import { type ApiErrorKind, ApiError } from './api-error.ts'
import { type SessionTokens, withSession } from './session-tokens.ts'

export interface HttpHost {
  base: string
  tokens: SessionTokens
  timeout?: number | undefined
  fetch?: typeof fetch | undefined
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface CallOptions {
  query?: Readonly<Record<string, string | number | undefined>>
  headers?: Readonly<Record<string, string>>
  body?: unknown
  signal?: AbortSignal | undefined
}

const TIMEOUT = 30_000

/** The JSON that a call answers. */
export async function ask(
  host: HttpHost,
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<unknown> {
  const call = `${method} ${path}`
  const limit = AbortSignal.timeout(host.timeout ?? TIMEOUT)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  try {
    const response = await open(host, method, path, { ...options, signal })
    return parse(await response.text(), call)
  } catch (error) {
    throw failureOf(error, call, options.signal)
  }
}

/** Makes a call whose answer says nothing beyond its success (§7). */
export async function tell(
  host: HttpHost,
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<void> {
  const call = `${method} ${path}`
  const limit = AbortSignal.timeout(host.timeout ?? TIMEOUT)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  try {
    const response = await open(host, method, path, { ...options, signal })
    await response.body?.cancel()
    // a page is what a wrong address or a proxy's sign-in answers: nothing was saved
    if (response.headers.get('content-type')?.startsWith('text/html'))
      throw new ApiError('malformed', { call })
  } catch (error) {
    throw failureOf(error, call, options.signal)
  }
}

/** The bytes that a GET answers, as they come; the time limit is for each wait, not for the whole. */
export async function* stream(
  host: HttpHost,
  path: string,
  options: CallOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const stalled = new AbortController()
  const stall = () => stalled.abort(new DOMException('No answer', 'TimeoutError'))
  const signal = options.signal ? AbortSignal.any([options.signal, stalled.signal]) : stalled.signal
  let timer = setTimeout(stall, host.timeout ?? TIMEOUT)
  try {
    const response = await open(host, 'GET', path, { ...options, signal })
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      clearTimeout(timer)
      yield part.value
      timer = setTimeout(stall, host.timeout ?? TIMEOUT)
    }
  } catch (error) {
    throw failureOf(error, `GET ${path}`, options.signal)
  } finally {
    clearTimeout(timer)
    stalled.abort()
  }
}

function open(
  host: HttpHost,
  method: Method,
  path: string,
  options: CallOptions,
): Promise<Response> {
  return withSession(host.tokens, async (token) => {
    const response = await send(host, method, path, options, token)
    if (response.ok) return response
    throw await refusal(response, `${method} ${path}`)
  })
}

function send(
  host: HttpHost,
  method: Method,
  path: string,
  { query = {}, headers = {}, body, signal }: CallOptions,
  token: string | null,
): Promise<Response> {
  const sent = new Headers({ accept: 'application/json', ...headers })
  if (token !== null) sent.set('authorization', `Bearer ${token}`)
  if (body !== undefined) sent.set('content-type', 'application/json')
  return (host.fetch ?? fetch)(`${host.base}${path}${queryText(query)}`, {
    method,
    headers: sent,
    body: body === undefined ? null : JSON.stringify(body),
    // a list kept by the browser may be older than the change just made
    cache: 'no-cache',
    signal: signal ?? null,
  })
}

function queryText(query: NonNullable<CallOptions['query']>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) params.set(name, String(value))
  return params.size === 0 ? '' : `?${params}`
}

function parse(text: string, call: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('malformed', { call, cause })
  }
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
  const error = isObject(body) && isObject(body['error']) ? body['error'] : readObject(body)
  return new ApiError(kind, {
    call,
    status,
    code: readText(error['code']) || undefined,
    message: readText(error['message']) || undefined,
    field: readText(error['field']) || undefined,
    retryAfter: readNumber(response.headers.get('retry-after')) ?? undefined,
    body,
  })
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The failure that an error of a call stands for; an abort of the caller's own stays what it is. */
function failureOf(error: unknown, call: string, signal: AbortSignal | undefined): unknown {
  if (error instanceof ApiError) return error
  if (signal?.aborted) return signal.reason
  const kind =
    error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
  return new ApiError(kind, { call, cause: error })
}
