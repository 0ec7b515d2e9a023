import { randomUuid } from '@mandap/client/random-uuid.ts'
import { bearer, request } from '@mandap/client/http.ts'
import type { Client } from '@mandap/client/client.ts'
import type { PresenceReport } from '@mandap/contract/live.ts'
import type { QueryClient } from '@tanstack/preact-query'
import { config } from '../client/config.ts'
import { session } from '../session/current.ts'

/** Milliseconds for which a record must be open before the others are told. */
const SETTLED_MS = 200

/**
 * Tells the others which record this tab has open: the one whose presence is on the screen. A closed tab tells it too, unless
 * its stream ends with the tab.
 */
export function createOwnPresence(client: Client, queryClient: QueryClient, endsWithTab = false) {
  const tab = randomUuid()
  const cache = queryClient.getQueryCache()
  let stream: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let told = ''

  function report(): PresenceReport | undefined {
    if (stream === undefined) return undefined
    const open = cache
      .findAll({ queryKey: ['presence'], type: 'active' })
      .find(({ queryKey }) => queryKey.length === 4)
    const [, subject, subjectId, isReview] = (open?.queryKey ?? []) as [
      unknown,
      'booking' | 'partner',
      string,
      boolean,
    ]
    return { stream, tab, record: open ? { subject, subjectId, isReview } : null }
  }

  function tell() {
    const body = report()
    if (!body || told === JSON.stringify(body)) return
    told = JSON.stringify(body)
    // a failure is no reason to disturb: the next change of the screen or of the connection tells it
    client.send('PUT /presence', { body }).catch(() => (told = ''))
  }

  function schedule() {
    clearTimeout(timer)
    timer = setTimeout(tell, SETTLED_MS)
  }

  const unsubscribe = cache.subscribe(({ type, query }) => {
    const isObserved = type === 'observerAdded' || type === 'observerRemoved'
    if (isObserved && query.queryKey[0] === 'presence') schedule()
  })

  /** Tells that the tab is closed. The page does not wait for an answer. */
  function leave() {
    const token = session.currentToken()
    const body = report()
    if (endsWithTab || token === null || !body?.record) return
    told = ''
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
