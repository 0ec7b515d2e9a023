import { minutesText } from '@mandap/domain/time/minutes-text.ts'
import { HttpError } from '../http/http-error.ts'

/** How many calls one administrator may make in a minute. */
export interface CallLimits {
  calls: number
  /** Those among them that are not reading. */
  changes: number
}

/** A call that was counted before its session was read. */
export interface CountedCall {
  minute: number
  administratorId: string
  isRead: boolean
}

export type CallLimit = ReturnType<typeof limitCalls>

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

  function add(subject: string, isRead: boolean, number: 1 | -1): void {
    const before = counts.get(subject) ?? { calls: 0, changes: 0 }
    counts.set(subject, {
      calls: before.calls + number,
      changes: before.changes + (isRead ? 0 : number),
    })
  }

  function count(subject: string, isRead: boolean): void {
    const at = now().getTime()
    const present = Math.floor(at / MINUTE)
    if (present !== minute) counts.clear()
    minute = present
    const before = counts.get(subject) ?? { calls: 0, changes: 0 }
    const isOver = before.calls >= calls || (!isRead && before.changes >= changes)
    if (isOver) throw tooMany(Math.ceil(((present + 1) * MINUTE - at) / 1000))
    add(subject, isRead, 1)
  }

  return {
    /** Counts a call whose session is known from an earlier one, before anything is read. Returns undefined if it is not. */
    countEarly(sessionId: string, isRead: boolean): CountedCall | undefined {
      const administratorId = owners.get(sessionId)
      if (administratorId === undefined) return undefined
      count(administratorId, isRead)
      return { minute, administratorId, isRead }
    },
    /** Subtracts a call whose session has ended: otherwise a thief's token would use up the minute of its owner. */
    takeBack(sessionId: string, call: CountedCall): void {
      owners.delete(sessionId)
      if (call.minute === minute) add(call.administratorId, call.isRead, -1)
    },
    /** Counts a call of a session, once its administrator is read. */
    countFirst(session: { id: string; sessionId: string }, isRead: boolean): void {
      if (owners.size >= MAX_SESSIONS) owners.clear()
      owners.set(session.sessionId, session.id)
      count(session.id, isRead)
    },
    /** Counts a call for its session alone. */
    countForSession(sessionId: string, isRead: boolean): void {
      count(`session ${sessionId}`, isRead)
    },
  }
}

/** Returns the error that is answered with 429 and `Retry-After`. */
function tooMany(seconds: number): HttpError {
  return new HttpError(
    429,
    'TOO_MANY_CALLS',
    `Too many requests in a minute. Try again in ${minutesText(seconds)}.`,
    { retryAfter: seconds },
  )
}
