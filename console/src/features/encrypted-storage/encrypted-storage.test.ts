import { describe, expect, test } from 'vitest'
import { createEncryptedStorage } from './encrypted-storage.ts'

const KEYS: Record<string, string> = {
  asha: btoa('a'.repeat(32)),
  meera: btoa('m'.repeat(32)),
}
const LASTS = { outlivesSession: true }
const ENDS = { outlivesSession: false }

/** A page of a browser, in which somebody is signed in. */
function browser(stored = new Map<string, string>()) {
  let who = 'asha'
  let now = Date.UTC(2026, 0, 15)
  let requests = 0
  const page = createEncryptedStorage({
    storage: {
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => void stored.set(name, value),
      removeItem: (name) => void stored.delete(name),
    },
    subtle: crypto.subtle,
    now: () => now,
    person: () => who,
  })
  const fetchKey = async () => {
    requests += 1
    return KEYS[who] ?? Promise.reject(new Error('no key'))
  }
  page.setKeySource(fetchKey)
  return {
    page,
    stored,
    requests: () => requests,
    signIn: (name: string) => void (who = name),
    signOut: () => {
      who = ''
      page.close()
    },
    later: (milliseconds: number) => void (now += milliseconds),
    /** Loads the page again. */
    reloaded: () => browser(stored),
  }
}

const valueOf = async (page: ReturnType<typeof browser>['page'], name: string) =>
  (await page.read(name))?.value

describe('a stored value', () => {
  test('is unreadable without the key of its administrator, and read after the next sign-in', async () => {
    const { page, stored, signOut, signIn, reloaded } = browser()
    await page.write('reason', { text: 'Too dark' }, LASTS)
    expect([...stored.values()].join()).not.toMatch(/dark|text|asha/)
    signOut()
    expect(await page.read('reason')).toBeNull()
    signIn('meera')
    expect(await page.read('reason')).toBeNull()
    expect(await valueOf(reloaded().page, 'reason')).toEqual({ text: 'Too dark' })
  })

  test('is bound to its name and its time', async () => {
    const { page, stored, reloaded } = browser()
    await page.write('one', 'first', LASTS)
    const text = stored.get('one') ?? ''
    stored.set('two', text).set('three', text.replace(/^\d/, '2')).set('four', '{"at":1}')
    for (const name of ['two', 'three', 'four', 'five'])
      expect(await reloaded().page.read(name)).toBeNull()
    expect(await valueOf(reloaded().page, 'one')).toBe('first')
  })

  test('is the last one written, and nothing after it was removed', async () => {
    const { page, stored, reloaded } = browser()
    await Promise.all([page.write('one', 'first', LASTS), page.write('one', 'second', LASTS)])
    expect(await valueOf(reloaded().page, 'one')).toBe('second')
    const writing = page.write('one', 'third', LASTS)
    page.remove('one')
    await writing
    expect(stored.size).toBe(0)
    expect(await page.read('one')).toBeNull()
  })

  test('that is written while the session ends is stored only if it outlives the session', async () => {
    const { page, stored, signOut } = browser()
    const writing = [page.write('draft', 'text', LASTS), page.write('recent', 'name', ENDS)]
    signOut()
    await Promise.all(writing)
    expect([...stored.keys()]).toEqual(['draft'])
  })
})

describe('without a key', () => {
  test('values stay in the memory of the page, and typed text also after the session', async () => {
    const { page, stored, signIn, signOut } = browser()
    page.setKeySource(null)
    await page.write('draft', 'text', LASTS)
    await page.write('recent', 'name', ENDS)
    expect(stored.size).toBe(0)
    expect(await valueOf(page, 'recent')).toBe('name')
    signOut()
    signIn('meera')
    expect(await page.read('draft')).toBeNull()
    signIn('asha')
    expect(await valueOf(page, 'draft')).toBe('text')
    expect(await page.read('recent')).toBeNull()
  })

  test('the key is requested again after ten seconds, and only if something is stored or written', async () => {
    const { page, requests, later, stored } = browser()
    await page.read('draft')
    expect(requests()).toBe(0)
    let isDown = true
    let tries = 0
    page.setKeySource(async () => {
      tries += 1
      return isDown ? Promise.reject(new Error('unreachable')) : (KEYS['asha'] ?? '')
    })
    await page.write('draft', 'a', LASTS)
    await page.write('draft', 'ab', LASTS)
    expect([tries, stored.size]).toEqual([1, 0])
    expect(await valueOf(page, 'draft')).toBe('ab')
    isDown = false
    later(10_000)
    await page.write('draft', 'abc', LASTS)
    await page.write('other', 'd', LASTS)
    expect([tries, stored.size]).toEqual([2, 2])
  })
})
