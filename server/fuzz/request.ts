/**
 * A request as data: the same seed creates the same request. `{{name}}` is a placeholder for a value that only a
 * running server has, such as a token. It is filled in when the request is sent.
 */
export type FuzzRequest = HttpRequest | RawRequest

export interface HttpRequest {
  kind: 'http'
  /** The call from which the request was made: `'GET /bookings/{id}'`. */
  call: string
  method: string
  /** The encoded path and query. */
  url: string
  headers: [name: string, value: string][]
  body: string | null
  /** The encoding of the body. */
  encoding: 'utf8' | 'latin1'
}

/** Bytes that are written to a connection unchanged. */
export interface RawRequest {
  kind: 'raw'
  text: string
}

/** Returns a short description of the request for a report. */
export function describe(request: FuzzRequest): string {
  if (request.kind === 'raw') return `raw ${shortened(JSON.stringify(request.text))}`
  const { method, url, headers, body } = request
  const sent = headers.map(([name, value]) => `${name}: ${shortened(value, 80)}`).join(', ')
  const content = body === null ? '' : ` ${shortened(JSON.stringify(body))}`
  return `${method} ${shortened(url)} {${sent}}${content}`
}

function shortened(text: string, most = 400): string {
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text
}
