import type { CallOptions, Line, Method } from '../call.ts'
import { type FailureKind, HostFailure } from '../failure.ts'

/** Milliseconds before each repetition of a write whose answer was lost. */
const PAUSES = [1000, 3000]

/** Milliseconds that the server's own word on when to come again may add to a pause. */
const MAX_PAUSE = 5000

/** Milliseconds without an answer after which a write is repeated: the server answers sooner. */
const TIMEOUT = 12_000

/** Milliseconds for which the key of an unanswered write is kept for a retry by hand. */
const KEY_LASTS = 5 * 60_000

type Send<T> = (line: Line, method: Method, path: string, options: CallOptions) => Promise<T>

/** Makes a write, by `ask` or `tell`. */
export type Write = <T>(
  send: Send<T>,
  method: Method,
  path: string,
  options?: Pick<CallOptions, 'headers' | 'body'>,
) => Promise<T>

interface KeptKey {
  key: string
  path: string
  usedAt: number
}

/**
 * Writes of our own server, with an `Idempotency-Key` each: one whose answer was lost is repeated and not
 * made twice. The same write again, by hand, has the same key until it is answered.
 */
export function repeatableWrites(line: Line): Write {
  const { timeout = TIMEOUT, pauses = PAUSES } = line
  // by what tells one write from another
  const kept = new Map<string, KeptKey>()

  function keyOf(content: string, path: string): string {
    const now = Date.now()
    for (const [other, { usedAt }] of kept) if (now - usedAt > KEY_LASTS) kept.delete(other)
    const key = kept.get(content)?.key ?? newKey()
    kept.set(content, { key, path, usedAt: now })
    return key
  }

  /** What was unanswered on this record is no longer what a retry means. */
  function forget(content: string, path: string) {
    kept.delete(content)
    const record = recordOf(path)
    if (record === null) return
    for (const [other, key] of kept) if (recordOf(key.path) === record) kept.delete(other)
  }

  return async (send, method, path, { headers = {}, body } = {}) => {
    const content = JSON.stringify([method, path, headers['if-match'], body])
    const key = keyOf(content, path)
    const options = { headers: { ...headers, 'idempotency-key': key }, body }
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await send({ ...line, timeout }, method, path, options)
        forget(content, path)
        return answer
      } catch (error) {
        if (isRefusal(error)) forget(content, path)
        const pause = pauses[attempt]
        if (pause === undefined || !isLost(error)) throw error
        await wait(pauseAfter(error, pause))
      }
    }
  }
}

/** '/partners/1' of '/partners/1/restore'; null for a path without a record. */
function recordOf(path: string): string | null {
  return /^\/\w+\/[^/]+/.exec(path)?.[0] ?? null
}

/** The server looks for an answer that it kept before it refuses so: the write was never made. */
const REFUSALS: readonly FailureKind[] = ['forbidden', 'notFound', 'conflict', 'invalid']

function isRefusal(error: unknown): boolean {
  return error instanceof HostFailure && REFUSALS.includes(error.kind)
}

/** Statuses that a proxy answers for a server that did not, and our server without its database. */
const LOST_STATUSES: readonly (number | undefined)[] = [502, 503, 504]

/** Whether the answer was lost, so that another one may arrive. */
function isLost(error: unknown): boolean {
  if (!(error instanceof HostFailure)) return false
  if (error.kind === 'server') return LOST_STATUSES.includes(error.details.status)
  return error.kind === 'unreachable' || error.kind === 'timeout'
}

function pauseAfter(error: unknown, pause: number): number {
  const seconds = error instanceof HostFailure ? (error.details.retryAfter ?? 0) : 0
  return Math.max(pause, Math.min(seconds * 1000, MAX_PAUSE))
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** A random UUID. `crypto.randomUUID` is missing from pages that came without HTTPS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, at) => {
    // the version, 4, and the variant
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
