import { expect, test } from 'vitest'
import { DECISION_DRAFT } from './decision-draft.ts'

test('a stored decision is restored without items that the console does not know', () => {
  const stored = {
    action: 'decline',
    items: ['aadhar', 'passport', 'toString', 7, null],
    reason: 'Cut off',
  }
  expect(DECISION_DRAFT.from(stored)).toEqual({ ...stored, items: ['aadhar'] })
})

test.each([{ items: 7, action: 'approve', reason: 7 }, { items: null }, {}])(
  'a stored decision with fields of another kind is empty: %j',
  (stored) => {
    expect(DECISION_DRAFT.from(stored)).toEqual(DECISION_DRAFT.empty)
  },
)
