import { randomUuid } from './random-uuid.ts'
import { type ApiErrorKind, ApiError, isDatabaseLost } from './api-error.ts'

/** Milliseconds before each repetition of a write whose answer was lost. */
const RETRY_DELAYS_MS = [1000, 3000]

/** Milliseconds to which the server's `Retry-After` can prolong a delay. */
const MAX_RETRY_AFTER_MS = 5000

/** Milliseconds for which a write is repeated while the server waits for its database. */
const MAX_WAITING_MS = 90_000

/** Milliseconds without an answer after which a write is repeated. The server answers sooner. */
const TIMEOUT_MS = 12_000

/** Milliseconds for which the key of an unanswered write is kept for a retry by a person. */
const KEY_LASTS_MS = 5 * 60_000

/** Sends a write, possibly several times with the same key. */
export type Write = <T>(
  /** `content` identifies the write. */
  write: { path: string; content: string },
  attempt: (key: string, timeout: number) => Promise<T>,
) => Promise<T>

interface KeptKey {
  key: string
  path: string
  usedAt: number
}

/**
 * Gives each write an `Idempotency-Key`. A write whose answer was lost is repeated, and the server executes it
 * once. The same write that a person repeats has the same key until it is answered.
 */
export function repeatableWrites({
  timeout = TIMEOUT_MS,
  retryDelays = RETRY_DELAYS_MS,
  onWaiting = () => {},
}: {
  timeout?: number | undefined
  retryDelays?: readonly number[] | undefined
  onWaiting?: ((change: 1 | -1) => void) | undefined
}): Write {
  // by content
  const kept = new Map<string, KeptKey>()

  function keyOf(content: string, path: string): string {
    const now = Date.now()
    for (const [other, { usedAt }] of kept) if (now - usedAt > KEY_LASTS_MS) kept.delete(other)
    const key = kept.get(content)?.key ?? randomUuid()
    kept.set(content, { key, path, usedAt: now })
    return key
  }

  /** Drops the keys of unanswered writes of this record, because a retry would now be another change. */
  function forget(content: string, path: string) {
    kept.delete(content)
    const record = recordOf(path)
    if (record === null) return
    for (const [other, key] of kept) if (recordOf(key.path) === record) kept.delete(other)
  }

  /** Returns the milliseconds before the next attempt while the database is lost; undefined after `MAX_WAITING_MS`. */
  function delayOfWait(waits: number, since: number): number | undefined {
    const isOver = performance.now() - since >= MAX_WAITING_MS
    return isOver ? undefined : (retryDelays[waits] ?? retryDelays.at(-1))
  }

  return async ({ path, content }, attempt) => {
    const key = keyOf(content, path)
    const since = performance.now()
    let waits = 0
    let losses = 0
    for (;;) {
      try {
        const answer = await attempt(key, timeout)
        forget(content, path)
        return answer
      } catch (error) {
        if (isRefusal(error)) forget(content, path)
        if (!isLost(error)) throw error
        const isWaiting = isDatabaseLost(error)
        const delay = isWaiting ? delayOfWait(waits++, since) : retryDelays[losses++]
        if (delay === undefined) throw error
        await (isWaiting ? announced : wait)(prolonged(delay, error))
      }
    }
  }

  async function announced(delay: number) {
    onWaiting(1)
    await wait(delay)
    onWaiting(-1)
  }
}

/** Returns '/partners/1' for '/partners/1/restore'; null for a path without a record. */
function recordOf(path: string): string | null {
  return /^\/\w+\/[^/]+/.exec(path)?.[0] ?? null
}

/** Errors of a write that was never executed: the server checks for a stored answer first. */
const REFUSALS: readonly ApiErrorKind[] = ['forbidden', 'notFound', 'conflict', 'invalid']

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && REFUSALS.includes(error.kind)
}

/** Statuses of a proxy whose server did not answer, and of our server without its database. */
const LOST_STATUSES: readonly (number | undefined)[] = [502, 503, 504]

/** Returns whether the answer was lost, so that a repetition may succeed. */
function isLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.kind === 'server') return LOST_STATUSES.includes(error.details.status)
  return error.kind === 'unreachable' || error.kind === 'timeout'
}

/** Returns a delay, prolonged by the `Retry-After` of an error. */
function prolonged(delay: number, error: unknown): number {
  const seconds = error instanceof ApiError ? (error.details.retryAfter ?? 0) : 0
  return Math.max(delay, Math.min(seconds * 1000, MAX_RETRY_AFTER_MS))
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
