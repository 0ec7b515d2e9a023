import { beforeEach, describe, expect, test } from 'vitest'
import { createEncryptedStorage } from '../encrypted-storage/encrypted-storage.ts'
import { createSession, RECENT_KEY } from '../session/session.ts'
import { createRecentItems, type RecentItem } from './recent.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
const booking = (id: string): RecentItem => ({ kind: 'booking', id, name: `MB${id}` })

/** The recent items of a page in which somebody is signed in. */
function pageOf(person: () => string, place: typeof storage = storage) {
  const encrypted = createEncryptedStorage({
    storage: place,
    subtle: crypto.subtle,
    now: Date.now,
    person,
  })
  encrypted.setKeySource(async () => btoa(person().padEnd(32)))
  const idle: (() => void)[] = []
  const items = createRecentItems({ encrypted, person, whenIdle: (run) => void idle.push(run) })
  /** Stores the items, as the page does when it is idle, and waits until they are stored. */
  async function stored() {
    for (const run of idle.splice(0)) run()
    await items.remove(booking('none'))
  }
  return { encrypted, items, stored }
}

beforeEach(() => kept.clear())

describe('recent items', () => {
  test('are the 8 items opened last, newest first, without duplicates', async () => {
    const { items, stored } = pageOf(() => 'asha')
    for (let at = 1; at <= 9; at += 1) items.add(booking(String(at)))
    items.add(booking('5'))
    items.add({ kind: 'page', to: '/user-count' })
    const expected = [
      { kind: 'page', to: '/user-count' },
      ...['5', '9', '8', '7', '6', '4', '3'].map(booking),
    ]
    expect(await items.read()).toEqual(expected)
    expect(kept.size).toBe(0)
    await stored()
    expect(await pageOf(() => 'asha').items.read()).toEqual(expected)
    // with a quotation mark, which base64 does not contain by chance
    expect([...kept.values()].join()).not.toMatch(/"MB|user-count|asha/)
  })

  test('belong to one administrator, and are not stored without a session', async () => {
    let who = 'asha'
    const mine = pageOf(() => who)
    mine.items.add(booking('1'))
    await mine.stored()
    who = 'dev'
    expect(await pageOf(() => who).items.read()).toEqual([])
    who = ''
    const { items } = pageOf(() => who)
    items.add(booking('2'))
    expect(await items.read()).toEqual([])
    who = 'asha'
    expect(await pageOf(() => who).items.read()).toEqual([booking('1')])
  })

  test('are removed when the session ends, for every reason and in every tab', async () => {
    const tab = () =>
      createSession({ storage, locks: undefined, now: Date.now, refreshUrl: () => '' })
    for (const why of ['logout', 'idle', 'expired'] as const) {
      const [here, there] = [tab(), tab()]
      here.signIn({ idToken: 'opaque', email: 'asha' })
      there.reread()
      const { items, encrypted, stored } = pageOf(there.person)
      items.add(booking('1'))
      await stored()
      expect(await items.read()).toEqual([booking('1')])
      here.signOut(why)
      expect(kept.has(RECENT_KEY)).toBe(false)
      // the other tab opens one more record before it is notified of the end
      items.add(booking('2'))
      const storing = stored()
      there.reread()
      encrypted.close()
      await storing
      expect(kept.has(RECENT_KEY)).toBe(false)
      items.add(booking('3'))
      await stored()
      expect(kept.has(RECENT_KEY)).toBe(false)
    }
  })

  test('can be removed one by one', async () => {
    const { items } = pageOf(() => 'asha')
    items.add(booking('1'))
    items.add(booking('2'))
    await items.remove(booking('1'))
    expect(await items.read()).toEqual([booking('2')])
  })

  test('store the name and id of a record and nothing else', async () => {
    const { items } = pageOf(() => 'asha')
    const whole = { ...booking('1'), name: 'x'.repeat(200), phone: '9876501234' }
    items.add(whole)
    expect(await items.read()).toEqual([{ kind: 'booking', id: '1', name: 'x'.repeat(80) }])
    items.add({ kind: 'user', id: 'u', name: '' })
    expect(await items.read()).toHaveLength(1)
  })

  test.each([7, [], { items: 7 }, { items: [null, { kind: 'page', to: 'https://evil.example' }] }])(
    'ignores a stored value of another format: %j',
    async (value) => {
      const { encrypted, items } = pageOf(() => 'asha')
      await encrypted.write(RECENT_KEY, value, { outlivesSession: false })
      expect(await items.read()).toEqual([])
    },
  )

  test('are in memory only when the storage is full, without an error', async () => {
    const { items, stored } = pageOf(() => 'asha', {
      ...storage,
      setItem() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    items.add(booking('1'))
    await stored()
    expect(await items.read()).toEqual([booking('1')])
    expect(kept.size).toBe(0)
  })
})
