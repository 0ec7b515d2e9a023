import { QUERY_HEADER } from '@mandap/contract/url-parameters.ts'

/** A call of the opened screen, which the page sent before the console had loaded. */
export interface FirstCall {
  url: string
  /** The rest of the query, which is sent as `QUERY_HEADER`, or ''. */
  query: string
  authorization: string
  answer: Promise<Response>
  abort: (reason: unknown) => void
}

declare global {
  interface Window {
    /** Set by the page (`build/first-calls-script.ts`). */
    firstCalls?: FirstCall[] | undefined
  }
}

/** The records of a list about which the page sends calls too: as many as a phone shows. */
export const FIRST_ROWS = 6

/**
 * Milliseconds from the console's first call in which a call may have the answer. On a slow phone, the calls that follow from
 * a record may be sent seconds after it has arrived. Later, the answer would be out of date.
 */
const FIRST_CALLS_MS = 5000

/**
 * Like `fetch`, but returns the answer that the page has already requested, if this is the same call, among the first
 * ones, and before any change of a record. A call with a grant is another one, because the page sends none. Of the other
 * headers, it compares the session and the rest of the query: no read sends more.
 */
export async function fetchFirst(url: string, init: RequestInit): Promise<Response> {
  const calls = window.firstCalls
  if (calls === undefined) return fetch(url, init)
  const { method, signal } = init
  const headers = new Headers(init.headers)
  const query = headers.get(QUERY_HEADER) ?? ''
  const authorization = headers.get('authorization')
  const isSameSession = calls.every((call) => call.authorization === authorization)
  const isRead = method === 'GET' || method === 'HEAD'
  // the report of the open record changes none
  const isChange = !isRead && !url.endsWith('/presence')
  if (isSameSession && !isChange) setTimeout(forget, FIRST_CALLS_MS)
  else forget()
  const sent = calls.find((call) => call.url === url && call.query === query)
  if (method !== 'GET' || headers.has('x-elevation') || !isSameSession || !sent)
    return fetch(url, init)
  // a later call is another one
  calls.splice(calls.indexOf(sent), 1)
  signal?.addEventListener('abort', () => sent.abort(signal.reason))
  return sent.answer
}

function forget(): void {
  window.firstCalls = undefined
}
