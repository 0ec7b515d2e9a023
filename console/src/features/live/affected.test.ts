import type { QueryKey } from '@tanstack/preact-query'
import { expect, test } from 'vitest'
import { listedKey } from '../client/query-keys.ts'
import { isAffected, type LiveChange } from './affected.ts'

const decided: LiveChange = { kind: 'decide', subject: 'partner', subjectId: 'p1' }
const swapped: LiveChange = { kind: 'swap', subject: 'booking', subjectId: 'b1' }

test('a change affects the lists, counts and searches of its noun, and its own record', () => {
  const affected: QueryKey[] = [
    ['partners', 'listed', { list: 'approved' }, 0],
    ['partners', 'counts', ''],
    ['partners', 'one', 'p1'],
    ['partners', 'planner', 'p1'],
    ['summary'],
    ['search', 'results', 'kavya'],
    ['search', 'results', 'one'],
  ]
  const others: QueryKey[] = [
    ['partners', 'one', 'p2'],
    ['bookings', 'listed', {}, 0],
    ['users', 'one', 'u1'],
    ['administrators'],
    ['role'],
  ]
  expect([...affected, ...others].filter((key) => isAffected(key, decided))).toEqual(affected)
})

test('a booking also affects which users have bookings', () => {
  expect(isAffected(['users', 'listed', {}, 0], swapped)).toBe(true)
  expect(isAffected(['bookings', 'totals', '2026-11-25'], swapped)).toBe(true)
  expect(isAffected(['bookings', 'one', 'b2'], swapped)).toBe(false)
})

test('every entry affects the audit log, and the log of its own record only', () => {
  const log = (subject?: object) => listedKey('activity', { subject })
  expect(isAffected(log(), decided)).toBe(true)
  expect(isAffected(log({ kind: 'partner' }), decided)).toBe(true)
  expect(isAffected(log({ kind: 'partner', id: 'p1' }), decided)).toBe(true)
  expect(isAffected(log({ kind: 'partner', id: 'p2' }), decided)).toBe(false)
  expect(isAffected(log({ kind: 'booking', id: 'p1' }), decided)).toBe(false)
})

test('a shown number affects the audit log only', () => {
  const shown: LiveChange = { kind: 'reveal', subject: 'partner', subjectId: 'p1' }
  expect(isAffected(['partners', 'one', 'p1'], shown)).toBe(false)
  expect(isAffected(['activity', 'people'], shown)).toBe(true)
})

test("a changed role affects the signed-in administrator's role, and another change of an administrator does not", () => {
  const change = { subject: 'administrator', subjectId: 'dev@mandap.example' } as const
  expect(isAffected(['role'], { ...change, kind: 'changeRole' })).toBe(true)
  expect(isAffected(['role'], { ...change, kind: 'signIn' })).toBe(false)
})

test('an import affects all records', () => {
  const imported: LiveChange = { kind: 'import', subject: 'list', subjectId: null }
  expect(isAffected(['users', 'one', 'u1'], imported)).toBe(true)
})
