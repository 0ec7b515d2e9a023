import { ACTIVITY_DEBOUNCE_MS, idleState } from '@mandap/domain/session/idle.ts'
import { readNumber } from '@mandap/domain/wire/read.ts'
import { ACTIVE_KEY, type Session } from './session.ts'

interface Dependencies {
  session: Pick<Session, 'currentToken' | 'reread' | 'subscribe'>
  /** Shared by all tabs, so that one which is used keeps all of them. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Epoch milliseconds: a machine that slept was idle, which timers would not know. */
  now: () => number
  /** Milliseconds without activity that end a session. */
  limit: () => number
  /** The session has been idle for too long. */
  onEnded: () => void
}

/** How often the clock is looked at. */
const LOOK_EVERY = 1000

/** Activity without a rest counts all the same once it has gone on for so many milliseconds. */
const MAX_BURST_MS = 5000

/** Follows activity (§2.17): warned a minute before the end, and ended in all tabs at once. */
export function createIdle({ session, storage, now, limit, onEnded }: Dependencies) {
  let warned = false
  let burst: { began: number; last: number; rest: ReturnType<typeof setTimeout> } | null = null
  let looking: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()

  /** Milliseconds since anybody was active in any tab. */
  function idle(): number {
    const last = lastActive()
    // a session from before activity was followed begins now
    if (last === null) note(now())
    // a clock that was set back
    return Math.max(0, now() - (last ?? now()))
  }

  function lastActive(): number | null {
    return readNumber(storage.getItem(ACTIVE_KEY))
  }

  function note(at: number) {
    storage.setItem(ACTIVE_KEY, String(at))
  }

  function isWarned(next: boolean) {
    if (next === warned) return
    warned = next
    for (const listener of listeners) listener()
  }

  /** Looks at the clock: warns, takes the warning back, or ends the session. */
  function look() {
    session.reread()
    if (session.currentToken() === null) return isWarned(false)
    const state = idleState(idle(), limit())
    isWarned(state === 'warned')
    if (state === 'ended') onEnded()
  }

  function follow() {
    clearInterval(looking)
    if (session.currentToken() !== null) looking = setInterval(look, LOOK_EVERY)
    look()
  }

  /** Somebody did something in this tab. While they are warned, only an answer counts. */
  function active() {
    // the first movement after a long sleep must not save a session that is over
    if (burst && now() - burst.last > ACTIVITY_DEBOUNCE_MS) rested(burst.last)
    if (burst === null) look()
    if (warned || session.currentToken() === null) return
    clearTimeout(burst?.rest)
    const last = now()
    const began = burst?.began ?? last
    if (last - began >= MAX_BURST_MS) return rested(last)
    burst = { began, last, rest: setTimeout(() => rested(last), ACTIVITY_DEBOUNCE_MS) }
  }

  /** Idle since they were last active, and not since the rest: the machine may have slept in between. */
  function rested(last: number) {
    clearTimeout(burst?.rest)
    burst = null
    if (session.currentToken() === null) return
    const noted = lastActive() ?? last
    // another tab may have been active since, and a clock set back
    note(noted > now() ? last : Math.max(noted, last))
    look()
  }

  /** Starts the idle time anew, unless it is over. */
  function stay() {
    look()
    if (session.currentToken() === null) return
    note(now())
    isWarned(false)
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  session.subscribe(follow)
  follow()

  return {
    active,
    look,
    isWarned: () => warned,
    /** Seconds until the session ends, rounded up. */
    secondsLeft: () => Math.max(0, Math.ceil((limit() - idle()) / 1000)),
    stay,
    subscribe,
  }
}
