import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createIdleTimer } from './idle.ts'
import { ACTIVE_KEY, createSession } from './session.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('§2.17 Inactivity', () => {
  test('warns one minute before, and ends the session after its limit', () => {
    const { session, idle } = browser().tab()
    vi.advanceTimersByTime(13 * MINUTE + 59 * SECOND)
    expect(idle.isWarned()).toBe(false)
    vi.advanceTimersByTime(SECOND)
    expect(idle.isWarned()).toBe(true)
    expect(idle.secondsLeft()).toBe(60)
    vi.advanceTimersByTime(MINUTE)
    expect(session.state()).toMatchObject({ token: null, ended: 'idle' })
    expect(idle.isWarned()).toBe(false)
  })

  test('stores activity after a pause of 200 ms', () => {
    const { storage, tab } = browser()
    const { idle } = tab()
    const atSignIn = storage.getItem(ACTIVE_KEY)
    vi.advanceTimersByTime(MINUTE)
    idle.onActivity()
    vi.advanceTimersByTime(199)
    expect(storage.getItem(ACTIVE_KEY)).toBe(atSignIn)
    vi.advanceTimersByTime(1)
    expect(Number(storage.getItem(ACTIVE_KEY))).toBe(Date.now() - 200)
  })

  test('counts the sleep of a computer that began before activity was stored as idle', () => {
    const { session, idle } = browser().tab()
    idle.onActivity()
    vi.setSystemTime(Date.now() + 14.5 * MINUTE)
    vi.advanceTimersByTime(200)
    expect(idle.isWarned()).toBe(true)
    expect(idle.secondsLeft()).toBe(30)
    idle.extend()
    idle.onActivity()
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE)
    vi.advanceTimersByTime(200)
    expect(session.state().ended).toBe('idle')
  })

  test('warns or signs out when activity continues after the computer slept', () => {
    const { session, idle } = browser().tab()
    idle.onActivity()
    vi.setSystemTime(Date.now() + 14.5 * MINUTE)
    idle.onActivity()
    vi.advanceTimersByTime(200)
    expect(idle.isWarned()).toBe(true)
    idle.extend()
    idle.onActivity()
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE)
    idle.onActivity()
    expect(session.state().ended).toBe('idle')
  })

  test('does not overwrite a later activity of another tab', () => {
    const { storage, tab } = browser()
    const [here, there] = [tab(), tab()]
    vi.advanceTimersByTime(MINUTE)
    here.idle.onActivity()
    vi.advanceTimersByTime(100)
    there.idle.extend()
    const stored = storage.getItem(ACTIVE_KEY)
    vi.advanceTimersByTime(100)
    expect(storage.getItem(ACTIVE_KEY)).toBe(stored)
  })

  test('keeps the session during activity without a pause', () => {
    const { session, idle } = browser().tab()
    for (let passed = 0; passed < 20 * MINUTE; passed += 100) {
      idle.onActivity()
      vi.advanceTimersByTime(100)
    }
    expect(session.currentToken()).not.toBeNull()
    expect(idle.isWarned()).toBe(false)
  })

  test('keeps all tabs active by activity in one, and withdraws the warning in all when one is answered', () => {
    const { tab } = browser()
    const [here, there] = [tab(), tab()]
    vi.advanceTimersByTime(10 * MINUTE)
    here.idle.onActivity()
    vi.advanceTimersByTime(10 * MINUTE)
    expect(there.idle.isWarned()).toBe(false)
    vi.advanceTimersByTime(4 * MINUTE + SECOND)
    expect([here.idle.isWarned(), there.idle.isWarned()]).toEqual([true, true])
    there.idle.extend()
    here.idle.check()
    expect([here.idle.isWarned(), there.idle.isWarned()]).toEqual([false, false])
  })

  test('ends the session in all tabs at once, and on the server once', () => {
    const { tab, ended } = browser()
    const tabs = [tab(), tab()]
    vi.advanceTimersByTime(16 * MINUTE)
    expect(tabs.map(({ session }) => session.state().ended)).toEqual(['idle', 'idle'])
    expect(ended).toHaveLength(1)
  })

  test('does not extend the session by a movement during the warning', () => {
    const { session, idle } = browser().tab()
    vi.advanceTimersByTime(14 * MINUTE)
    idle.onActivity()
    vi.advanceTimersByTime(MINUTE)
    expect(session.state().ended).toBe('idle')
  })

  test('signs out after a sleep of the computer before the first movement counts', () => {
    const { session, idle } = browser().tab()
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE)
    idle.onActivity()
    expect(session.state().ended).toBe('idle')
  })

  test('signs out when a browser that was closed for longer than the limit opens again', () => {
    const { tab, session } = browser()
    vi.advanceTimersByTime(20 * MINUTE)
    expect(session.currentToken()).not.toBeNull()
    expect(tab().session.state().ended).toBe('idle')
  })

  test('measures inactivity from when the clock was set back', () => {
    const { session, idle } = browser().tab()
    vi.advanceTimersByTime(5 * MINUTE)
    vi.setSystemTime(Date.now() - 5 * 60 * MINUTE)
    vi.advanceTimersByTime(14 * MINUTE)
    expect(session.currentToken()).not.toBeNull()
    vi.advanceTimersByTime(MINUTE + SECOND)
    expect(session.state().ended).toBe('idle')
    expect(idle.isWarned()).toBe(false)
  })

  test('restarts the idle time at sign-in', () => {
    const { session, idle } = browser().tab()
    vi.advanceTimersByTime(16 * MINUTE)
    session.signIn({ idToken: 'another' })
    vi.advanceTimersByTime(13 * MINUTE)
    expect(session.currentToken()).toBe('another')
    expect(idle.isWarned()).toBe(false)
  })
})

/** Returns a browser with a session of 15 minutes, and a function that opens a tab. `session` is outside of the tabs. */
function browser() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const ended: string[] = []
  const open = () =>
    createSession({ storage, locks: undefined, now: Date.now, refreshUrl: () => '' })
  const session = open()
  session.signIn({ idToken: 'opaque' })
  const tab = () => {
    const own = open()
    const onEnded = () => {
      ended.push('idle')
      own.signOut('idle')
    }
    const limit = () => 15 * MINUTE
    return {
      session: own,
      idle: createIdleTimer({ session: own, storage, now: Date.now, limit, onEnded }),
    }
  }
  return { storage, tab, session, ended }
}
