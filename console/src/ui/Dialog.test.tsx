import { useState } from 'preact/compat'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { TextField } from './Field.tsx'
import { render } from '../../testing/render.tsx'
import { showToast } from './Toast.tsx'

const FAILED = 'Error saving details. Please try again.'

function Example({ keepOnBackdrop = false }: { keepOnBackdrop?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open dialog</Button>
      {open && (
        <Dialog
          title="Edit planner"
          description="Who does this event."
          keepOnBackdrop={keepOnBackdrop}
          onClose={() => setOpen(false)}
          footer={<Button onClick={() => showToast('error', FAILED)}>Save</Button>}
        >
          <TextField label="Planner name" />
        </Dialog>
      )}
    </>
  )
}

/** A dialog that the button of another replaces. */
function ReplacedExample() {
  const [open, setOpen] = useState<'first' | 'second' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button onClick={() => setOpen('first')}>Open dialog</Button>
      {open === 'first' && (
        <Dialog
          key="first"
          title="Confirm"
          onClose={close}
          footer={<Button onClick={() => setOpen('second')}>Continue</Button>}
        />
      )}
      {open === 'second' && <Dialog key="second" title="Edit planner" onClose={close} />}
    </>
  )
}

const opener = () => page.getByRole('button', { name: 'Open dialog' })
const dialog = () => page.getByRole('dialog', { name: 'Edit planner' })

/** Presses the page beside the dialog. */
async function pressBackdrop() {
  await dialog().click({ position: { x: -40, y: -40 }, force: true })
}

test('keeps the focus inside, closes with Escape, and returns the focus', async () => {
  render(<Example />)
  await opener().click()
  await expect.element(dialog()).toBeVisible()
  await expect.element(dialog()).toHaveAccessibleDescription('Who does this event.')
  for (let step = 0; step < 8; step++) {
    await userEvent.keyboard('{Tab}')
    const focused = document.activeElement
    // between the last and the first control the focus may pass through the browser itself
    expect(focused === document.body || dialog().element().contains(focused)).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
})

test('returns the focus to the control that opened the dialog which it replaced', async () => {
  render(<ReplacedExample />)
  await opener().click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(dialog()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
})

test('closes with a press on the backdrop', async () => {
  render(<Example />)
  await opener().click()
  await pressBackdrop()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('stays open on a press on the backdrop when it keeps typed text', async () => {
  render(<Example keepOnBackdrop />)
  await opener().click()
  await dialog().getByLabelText('Planner name').fill('Rohan Das')
  await pressBackdrop()
  await expect.element(dialog().getByLabelText('Planner name')).toHaveValue('Rohan Das')
})

test('stays open when a press begins inside and ends on the backdrop', async () => {
  render(<Example />)
  await opener().click()
  const field = dialog().getByLabelText('Planner name')
  await field.fill('Rohan Das')
  await userEvent.dragAndDrop(field, dialog(), {
    targetPosition: { x: -40, y: -40 },
    force: true,
  })
  await expect.element(field).toHaveValue('Rohan Das')
  await pressBackdrop()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('announces a message over itself', async () => {
  render(<Example />)
  await opener().click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent(FAILED)
})

test('shows a field whole on a phone on its side, below a long description', async () => {
  await page.viewport(844, 390)
  onTestFinished(() => page.viewport(1440, 900))
  render(
    <Dialog
      title="Decline?"
      description={'Venkatanarasimharaju'.repeat(30)}
      onClose={() => undefined}
      footer={<Button>Decline</Button>}
    >
      <TextField label="Reason" />
    </Dialog>,
  )
  await expect.element(page.getByRole('dialog', { name: 'Decline?' })).toBeVisible()
  const reason = page.getByLabelText('Reason').element() as HTMLElement
  reason.focus()
  await expect.poll(() => cornersOnTop(reason)).toBe(true)
  expect(cornersOnTop(page.getByRole('button', { name: 'Decline' }).element())).toBe(true)
})

/** Returns whether nothing covers the first and the last corner of a control, and none is outside of what scrolls. */
function cornersOnTop(control: Element): boolean {
  const { left, top, right, bottom } = control.getBoundingClientRect()
  const corners = [
    [left + 6, top + 6],
    [right - 6, bottom - 6],
  ] as const
  return corners.every(([x, y]) => control.contains(document.elementFromPoint(x, y)))
}
