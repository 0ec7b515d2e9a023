import { useState } from 'preact/compat'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../testing/render.tsx'
import { ImageViewer } from './ImageViewer.tsx'

/** Returns the address of an image with dark text on a transparent background. */
function transparentImage(width: number, height: number): string {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.fillText('Aadhar', 10, 10)
  return canvas.toDataURL()
}

test('shows a transparent image on white, and zooms a long one up to its own size', async () => {
  render(
    <ImageViewer
      url={transparentImage(300, 6000)}
      label="Aadhar Card"
      onFailed={() => {}}
      onRetry={() => {}}
    />,
  )
  const image = page.getByRole('img', { name: 'Aadhar Card' })
  await expect.element(image).toBeVisible()
  expect(getComputedStyle(image.element()).backgroundColor).toBe('rgb(255, 255, 255)')

  const height = () => image.element().getBoundingClientRect().height
  await expect.poll(height).toBeGreaterThan(0)
  expect(height()).toBeLessThan(600)
  page.getByRole('region', { name: 'Aadhar Card picture' }).element().focus()
  for (let step = 0; step < 15; step += 1) await userEvent.keyboard('+')
  await expect.poll(height).toBeCloseTo(6000, -2)
  await userEvent.keyboard('0')
  await expect.poll(height).toBeLessThan(600)
})

/** A card that shows its image again with each attempt. */
function Card() {
  const [attempt, setAttempt] = useState(0)
  return (
    <section aria-label="Card" data-takes-focus tabIndex={-1}>
      <ImageViewer
        key={attempt}
        url="data:image/gif;base64,"
        label="Aadhar Card"
        onFailed={() => {}}
        onRetry={() => setAttempt(attempt + 1)}
      />
    </section>
  )
}

test('the card has the focus after ‘Try again’ of an image that is still loading', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  render(<Card />)
  await expect.element(page.getByText('Loading Aadhar Card')).toBeInTheDocument()
  vi.advanceTimersByTime(30_000)
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  vi.advanceTimersByTime(100)
  await expect.element(page.getByRole('region', { name: 'Card', exact: true })).toHaveFocus()
})
