import { HttpError } from '../http/http-error.ts'

/** How many calls one administrator may make in a minute. */
export interface CallLimits {
  calls: number
  /** Those among them that are not reading. */
  changes: number
}

const MINUTE = 60_000

/** Maximum number of sessions whose administrators are remembered. */
const MAX_SESSIONS = 10_000

/**
 * Counts the calls of each administrator in the present minute. Each process counts separately: the limits end loops and
 * copying by programs, which need not be exact, and a count in the database would cost a write per call.
 */
export function limitCalls({ calls, changes }: CallLimits, now: () => Date) {
  let minute = 0
  const counts = new Map<string, { calls: number; changes: number }>()
  const owners = new Map<string, string>()

  function count(administratorId: string, isRead: boolean): void {
    const at = now().getTime()
    const present = Math.floor(at / MINUTE)
    if (present !== minute) counts.clear()
    minute = present
    const before = counts.get(administratorId) ?? { calls: 0, changes: 0 }
    const isOver = before.calls >= calls || (!isRead && before.changes >= changes)
    if (isOver) throw tooMany(Math.ceil(((present + 1) * MINUTE - at) / 1000))
    counts.set(administratorId, {
      calls: before.calls + 1,
      changes: before.changes + (isRead ? 0 : 1),
    })
  }

  return {
    /** Counts a call whose session is known from an earlier one, before anything is read. Returns whether it is. */
    countEarly(sessionId: string, isRead: boolean): boolean {
      const owner = owners.get(sessionId)
      if (owner === undefined) return false
      count(owner, isRead)
      return true
    },
    /** Counts the first call of a session, once its administrator is read. */
    countFirst(session: { id: string; sessionId: string }, isRead: boolean): void {
      if (owners.size >= MAX_SESSIONS) owners.clear()
      owners.set(session.sessionId, session.id)
      count(session.id, isRead)
    },
  }
}

/** Returns the error that is answered with 429 and `Retry-After`. */
function tooMany(seconds: number): HttpError {
  const error = new HttpError(
    429,
    'TOO_MANY_CALLS',
    `Too many requests in a minute. Try again in ${seconds} s.`,
  )
  error.retryAfter = seconds
  return error
}
