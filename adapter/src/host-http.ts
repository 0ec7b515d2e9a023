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

/** A plain host and how to call it. */
export interface HostConnection {
  /** The base URL of every path: 'https://host.example/api', or '' for the console's own origin. */
  base: string
  /** Returns the token of the session; null without one. */
  token: () => string | null
  /** Milliseconds without an answer after which a call fails. */
  timeout?: number | undefined
  /** Replaces the network. */
  fetch?: typeof fetch | undefined
}

type Options = Pick<HttpRequest, 'query' | 'headers' | 'body' | 'signal'>

/** Sends a call and returns the JSON of its answer. */
export async function fetchJson(
  host: HostConnection,
  method: Method,
  path: string,
  options: Options = {},
): Promise<unknown> {
  return jsonOf(await send(host, method, path, options), `${method} ${path}`)
}

/** Sends a call whose answer only says that it succeeded (§7). */
export async function sendWrite(
  host: HostConnection,
  method: Method,
  path: string,
  options: Options = {},
): Promise<void> {
  const { type, text } = await send(host, method, path, options)
  // a wrong address or a proxy's sign-in answers with a page; a host may give other answers the type of a page
  if (type.startsWith('text/html') && text.trim().startsWith('<'))
    throw new ApiError('malformed', { call: `${method} ${path}` })
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
