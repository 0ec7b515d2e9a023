import { useState } from 'preact/compat'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Button } from './Button.tsx'
import './dialog-motion.css'
import { Dialog } from './Dialog.tsx'
import { dialogOnDemand, type OnDemand } from './on-demand.tsx'

interface Props {
  onClose: () => void
}

const Invite = ({ onClose }: Props) => <Dialog title="Invite a person" onClose={onClose} />

function Example({ InviteDialog }: { InviteDialog: OnDemand<Props> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Invite</Button>
      {open && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const opener = () => page.getByRole('button', { name: 'Invite' })
const dialog = () => page.getByRole('dialog', { name: 'Invite a person' })

test('loads the code of a dialog once, when it is first opened', async () => {
  let loads = 0
  const InviteDialog = dialogOnDemand('Invite a person', async () => {
    loads += 1
    return Invite
  })
  render(<Example InviteDialog={InviteDialog} />)
  expect(loads).toBe(0)
  for (let turn = 0; turn < 2; turn += 1) {
    await opener().click()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog()).not.toBeInTheDocument()
  }
  expect(loads).toBe(1)
})

test('says when the code of a dialog could not be loaded, and closes', async () => {
  const InviteDialog = dialogOnDemand<Props>('Invite a person', async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  render(<Example InviteDialog={InviteDialog} />)
  await opener().click()
  await expect.element(dialog().getByText('This dialog could not be loaded.')).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: 'Try again' })).toBeVisible()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('opens a dialog at once whose code is loading, and gives the focus back when it closes', async () => {
  const code = Promise.withResolvers<typeof Invite>()
  const InviteDialog = dialogOnDemand('Invite a person', () => code.promise)
  render(<Example InviteDialog={InviteDialog} />)
  await opener().click()
  await expect.element(dialog()).toHaveAttribute('aria-busy', 'true')
  await expect.element(dialog().getByText('Loading')).toBeInTheDocument()
  expect(dialog().element().matches(':modal')).toBe(true)

  // closed while it loads, and opened again
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
  await opener().click()
  code.resolve(Invite)
  await expect.element(dialog()).not.toHaveAttribute('aria-busy')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
})

const animations = () =>
  [undefined, '::backdrop'].map((part) => getComputedStyle(dialog().element(), part).animationName)

test('plays the opening animation once, also if the loading dialog was already visible', async () => {
  const code = Promise.withResolvers<typeof Invite>()
  const InviteDialog = dialogOnDemand('Invite a person', () => code.promise)
  render(<Example InviteDialog={InviteDialog} />)
  await opener().click()
  await expect.poll(() => getComputedStyle(dialog().element()).opacity).toBe('1')
  code.resolve(Invite)
  await expect.element(dialog()).not.toHaveAttribute('aria-busy')
  expect(animations()).toEqual(['none', 'none'])

  // opened again, its code is there
  await dialog().getByRole('button', { name: 'Close' }).click()
  await opener().click()
  await expect.element(dialog()).toBeInTheDocument()
  expect(animations()).toEqual(['dialog-in', 'backdrop-in'])
})
