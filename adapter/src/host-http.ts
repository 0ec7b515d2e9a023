import { ApiError } from '@mandap/client/api-error.ts'
import {
  bearer,
  type HttpAnswer,
  type HttpRequest,
  jsonOf,
  type Method,
  request,
  stream,
} from '@mandap/client/http.ts'

/** A host of §7 and how its calls are made. */
export interface HostConnection {
  /** Precedes every path: 'https://host.example/api', or '' for the console's own origin. */
  base: string
  /** The token of the session; null without one. */
  token: () => string | null
  /** Milliseconds without an answer after which a call fails. */
  timeout?: number | undefined
  /** Answers instead of the network. */
  fetch?: typeof fetch | undefined
}

type Options = Pick<HttpRequest, 'query' | 'headers' | 'body' | 'signal'>

/** Makes a call and returns the JSON of its answer. */
export async function ask(
  host: HostConnection,
  method: Method,
  path: string,
  options: Options = {},
): Promise<unknown> {
  return jsonOf(await send(host, method, path, options), `${method} ${path}`)
}

/** Makes a call whose answer says no more than that it succeeded (§7). */
export async function tell(
  host: HostConnection,
  method: Method,
  path: string,
  options: Options = {},
): Promise<void> {
  const { type } = await send(host, method, path, options)
  // a page is what a wrong address or the sign-in of a proxy answers: nothing was saved
  if (type.startsWith('text/html')) throw new ApiError('malformed', { call: `${method} ${path}` })
}

/** Streams the bytes of a whole list. */
export function streamList(
  host: HostConnection,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  return stream(optionsOf(host, 'GET', path, { headers }))
}

function send(
  host: HostConnection,
  method: Method,
  path: string,
  options: Options,
): Promise<HttpAnswer> {
  return request(optionsOf(host, method, path, options))
}

function optionsOf(
  { base, token, timeout, fetch }: HostConnection,
  method: Method,
  path: string,
  { headers, ...options }: Options,
): HttpRequest {
  return {
    method,
    url: `${base}${path}`,
    call: `${method} ${path}`,
    headers: { ...headers, ...bearer(token()) },
    timeout,
    fetch,
    ...options,
  }
}
