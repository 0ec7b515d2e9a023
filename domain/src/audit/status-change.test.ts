import { expect, test } from 'vitest'
import { auditEntryFrom } from './entry.ts'
import { statusChange } from './status-change.ts'

const entry = (id: string, after: object) => auditEntryFrom({ id, kind: 'update', after })

test('the newest entry with a status is the one that set it', () => {
  const entries = [
    entry('4', { partnerName: 'Zoya Khan' }),
    entry('3', { status: 'visited', budget: 5 }),
    entry('2', { status: 'pending' }),
    entry('1', { status: 'visited' }),
  ]
  expect(statusChange(entries, 'visited')?.id).toBe('3')
})

test('no entry set the status if the newest one set another, or if none has a status', () => {
  expect(statusChange([entry('2', { status: 'pending' })], 'visited')).toBeNull()
  expect(statusChange([entry('1', { budget: 5 })], '')).toBeNull()
  expect(statusChange([], 'visited')).toBeNull()
})
