import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../testing/render.tsx'
import { StatusFunnel } from './StatusFunnel.tsx'

test.each([
  { width: 320, shown: '12.3 L' },
  { width: 390, shown: '12.3 L' },
  { width: 1440, shown: '12,34,567' },
])('at $width px, large counts are whole: $shown', async ({ width, shown }) => {
  await page.viewport(width, 844)
  onTestFinished(() => page.viewport(1440, 900))
  render(
    <div style={{ padding: '32px' }}>
      <StatusFunnel bookingsByStatus={{ pending: 12_34_567 }} />
    </div>,
  )
  const count = page.getByRole('link', { name: '12,34,567' }).first()
  await expect.element(count).toBeVisible()
  expect((count.element() as HTMLElement).innerText).toBe(shown)
  const cell = count.element().closest('dd')
  expect(cell?.scrollWidth).toBeLessThanOrEqual(cell?.clientWidth ?? 0)
})
