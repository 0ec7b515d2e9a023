import { ACTIVITY_DEBOUNCE_MS, idleState } from '@mandap/domain/session/idle.ts'
import { readNumber } from '@mandap/domain/wire/read.ts'
import { ACTIVE_KEY, type Session } from './session.ts'

interface Dependencies {
  session: Pick<Session, 'currentToken' | 'reread' | 'subscribe'>
  /** Shared by all tabs, so that activity in one tab counts in all of them. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Epoch milliseconds. Timers alone do not measure the time in which a computer sleeps. */
  now: () => number
  /** Milliseconds without activity after which a session ends. */
  limit: () => number
  /** Called when the session has been idle for too long. */
  onEnded: () => void
}

const CHECK_INTERVAL_MS = 1000

/** Milliseconds after which activity without a pause is stored. */
const MAX_BURST_MS = 5000

/** Measures inactivity (§2.17): warns a minute before the end, and ends the session in all tabs at once. */
export function createIdleTimer({ session, storage, now, limit, onEnded }: Dependencies) {
  let warned = false
  let burst: { began: number; last: number; timer: ReturnType<typeof setTimeout> } | null = null
  let interval: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()

  /** Returns the milliseconds since the last activity in any tab. */
  function idle(): number {
    const last = storedActivity()
    const at = now()
    if (last !== null && last <= at) return at - last
    // a session from before inactivity was measured, or before the clock was set back, begins now
    storeActivity(at)
    return 0
  }

  function storedActivity(): number | null {
    return readNumber(storage.getItem(ACTIVE_KEY))
  }

  function storeActivity(at: number) {
    storage.setItem(ACTIVE_KEY, String(at))
  }

  function setWarned(next: boolean) {
    if (next === warned) return
    warned = next
    for (const listener of listeners) listener()
  }

  /** Reads the clock: shows the warning, withdraws it, or ends the session. */
  function check() {
    session.reread()
    if (session.currentToken() === null) return setWarned(false)
    const state = idleState(idle(), limit())
    setWarned(state === 'warned')
    if (state === 'ended') onEnded()
  }

  function onSessionChange() {
    clearInterval(interval)
    if (session.currentToken() !== null) interval = setInterval(check, CHECK_INTERVAL_MS)
    check()
  }

  /** Records activity in this tab. During the warning only `extend` counts. */
  function onActivity() {
    // the first movement after a long sleep must not extend a session that is over
    if (burst && now() - burst.last > ACTIVITY_DEBOUNCE_MS) endBurst(burst.last)
    if (burst === null) check()
    if (warned || session.currentToken() === null) return
    clearTimeout(burst?.timer)
    const last = now()
    const began = burst?.began ?? last
    if (last - began >= MAX_BURST_MS) return endBurst(last)
    burst = { began, last, timer: setTimeout(() => endBurst(last), ACTIVITY_DEBOUNCE_MS) }
  }

  /** Stores when the last activity was, which may be long ago: the computer may have slept since. */
  function endBurst(last: number) {
    clearTimeout(burst?.timer)
    burst = null
    if (session.currentToken() === null) return
    const stored = storedActivity() ?? last
    // another tab may have stored a later time; a time in the future is from before the clock was set back
    storeActivity(stored > now() ? last : Math.max(stored, last))
    check()
  }

  /** Restarts the idle time, unless the session is over. */
  function extend() {
    check()
    if (session.currentToken() === null) return
    storeActivity(now())
    setWarned(false)
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  session.subscribe(onSessionChange)
  onSessionChange()

  return {
    onActivity,
    check,
    isWarned: () => warned,
    /** Returns the seconds until the session ends, rounded up. */
    secondsLeft: () => Math.max(0, Math.ceil((limit() - idle()) / 1000)),
    extend,
    subscribe,
  }
}
