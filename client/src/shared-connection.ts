import { randomUuid } from './random-uuid.ts'
import { keepConnected } from './live-connection.ts'
import type { Follow, LiveMessage } from './live-message.ts'

interface Settings {
  follow: Follow
  /** Epoch milliseconds at which this tab began to read. */
  since: number
  onMessage: (message: LiveMessage) => void
  /** Distinguishes the sessions of a browser. */
  name: string
  /** Null in a browser without them. */
  locks?: Pick<LockManager, 'request'> | null
  page?: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  hiddenMs?: number
}

/** What tabs send each other. */
type TabMessage =
  | { is: 'message'; message: LiveMessage }
  /** A new tab asks for what was received since a time. */
  | { is: 'ask'; tab: string; since: number }
  | { is: 'answer'; tab: string; messages: readonly LiveMessage[] }

/** Milliseconds after which a hidden tab gives up the connection of all tabs, or one of its own. */
const HIDDEN_MS = 60_000
const HIDDEN_ALONE_MS = 1000

/** Messages that a tab repeats for a new one. */
const MAX_RECENT = 50

/**
 * Follows changes in all tabs of a browser by one connection: the tab with the lock has it and passes its messages on.
 * Without locks, each tab has its own connection. A hidden tab leaves after a while, and catches up when it is shown.
 * Returns a function that ends it.
 */
export function shareConnection(settings: Settings): () => void {
  // browsers have locks in secure contexts only
  const { follow, onMessage, name, locks = navigator.locks } = settings
  const { page = document, hiddenMs = locks ? HIDDEN_MS : HIDDEN_ALONE_MS } = settings
  const tab = randomUuid()
  let since = settings.since
  let after: number | null = null
  // the position of the last change, which a leading tab sends to a tab that missed messages
  let position: string | undefined
  let leave: (() => void) | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  function receive(message: LiveMessage) {
    if (message.is !== 'retry') after = message.id ?? after
    if (message.is === 'change') position = message.change.position
    else if (message.is === 'many') position = message.position ?? position
    onMessage(message)
  }

  /** Begins to receive messages, from another tab or by a connection of its own. Returns a function that ends it. */
  function join(): () => void {
    return locks ? joinTabs(locks) : joinAlone()
  }

  function joinAlone(): () => void {
    const { close } = leadTabs(() => {})
    return () => {
      since = Date.now()
      close()
    }
  }

  function joinTabs(shared: Pick<LockManager, 'request'>): () => void {
    const channel = new BroadcastChannel(name)
    const left = new AbortController()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    const post = (message: TabMessage) => channel.postMessage(message)
    let lead: ReturnType<typeof leadTabs> | undefined

    channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
      if (data.is === 'message') receive(data.message)
      else if (data.is === 'ask') lead?.answer(data.tab, data.since)
      else if (data.tab === tab) data.messages.forEach(receive)
    })
    post({ is: 'ask', tab, since })
    const hold = () =>
      new Promise<void>((resolve) => {
        if (left.signal.aborted) return resolve()
        lead = leadTabs(post)
        left.signal.addEventListener('abort', () => resolve())
      })
    shared.request(name, { signal: left.signal }, hold).catch(() => {})
    return () => {
      since = Date.now()
      lead?.close()
      left.abort()
      channel.close()
    }
  }

  /** Opens the connection, and passes its messages on. */
  function leadTabs(post: (message: TabMessage) => void) {
    const recent: { at: number; message: LiveMessage }[] = []
    const begun = Date.now()
    let opened: Extract<LiveMessage, { is: 'open' }>[] = []
    const close = keepConnected({
      follow,
      after,
      since,
      onMessage(message) {
        if (message.is === 'open') opened = [message]
        else recent.push({ at: Date.now(), message })
        if (recent.length > MAX_RECENT) recent.shift()
        receive(message)
        post({ is: 'message', message })
      },
    })
    return {
      close,
      answer(asking: string, from: number) {
        const oldest = recent.length < MAX_RECENT ? begun : (recent[0]?.at ?? begun)
        // within the same millisecond, or if the clock was set back, a message may have been missed
        const messages: LiveMessage[] =
          from <= oldest || from > Date.now()
            ? [{ is: 'many', id: null, ...(position && { position }) }]
            : recent.filter(({ at }) => at >= from).map(({ message }) => message)
        // the new tab continues after the last message, not after the id with which the connection was opened
        const now = opened.map((message) => ({ ...message, id: after }))
        post({ is: 'answer', tab: asking, messages: [...now, ...messages] })
      },
    }
  }

  function followVisibility() {
    clearTimeout(hiding)
    if (page.visibilityState === 'visible') leave ??= join()
    else
      hiding = setTimeout(() => {
        leave?.()
        leave = undefined
      }, hiddenMs)
  }

  if (page.visibilityState === 'visible') leave = join()
  page.addEventListener('visibilitychange', followVisibility)
  return () => {
    page.removeEventListener('visibilitychange', followVisibility)
    clearTimeout(hiding)
    leave?.()
  }
}
