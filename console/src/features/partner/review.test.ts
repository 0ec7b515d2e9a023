import { expect, test } from 'vitest'
import { reviewFrom, reviewState } from './review.ts'

test('reads the review from valid navigation state only', () => {
  const review = { from: '/approval-panel?tab=kyc', at: 3, depth: 1 }
  expect(reviewFrom(reviewState(review))).toEqual(review)
  for (const state of [null, 'review', {}, { review: { from: '', at: 1, depth: 1 } }])
    expect(reviewFrom(state)).toBeNull()
})
