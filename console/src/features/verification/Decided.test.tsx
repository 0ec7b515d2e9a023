import { aPartner } from '@mandap/domain/testing/builders.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../testing/render.tsx'
import { Decided } from './Decided.tsx'

test.each([
  { isNextReviewed: false, says: 'That was the last partner in the list. Back to the partner' },
  {
    isNextReviewed: true,
    says: 'Others review the next partners in the list. Back to the partner',
  },
])('without a next partner, a decision says: $says', async ({ isNextReviewed, says }) => {
  render(
    <Decided
      partner={aPartner()}
      step="inPerson"
      action="decline"
      nextStep={null}
      inReview
      nextPartner={null}
      isNextReviewed={isNextReviewed}
      onNextPartner={() => {}}
    />,
  )
  await expect.element(page.getByRole('link', { name: says, exact: true })).toBeVisible()
})
