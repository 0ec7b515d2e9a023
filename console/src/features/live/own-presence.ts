import { randomUuid } from '@mandap/client/random-uuid.ts'
import { bearer, request } from '@mandap/client/http.ts'
import type { Client } from '@mandap/client/client.ts'
import type { PresenceReport } from '@mandap/contract/live.ts'
import type { QueryClient } from '@tanstack/preact-query'
import { config } from '../client/config.ts'
import { session } from '../session/current.ts'
import { openRecordIn } from './presence.ts'

/** Milliseconds for which a record must be open before it is reported. */
const SETTLED_MS = 200

/**
 * Reports to the others which record this tab has open: the one whose presence is on the screen. Also reports that the tab is
 * closed, unless its stream ends with it.
 */
export function createOwnPresence(client: Client, queryClient: QueryClient, endsWithTab = false) {
  const tab = randomUuid()
  const cache = queryClient.getQueryCache()
  let stream: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let sent = ''

  function currentReport(): PresenceReport | undefined {
    if (stream === undefined) return undefined
    return { stream, tab, record: openRecordIn(cache) }
  }

  function send() {
    const body = currentReport()
    if (!body || sent === JSON.stringify(body)) return
    sent = JSON.stringify(body)
    // a failure is no reason to disturb: the next change of the screen or of the connection sends it again
    client.send('PUT /presence', { body }).catch(() => (sent = ''))
  }

  function schedule() {
    clearTimeout(timer)
    timer = setTimeout(send, SETTLED_MS)
  }

  const unsubscribe = cache.subscribe(({ type, query }) => {
    const isObserved = type === 'observerAdded' || type === 'observerRemoved'
    if (isObserved && query.queryKey[0] === 'presence') schedule()
  })

  /** Reports that the tab is closed. The page does not wait for an answer. */
  function leave() {
    const token = session.currentToken()
    const body = currentReport()
    if (endsWithTab || token === null || !body?.record) return
    sent = ''
    request({
      method: 'PUT',
      url: `${config().host}/presence`,
      call: 'PUT /presence',
      headers: bearer(token),
      body: { ...body, record: null },
      keepalive: true,
    }).catch(() => {})
  }

  addEventListener('pagehide', leave)
  addEventListener('pageshow', schedule)
  return {
    /** The connection of the browser has another stream. */
    follow: (opened: string): void => {
      stream = opened
      schedule()
    },
    close: (): void => {
      clearTimeout(timer)
      unsubscribe()
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', schedule)
    },
  }
}
