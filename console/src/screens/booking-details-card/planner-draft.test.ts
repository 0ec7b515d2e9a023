import { expect, test } from 'vitest'
import { EMPTY_DRAFT, isTouched } from './planner-draft.ts'

const manual = { ...EMPTY_DRAFT.manual, PartnerName: 'Rohan Das' }

test('unsaved choices and texts count as touched', () => {
  expect(isTouched(EMPTY_DRAFT)).toBe(false)
  expect(isTouched({ ...EMPTY_DRAFT, way: 'manual' })).toBe(false)
  expect(isTouched({ ...EMPTY_DRAFT, search: 'me' })).toBe(true)
  expect(isTouched({ ...EMPTY_DRAFT, manual })).toBe(true)
})
