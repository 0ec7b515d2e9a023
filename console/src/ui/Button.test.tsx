import { useState } from 'preact/compat'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Button, IconButton } from './Button.tsx'

function Pages() {
  const [number, setNumber] = useState(1)
  return (
    <Button
      disabledReason={number === 2 ? 'This is the last page.' : undefined}
      onClick={() => setNumber(2)}
    >
      Next
    </Button>
  )
}

test('a button that is disabled by its own click keeps the focus, and says why', async () => {
  render(<Pages />)
  const button = page.getByRole('button', { name: 'Next' })
  await userEvent.click(button)
  await expect.element(button).toHaveAccessibleDescription('This is the last page.')
  await expect.element(button).toHaveFocus()
})

test('a button that is busy or disabled with a reason ignores a press', async () => {
  const onClick = vi.fn<() => void>()
  render(
    <>
      <Button busy onClick={onClick}>
        Saving
      </Button>
      <Button disabledReason="Choose a partner first." onClick={onClick}>
        Save partner
      </Button>
    </>,
  )
  for (const name of ['Saving', 'Save partner']) {
    const button = page.getByRole('button', { name })
    await button.click({ force: true })
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
  }
  expect(onClick).not.toHaveBeenCalled()
})

test.each([1440, 390])(
  'the reason of a disabled button is in view at the edge of a box that cuts, at %i px',
  async (width) => {
    await page.viewport(width, 800)
    onTestFinished(() => page.viewport(1440, 900))
    render(
      <div className="mt-60 flex justify-between overflow-hidden">
        <IconButton icon="minus" label="Zoom out" disabledReason="The whole image is shown." />
        <IconButton icon="back" label="Next page" disabledReason="This is the last page." />
      </div>,
    )
    for (const [label, reason] of [
      ['Zoom out', 'The whole image is shown.'],
      ['Next page', 'This is the last page.'],
    ] as const) {
      const button = page.getByRole('button', { name: label }).element() as HTMLElement
      button.focus()
      const tooltip = page.getByRole('tooltip', { name: reason })
      await expect.element(tooltip).toBeVisible()
      const box = tooltip.element().getBoundingClientRect()
      expect(box.left).toBeGreaterThanOrEqual(0)
      expect(box.right).toBeLessThanOrEqual(width)
      expect(box.bottom).toBeLessThanOrEqual(button.getBoundingClientRect().top)
      expect(isOnTop(tooltip.element())).toBe(true)
      button.blur()
      await expect.element(tooltip).not.toBeInTheDocument()
    }
  },
)

/** Returns whether the middle of an element is seen, and not cut off by a box around it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  // only elements that receive the pointer are found at a point
  const panel = element.parentElement as HTMLElement
  panel.style.pointerEvents = 'auto'
  return element.contains(document.elementFromPoint(x, y))
}
