import { expect, test } from 'vitest'
import { createEncryptedStorage } from '../encrypted-storage/encrypted-storage.ts'
import { createKept } from './kept.ts'

const HOUR = 3_600_000

test('unsaved text is kept for the same administrator and nobody else', async () => {
  const { as } = browser()
  await as('asha').keep('planner/7', { reason: 'Too dark ' })
  expect(await as('asha').read('planner/7')).toMatchObject({ value: { reason: 'Too dark ' } })
  expect(await as('asha').read('planner/8')).toBeNull()
  expect(await as('meera').read('planner/7')).toBeNull()
  await as('meera').keep('planner/7', 'hers')
  as('meera').drop('planner/7')
  expect(await as('asha').read('planner/7')).toMatchObject({ value: { reason: 'Too dark ' } })
})

test('unsaved text is removed when it is discarded, and after twelve hours', async () => {
  const { as, later, kept } = browser()
  await as('asha').keep('one', 'text')
  as('asha').drop('one')
  expect(await as('asha').read('one')).toBeNull()
  await as('asha').keep('two', 'text')
  later(12 * HOUR)
  expect(await as('asha').read('two')).toMatchObject({ value: 'text' })
  later(1)
  const late = as('asha')
  expect(await late.read('two')).toBeNull()
  expect(kept.size).toBe(0)
})

test('unsaved text that is stored again is kept for twelve hours from when it was entered', async () => {
  const { as, later } = browser()
  await as('asha').keep('one', 'text')
  later(11 * HOUR)
  const earlier = await as('asha').read('one')
  await as('asha').keep('one', 'text', earlier?.at)
  later(HOUR + 1)
  expect(await as('asha').read('one')).toBeNull()
})

test('text that an earlier release stored unencrypted is removed', () => {
  const { as, kept } = browser()
  kept.set('mandap.admin.draft:asha:one', '{"at":1768435200000,"value":"text"}')
  kept.set('mandap.theme', 'dark')
  as('asha')
  expect([...kept.keys()]).toEqual(['mandap.theme'])
})

test('unsaved text is not kept without a session, nor in a full storage', async () => {
  const { as, kept } = browser()
  await as('').keep('one', 'text')
  await as('asha', { isFull: true }).keep('two', 'text')
  expect(kept.size).toBe(0)
})

function browser() {
  const kept = new Map<string, string>()
  let now = Date.UTC(2026, 0, 15)
  const storage = {
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const full = {
    ...storage,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  return {
    kept,
    later: (milliseconds: number) => void (now += milliseconds),
    /** Opens the console as this person. */
    as: (person: string, { isFull = false } = {}) => {
      const place = {
        storage: isFull ? full : storage,
        now: () => now,
        person: () => person,
      }
      const encrypted = createEncryptedStorage({ ...place, subtle: crypto.subtle })
      encrypted.setKeySource(async () => btoa(person.padEnd(32)))
      return createKept({ ...place, encrypted })
    },
  }
}
