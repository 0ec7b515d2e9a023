import { totalsOf } from '@mandap/domain/booking/totals.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../testing/render.tsx'
import { RevenueBars } from './RevenueBars.tsx'

test('the lines of the axis have different amounts, also without revenue in any month', async () => {
  const today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
  render(<RevenueBars totals={totalsOf([], today)} current="2026-11" />)
  const amounts = () =>
    [...document.querySelectorAll('svg text')]
      .map(({ textContent }) => textContent)
      .filter((text) => text?.startsWith('₹'))
  await expect.poll(amounts).not.toEqual([])
  expect(new Set(amounts()).size).toBe(amounts().length)
  await expect.element(page.getByRole('slider')).toBeVisible()
})
