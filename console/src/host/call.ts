import { isObject, readNumber, readObject, readText } from '@mandap/domain/wire/read.ts'
import { type FailureKind, HostFailure } from './failure.ts'

/** Where the host is and who asks. */
export interface Line {
  /** Before every path: 'https://host.example/api', or '' for the console's own origin. */
  base: string
  /** The session token, sent as bearer on every call; null without a session. */
  token: () => string | null | Promise<string | null>
  /** Another token for the one that a 401 refused, with which the call is made once more. */
  renew?: ((refused: string) => Promise<string | null>) | undefined
  /** The host accepts the session no longer. */
  onUnauthorised: () => void
  /** Milliseconds without an answer after which a call fails; 30 s unless given. */
  timeout?: number | undefined
  /** Milliseconds before each repetition of a write whose answer was lost, on our own server. */
  pauses?: readonly number[] | undefined
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
  line: Line,
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<unknown> {
  const call = `${method} ${path}`
  const limit = AbortSignal.timeout(line.timeout ?? TIMEOUT)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  try {
    const response = await open(line, method, path, { ...options, signal })
    return parse(await response.text(), call)
  } catch (error) {
    throw failureOf(error, call, options.signal)
  }
}

/** Makes a call whose answer says nothing beyond its success (§7). */
export async function tell(
  line: Line,
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<void> {
  const call = `${method} ${path}`
  const limit = AbortSignal.timeout(line.timeout ?? TIMEOUT)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  try {
    const response = await open(line, method, path, { ...options, signal })
    await response.body?.cancel()
    // a page is what a wrong address or a proxy's sign-in answers: nothing was saved
    if (response.headers.get('content-type')?.startsWith('text/html'))
      throw new HostFailure('malformed', { call })
  } catch (error) {
    throw failureOf(error, call, options.signal)
  }
}

/** The bytes that a GET answers, as they come; the time limit is for each wait, not for the whole. */
export async function* stream(
  line: Line,
  path: string,
  options: CallOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const stalled = new AbortController()
  const stall = () => stalled.abort(new DOMException('No answer', 'TimeoutError'))
  const signal = options.signal ? AbortSignal.any([options.signal, stalled.signal]) : stalled.signal
  let timer = setTimeout(stall, line.timeout ?? TIMEOUT)
  try {
    const response = await open(line, 'GET', path, { ...options, signal })
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      clearTimeout(timer)
      yield part.value
      timer = setTimeout(stall, line.timeout ?? TIMEOUT)
    }
  } catch (error) {
    throw failureOf(error, `GET ${path}`, options.signal)
  } finally {
    clearTimeout(timer)
    stalled.abort()
  }
}

/**
 * Makes an attempt with the session's token; refused, once more with a renewed one; refused again,
 * the session is over.
 */
export async function withSession<T>(
  line: Line,
  attempt: (token: string | null) => Promise<T>,
): Promise<T> {
  const token = await line.token()
  try {
    return await attempt(token)
  } catch (refused) {
    if (token === null || !isRefused(refused)) throw refused
    const renewed = (await line.renew?.(token)) ?? token
    try {
      if (renewed === token) throw refused
      return await attempt(renewed)
    } catch (error) {
      // a session replaced meanwhile has nothing to do with this refusal
      if (isRefused(error) && (await line.token()) === renewed) line.onUnauthorised()
      throw error
    }
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof HostFailure && error.kind === 'unauthorised'
}

function open(line: Line, method: Method, path: string, options: CallOptions): Promise<Response> {
  return withSession(line, async (token) => {
    const response = await send(line, method, path, options, token)
    if (response.ok) return response
    throw await refusal(response, `${method} ${path}`)
  })
}

function send(
  line: Line,
  method: Method,
  path: string,
  { query = {}, headers = {}, body, signal }: CallOptions,
  token: string | null,
): Promise<Response> {
  const sent = new Headers({ accept: 'application/json', ...headers })
  if (token !== null) sent.set('authorization', `Bearer ${token}`)
  if (body !== undefined) sent.set('content-type', 'application/json')
  return fetch(`${line.base}${path}${queryText(query)}`, {
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
    throw new HostFailure('malformed', { call, cause })
  }
}

const KINDS: Readonly<Record<number, FailureKind>> = {
  401: 'unauthorised',
  403: 'forbidden',
  404: 'notFound',
  408: 'timeout',
  409: 'conflict',
  410: 'notFound',
  412: 'conflict',
  429: 'tooMany',
}

async function refusal(response: Response, call: string): Promise<HostFailure> {
  const { status } = response
  const kind = KINDS[status] ?? (status >= 500 ? 'server' : 'invalid')
  const body = await response.text().then(jsonOrNull)
  const error = isObject(body) && isObject(body['error']) ? body['error'] : readObject(body)
  return new HostFailure(kind, {
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
  if (error instanceof HostFailure) return error
  if (signal?.aborted) return signal.reason
  const kind =
    error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
  return new HostFailure(kind, { call, cause: error })
}
