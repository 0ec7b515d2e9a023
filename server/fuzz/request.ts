/**
 * One request, as data: the same seed makes the same request. `{{name}}` stands for what only a running
 * server knows, such as a token, and is filled in when the request is sent.
 */
export type FuzzRequest = HttpRequest | RawRequest

export interface HttpRequest {
  kind: 'http'
  /** The call that it began as: `'GET /bookings/{id}'`. */
  call: string
  method: string
  /** Path and query, encoded. */
  url: string
  headers: [name: string, value: string][]
  body: string | null
  /** How the characters of the body become bytes. */
  encoding: 'utf8' | 'latin1'
}

/** Bytes written to a connection as they are. */
export interface RawRequest {
  kind: 'raw'
  text: string
}

/** The request in a line or two, for a report. */
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
