import { beforeEach, describe, expect, test } from 'vitest'
import { createSession, RECENT_KEY } from '../session/session.ts'
import { createRecentItems, type RecentItem } from './recent.ts'

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
}
let who = 'asha'
const recentItems = createRecentItems({ storage, person: () => who })
const booking = (id: string): RecentItem => ({ kind: 'booking', id, name: `MB${id}` })

beforeEach(() => {
  stored.clear()
  who = 'asha'
})

describe('recent items', () => {
  test('are the 8 items opened last, newest first, without duplicates', () => {
    for (let at = 1; at <= 9; at += 1) recentItems.add(booking(String(at)))
    recentItems.add(booking('5'))
    recentItems.add({ kind: 'page', to: '/user-count' })
    expect(recentItems.read()).toEqual([
      { kind: 'page', to: '/user-count' },
      ...['5', '9', '8', '7', '6', '4', '3'].map(booking),
    ])
  })

  test('belong to one administrator, and are not stored without a session', () => {
    recentItems.add(booking('1'))
    who = 'dev'
    expect(recentItems.read()).toEqual([])
    who = ''
    recentItems.add(booking('2'))
    expect(recentItems.read()).toEqual([])
    who = 'asha'
    expect(recentItems.read()).toEqual([booking('1')])
  })

  test('are removed when the session ends, for every reason and in every tab', () => {
    const browser = { ...storage, removeItem: (key: string) => void stored.delete(key) }
    const tab = () =>
      createSession({ storage: browser, locks: undefined, now: Date.now, refreshUrl: () => '' })
    for (const why of ['logout', 'idle', 'expired'] as const) {
      const [here, there] = [tab(), tab()]
      here.signIn({ idToken: 'opaque', email: 'asha' })
      there.reread()
      const mine = createRecentItems({ storage, person: there.person })
      mine.add(booking('1'))
      expect(mine.read()).toEqual([booking('1')])
      here.signOut(why)
      expect(stored.has(RECENT_KEY)).toBe(false)
      // the other tab opens one more record before it is notified of the end
      mine.add(booking('2'))
      there.reread()
      expect(stored.has(RECENT_KEY)).toBe(false)
      mine.add(booking('3'))
      expect(stored.has(RECENT_KEY)).toBe(false)
    }
  })

  test('can be removed one by one', () => {
    recentItems.add(booking('1'))
    recentItems.add(booking('2'))
    recentItems.remove(booking('1'))
    expect(recentItems.read()).toEqual([booking('2')])
  })

  test('store the name and id of a record and nothing else', () => {
    const whole = { ...booking('1'), name: 'x'.repeat(200), phone: '9876501234' }
    recentItems.add(whole)
    expect(recentItems.read()).toEqual([{ kind: 'booking', id: '1', name: 'x'.repeat(80) }])
    recentItems.add({ kind: 'user', id: 'u', name: '' })
    expect(recentItems.read()).toHaveLength(1)
  })

  test.each([
    '',
    '{',
    '7',
    '[]',
    '{"of":"asha","items":7}',
    '{"of":"asha","items":[null,{"kind":"page","to":"https://evil.example"},{"kind":"x"}]}',
  ])('ignores stored text of another format: %s', (text) => {
    stored.set(RECENT_KEY, text)
    expect(recentItems.read()).toEqual([])
  })

  test('stores nothing when the storage is full, without an error', () => {
    const full = createRecentItems({
      storage: {
        ...storage,
        setItem() {
          throw new DOMException('full', 'QuotaExceededError')
        },
      },
      person: () => 'asha',
    })
    full.add(booking('1'))
    expect(full.read()).toEqual([])
  })
})
