import { describe, expect, test } from 'vitest'
import { createKept } from './kept.ts'

const HOUR = 3_600_000

describe('unsaved text', () => {
  test('is kept for the same administrator and nobody else', () => {
    const { as } = browser()
    as('asha').keep('planner/7', { reason: 'Too dark ' })
    expect(as('asha').read('planner/7')).toEqual({ reason: 'Too dark ' })
    expect(as('asha').read('planner/8')).toBeUndefined()
    expect(as('meera').read('planner/7')).toBeUndefined()
    as('meera').keep('planner/7', 'hers')
    as('meera').drop('planner/7')
    expect(as('asha').read('planner/7')).toEqual({ reason: 'Too dark ' })
  })

  test('is removed when it is discarded, and after twelve hours', () => {
    const { as, later, kept } = browser()
    as('asha').keep('one', 'text')
    as('asha').drop('one')
    expect(as('asha').read('one')).toBeUndefined()
    as('asha').keep('two', 'text')
    later(12 * HOUR)
    expect(as('asha').read('two')).toBe('text')
    later(1)
    expect(as('asha').read('two')).toBeUndefined()
    expect(kept.size).toBe(0)
  })

  test('is not kept without a session, with a full storage or with invalid stored text', () => {
    const { as, kept } = browser()
    as('').keep('one', 'text')
    expect(kept.size).toBe(0)
    kept.set('mandap.admin.draft:asha:one', '{half')
    expect(as('asha').read('one')).toBeUndefined()
    expect(() => as('asha', { isFull: true }).keep('two', 'text')).not.toThrow()
  })
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
    as: (person: string, { isFull = false } = {}) =>
      createKept({ storage: isFull ? full : storage, now: () => now, person: () => person }),
  }
}
