import { expect, test } from 'vitest'
import { listingOfReview, reviewAt, reviewFrom } from './review.ts'

test('reads the review from valid navigation state only', () => {
  const review = { from: '/approval-panel?tab=kyc', at: 3, depth: 1 }
  expect(reviewAt(3)(review.from)).toEqual(review)
  expect(reviewFrom(review)).toEqual(review)
  for (const state of [null, 'review', {}, { at: 1 }, { from: '/activity', depth: 1 }])
    expect(reviewFrom(state)).toBeNull()
})

test.each([
  ['/approval-panel', { list: 'approval', status: 'pending', search: '' }],
  ['/approval-panel?tab=kyc&search=a', { list: 'approval', status: 'AKYC', search: 'a' }],
  ['/inprogress-partners', { list: 'inProgress', search: '' }],
  ['/inprogress-partners?search=asha++rao', { list: 'inProgress', search: 'asha rao' }],
  ['/gst-requests?search=asha', { list: 'gst', search: 'asha' }],
])('a review from %s is in the list %j', (from, listing) => {
  expect(listingOfReview({ from })).toEqual(listing)
})
