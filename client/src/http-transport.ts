import { POSITION_HEADER } from '@mandap/contract/position.ts'
import { QUERY_HEADER, URL_PARAMETERS } from '@mandap/contract/url-parameters.ts'
import { IDEMPOTENT_CALLS } from './answers.ts'
import { ApiError } from './api-error.ts'
import { callPath } from './call-path.ts'
import {
  bearer,
  failureOf,
  type HttpAnswer,
  type HttpRequest,
  jsonOf,
  queryText,
  request,
} from './http.ts'
import { repeatableWrites } from './repeatable-writes.ts'
import { type SessionTokens, attemptCall } from './session-tokens.ts'
import type { Transport, TransportAnswer } from './transport.ts'

export interface HttpTransportSettings {
  /** The base URL of every path: 'https://host.example/api', or '' for the page's own origin. */
  base: string
  tokens: SessionTokens
  /** Milliseconds without an answer after which a call fails. */
  timeout?: number | undefined
  /** Milliseconds before each repetition of a write whose answer was lost. */
  retryDelays?: readonly number[] | undefined
  /** Called with 1 when a write begins to wait until the database of the server is back, and with -1 when it is sent again. */
  onWaiting?: ((change: 1 | -1) => void) | undefined
  /** Replaces the network. */
  fetch?: HttpRequest['fetch']
}

/** Sends contract calls to our own server. */
export function httpTransport(settings: HttpTransportSettings): Transport {
  const { base, tokens, timeout, fetch } = settings
  const write = repeatableWrites(settings)
  let position: Record<string, string> = {}
  return {
    send(sent, signal) {
      const { key, body } = sent
      const { method, path } = callPath(sent)
      const { query, header } = splitQuery(sent.query)
      const headers = { ...sent.headers, ...header, ...(method === 'GET' && position) }
      const call = `${method} ${path}`
      // a write is repeated only for the person who began it
      const person = tokens.person()
      const attempt = (more: Record<string, string> = {}, limit = timeout) =>
        attemptCall(sent.headers, tokens, person, async (token) => {
          const all = { ...headers, ...more, ...bearer(token) }
          const options = { method, url: `${base}${path}`, call, query, headers: all, body }
          return bodyOf(await request({ ...options, signal, timeout: limit, fetch }), call)
        }).catch((error: unknown) => {
          // getting the token may also fail
          throw failureOf(error, call, signal)
        })
      if (!IDEMPOTENT_CALLS.includes(key)) return attempt()
      const content = [key, sent.params, sent.headers?.['if-match'], body]
      return write({ path, content: JSON.stringify(content) }, (idempotencyKey, limit) =>
        attempt({ 'idempotency-key': idempotencyKey }, limit),
      )
    },

    refresh() {},
    readFrom: (from) => void (position = { [POSITION_HEADER]: from }),
    watch: () => () => {},

    async *follow(missed, signal) {
      const { eventStream } = await import('./event-stream.ts')
      yield* eventStream({ base, tokens, fetch }, missed, signal)
    },
  }
}

type Query = NonNullable<HttpRequest['query']>

/** Returns the parameters that belong in the URL, and a header with the others. */
export function splitQuery(all: Query = {}): { query: Query; header: Record<string, string> } {
  const entries = Object.entries(all)
  const isInUrl = ([name]: [string, unknown]) => URL_PARAMETERS.includes(name)
  const others = queryText(Object.fromEntries(entries.filter((entry) => !isInUrl(entry))))
  return {
    query: Object.fromEntries(entries.filter(isInUrl)),
    header: others === '' ? {} : { [QUERY_HEADER]: others.slice(1) },
  }
}

function bodyOf(answer: HttpAnswer, call: string): TransportAnswer {
  const { status, type, text } = answer
  // a wrong address or a proxy's sign-in answers with a page, and the call had no effect
  if (type.startsWith('text/html')) throw new ApiError('malformed', { call })
  return { status, body: text === '' ? undefined : jsonOf(answer, call) }
}
