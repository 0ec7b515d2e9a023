import { beforeEach, describe, expect, test } from 'vitest'
import { createSession, RECENT_KEY } from '../session/session.ts'
import { createRecents, type Recent } from './recent.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
}
let who = 'asha'
const recents = createRecents({ storage, person: () => who })
const booking = (id: string): Recent => ({ kind: 'booking', id, name: `MB${id}` })

beforeEach(() => {
  kept.clear()
  who = 'asha'
})

describe('recent items', () => {
  test('are the last opened, newest first, each once, at most 8', () => {
    for (let at = 1; at <= 9; at += 1) recents.remember(booking(String(at)))
    recents.remember(booking('5'))
    recents.remember({ kind: 'page', to: '/user-count' })
    expect(recents.read()).toEqual([
      { kind: 'page', to: '/user-count' },
      ...['5', '9', '8', '7', '6', '4', '3'].map(booking),
    ])
  })

  test('are each administrator’s own, and nobody’s are kept', () => {
    recents.remember(booking('1'))
    who = 'dev'
    expect(recents.read()).toEqual([])
    who = ''
    recents.remember(booking('2'))
    expect(recents.read()).toEqual([])
    who = 'asha'
    expect(recents.read()).toEqual([booking('1')])
  })

  test('leave the browser with the session, however it ends and in whichever tab', () => {
    const browser = { ...storage, removeItem: (key: string) => void kept.delete(key) }
    const tab = () =>
      createSession({ storage: browser, locks: undefined, now: Date.now, refreshUrl: () => '' })
    for (const why of ['logout', 'idle', 'expired'] as const) {
      const [here, there] = [tab(), tab()]
      here.signIn({ idToken: 'opaque', email: 'asha' })
      there.reread()
      const mine = createRecents({ storage, person: there.person })
      mine.remember(booking('1'))
      expect(mine.read()).toEqual([booking('1')])
      here.signOut(why)
      expect(kept.has(RECENT_KEY)).toBe(false)
      // the other tab opens one more before it hears of the end
      mine.remember(booking('2'))
      there.reread()
      expect(kept.has(RECENT_KEY)).toBe(false)
      mine.remember(booking('3'))
      expect(kept.has(RECENT_KEY)).toBe(false)
    }
  })

  test('are forgotten one by one', () => {
    recents.remember(booking('1'))
    recents.remember(booking('2'))
    recents.forget(booking('1'))
    expect(recents.read()).toEqual([booking('2')])
  })

  test('hold a name and an id, and nothing else of a record', () => {
    const whole = { ...booking('1'), name: 'x'.repeat(200), phone: '9876501234' }
    recents.remember(whole)
    expect(recents.read()).toEqual([{ kind: 'booking', id: '1', name: 'x'.repeat(80) }])
    recents.remember({ kind: 'user', id: 'u', name: '' })
    expect(recents.read()).toHaveLength(1)
  })

  test.each([
    '',
    '{',
    '7',
    '[]',
    '{"of":"asha","items":7}',
    '{"of":"asha","items":[null,{"kind":"page","to":"https://evil.example"},{"kind":"x"}]}',
  ])('what is kept and none of ours is nothing: %s', (text) => {
    kept.set(RECENT_KEY, text)
    expect(recents.read()).toEqual([])
  })

  test('a storage that is full keeps none, and says nothing', () => {
    const full = createRecents({
      storage: {
        ...storage,
        setItem() {
          throw new DOMException('full', 'QuotaExceededError')
        },
      },
      person: () => 'asha',
    })
    full.remember(booking('1'))
    expect(full.read()).toEqual([])
  })
})
