import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { showToast, ToastRegion } from './Toast.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['success', 'Partner Updated Successfully!', 1500, 'status'],
  ['error', 'Error updating partner. Please try again.', 3000, 'alert'],
] as const)(
  'shows a message of %s for its time, and announces it',
  async (kind, text, stays, role) => {
    render(<ToastRegion />)
    showToast(kind, text)
    const message = page.getByRole(role).getByText(text, { exact: true })
    await expect.poll(() => message.query()).not.toBeNull()
    vi.advanceTimersByTime(stays - 1)
    expect(message.query()).not.toBeNull()
    vi.advanceTimersByTime(1)
    await expect.poll(() => message.query()).toBeNull()
  },
)

test('announces the same message again', async () => {
  render(<ToastRegion />)
  showToast('error', 'Error updating partner. Please try again.')
  const message = page.getByRole('alert').getByText('Error updating partner.')
  await expect.poll(() => message.query()).not.toBeNull()
  const first = message.element()
  showToast('error', 'Error updating partner. Please try again.')
  await expect.poll(() => first.isConnected).toBe(false)
  expect(message.query()).not.toBeNull()
})
