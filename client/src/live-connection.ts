import { MAX_PAST_MS } from '@mandap/contract/max-past.ts'
import { ApiError } from './api-error.ts'
import type { Follow, LiveMessage } from './live-message.ts'

interface Settings {
  follow: Follow
  /** The id of the last message that was received; null for none. */
  after: number | null
  /** Epoch milliseconds since when changes are unknown, if no message was received. */
  since: number
  onMessage: (message: LiveMessage) => void
  now?: () => number
  /** Returns a number from 0 to 1. */
  random?: () => number
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000

/** Milliseconds to which the server's `Retry-After` can prolong a delay. */
const MAX_RETRY_AFTER_MS = 5 * 60_000

/**
 * Keeps a stream of changes open, and continues after the last message when it was lost. Returns a function that closes
 * it.
 */
export function keepConnected(settings: Settings): () => void {
  const { follow, since, onMessage, now = Date.now, random = Math.random, wait = pause } = settings
  const closing = new AbortController()
  const { signal } = closing
  let after = settings.after
  let failures = 0

  async function run() {
    while (!signal.aborted) {
      const ms = await connect()
      if (!signal.aborted) await wait(ms, signal)
    }
  }

  /** Follows the stream to its end. Returns the milliseconds before the next connection. */
  async function connect(): Promise<number> {
    let retry: number | undefined
    let retryAfter = 0
    // the server accepts only whole milliseconds
    const past = after === null ? Math.max(0, Math.ceil(now() - since)) : 0
    let isTooLong = past > MAX_PAST_MS
    const missed = after === null ? { past: Math.min(past, MAX_PAST_MS) } : { after }
    try {
      for await (const message of follow(missed, signal)) {
        if (signal.aborted) break
        failures = 0
        if (isTooLong) onMessage({ is: 'many', id: null })
        isTooLong = false
        if (message.is === 'retry') retry = message.ms
        else {
          after = message.id ?? after
          onMessage(message)
        }
      }
    } catch (error) {
      if (error instanceof ApiError) retryAfter = (error.details.retryAfter ?? 0) * 1000
    }
    const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures)
    failures += 1
    // a server that stops sends its own delay, which differs for each stream
    return retry ?? Math.max(delay * (0.5 + random() / 2), Math.min(retryAfter, MAX_RETRY_AFTER_MS))
  }

  void run()
  return () => closing.abort()
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
