import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../testing/render.tsx'
import { Button } from '../../ui/Button.tsx'
import { ViewerFrame } from './ViewerFrame.tsx'

const SIZE = { width: 300, height: 200 }

test('over the window of a browser without full screen, keeps the focus inside, and Esc leaves it from the toolbar', async () => {
  const refused = vi.spyOn(Element.prototype, 'requestFullscreen').mockRejectedValue(new Error())
  onTestFinished(() => refused.mockRestore())
  render(
    <>
      <Button>Before</Button>
      <ViewerFrame label="Aadhar Card" noun="image" natural={SIZE} pending={null}>
        {() => <div className="size-full" />}
      </ViewerFrame>
      <Button>After</Button>
    </>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Full screen' }))
  const viewer = page.getByRole('dialog', { name: 'Aadhar Card' })
  await expect.element(viewer).toBeVisible()
  for (let step = 0; step < 10; step += 1) {
    await userEvent.keyboard('{Tab}')
    const focused = document.activeElement
    // between the last and the first control the focus may pass through the browser itself
    expect(focused === document.body || viewer.element().contains(focused)).toBe(true)
  }
  ;(page.getByRole('button', { name: 'Zoom in' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
  await expect.element(viewer).not.toBeInTheDocument()
  const after = page.getByRole('button', { name: 'After' })
  ;(after.element() as HTMLElement).focus()
  await expect.element(after).toHaveFocus()
})
