import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
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

test('a very large amount is shown in crores, and its table has the exact sum with a small one', async () => {
  const today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
  const dateFrom = '2026-11-21T06:30:00.000Z'
  const bookings = ['1,30,000.50', 90_071_992_547_409, 90_071_992_547_409].map((budget) =>
    bookingIndex(bookingFrom(bookingJson({ status: 'completed', dateFrom, budget }))),
  )
  render(<RevenueBars totals={totalsOf(bookings, today)} current="2026-11" />)
  await expect.element(page.getByText('₹180 L Cr').first()).toBeVisible()
  await page.getByText('Show as a table').click()
  await expect.element(page.getByText('₹18,01,43,98,52,24,818.50').first()).toBeVisible()
})
