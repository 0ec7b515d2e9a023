import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createIdle } from './idle.ts'
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

  test('activity counts once it has rested for 200 ms', () => {
    const { storage, tab } = browser()
    const { idle } = tab()
    const began = storage.getItem(ACTIVE_KEY)
    vi.advanceTimersByTime(MINUTE)
    idle.active()
    vi.advanceTimersByTime(199)
    expect(storage.getItem(ACTIVE_KEY)).toBe(began)
    vi.advanceTimersByTime(1)
    expect(Number(storage.getItem(ACTIVE_KEY))).toBe(Date.now() - 200)
  })

  test('a machine that slept before the activity had rested was idle since then', () => {
    const { session, idle } = browser().tab()
    idle.active()
    vi.setSystemTime(Date.now() + 14.5 * MINUTE)
    vi.advanceTimersByTime(200)
    expect(idle.isWarned()).toBe(true)
    expect(idle.secondsLeft()).toBe(30)
    idle.stay()
    idle.active()
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE)
    vi.advanceTimersByTime(200)
    expect(session.state().ended).toBe('idle')
  })

  test('a machine that slept in the midst of activity is warned or signed out all the same', () => {
    const { session, idle } = browser().tab()
    idle.active()
    vi.setSystemTime(Date.now() + 14.5 * MINUTE)
    idle.active()
    vi.advanceTimersByTime(200)
    expect(idle.isWarned()).toBe(true)
    idle.stay()
    idle.active()
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE)
    idle.active()
    expect(session.state().ended).toBe('idle')
  })

  test('activity that has rested takes nothing back from what another tab noted since', () => {
    const { storage, tab } = browser()
    const [here, there] = [tab(), tab()]
    vi.advanceTimersByTime(MINUTE)
    here.idle.active()
    vi.advanceTimersByTime(100)
    there.idle.stay()
    const noted = storage.getItem(ACTIVE_KEY)
    vi.advanceTimersByTime(100)
    expect(storage.getItem(ACTIVE_KEY)).toBe(noted)
  })

  test('activity that never rests keeps the session', () => {
    const { session, idle } = browser().tab()
    for (let passed = 0; passed < 20 * MINUTE; passed += 100) {
      idle.active()
      vi.advanceTimersByTime(100)
    }
    expect(session.currentToken()).not.toBeNull()
    expect(idle.isWarned()).toBe(false)
  })

  test('activity in one tab keeps all, and an answer in one takes the warning back in all', () => {
    const { tab } = browser()
    const [here, there] = [tab(), tab()]
    vi.advanceTimersByTime(10 * MINUTE)
    here.idle.active()
    vi.advanceTimersByTime(10 * MINUTE)
    expect(there.idle.isWarned()).toBe(false)
    vi.advanceTimersByTime(4 * MINUTE + SECOND)
    expect([here.idle.isWarned(), there.idle.isWarned()]).toEqual([true, true])
    there.idle.stay()
    here.idle.look()
    expect([here.idle.isWarned(), there.idle.isWarned()]).toEqual([false, false])
  })

  test('ends in all tabs at once, and is told to the server once', () => {
    const { tab, ended } = browser()
    const tabs = [tab(), tab()]
    vi.advanceTimersByTime(16 * MINUTE)
    expect(tabs.map(({ session }) => session.state().ended)).toEqual(['idle', 'idle'])
    expect(ended).toHaveLength(1)
  })

  test('while one is warned, a movement is no answer', () => {
    const { session, idle } = browser().tab()
    vi.advanceTimersByTime(14 * MINUTE)
    idle.active()
    vi.advanceTimersByTime(MINUTE)
    expect(session.state().ended).toBe('idle')
  })

  test('a machine that slept is signed out by the clock, before the first movement counts', () => {
    const { session, idle } = browser().tab()
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE)
    idle.active()
    expect(session.state().ended).toBe('idle')
  })

  test('a browser that was closed meanwhile is signed out when it opens again', () => {
    const { tab, session } = browser()
    vi.advanceTimersByTime(20 * MINUTE)
    expect(session.currentToken()).not.toBeNull()
    expect(tab().session.state().ended).toBe('idle')
  })

  test('a new sign-in begins anew', () => {
    const { session, idle } = browser().tab()
    vi.advanceTimersByTime(16 * MINUTE)
    session.signIn({ idToken: 'another' })
    vi.advanceTimersByTime(13 * MINUTE)
    expect(session.currentToken()).toBe('another')
    expect(idle.isWarned()).toBe(false)
  })
})

/** A browser with a session of 15 minutes, and as many tabs as wanted; `session` is in none of them. */
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
      ended.push('told')
      own.signOut('idle')
    }
    const limit = () => 15 * MINUTE
    return {
      session: own,
      idle: createIdle({ session: own, storage, now: Date.now, limit, onEnded }),
    }
  }
  return { storage, tab, session, ended }
}
