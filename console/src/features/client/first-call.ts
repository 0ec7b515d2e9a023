/** The first call of the opened screen, which the page sent before the console had loaded. */
export interface FirstCall {
  url: string
  authorization: string
  answer: Promise<Response>
  abort: (reason: unknown) => void
}

declare global {
  interface Window {
    /** Set by the page (`build/first-call-script.ts`). */
    firstCall?: FirstCall | undefined
  }
}

/**
 * Like `fetch`, but returns the answer that the page has already requested, if this is the first call and the same.
 * Compares the session, but no other headers, because no read sends any.
 */
export async function fetchFirst(url: string, init: RequestInit): Promise<Response> {
  const sent = window.firstCall
  // only the first call may use it: for a later one it would be out of date
  window.firstCall = undefined
  const { method, signal } = init
  const authorization = new Headers(init.headers).get('authorization')
  if (method !== 'GET' || sent?.url !== url || sent.authorization !== authorization)
    return fetch(url, init)
  signal?.addEventListener('abort', () => sent.abort(signal.reason))
  return sent.answer
}
