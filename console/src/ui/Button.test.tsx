import { useState } from 'preact/compat'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Button } from './Button.tsx'

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
