import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Combobox } from './Combobox.tsx'
import { SearchField } from './SearchField.tsx'

vi.mock('./keyboard.ts', async (original) => ({ ...(await original<object>()), isTouch: true }))

test.each([
  {
    role: 'searchbox',
    field: <SearchField label="Search" value="asha" onText={() => {}} />,
  },
  {
    role: 'combobox',
    field: (
      <Combobox
        label="Search"
        value="MND1"
        onText={() => {}}
        suggestions={[{ id: 'MND1', text: 'MND1' }]}
        onSelect={() => {}}
        enterTakesFirst
      />
    ),
  },
  {
    role: 'combobox',
    field: (
      <Combobox
        label="Search"
        value="MND1"
        onText={() => {}}
        suggestions={[]}
        onSelect={() => {}}
        enterTakesFirst
      />
    ),
  },
  {
    role: 'combobox',
    field: (
      <Combobox
        label="Search"
        value="MND1"
        onText={() => {}}
        suggestions={[{ id: 'MND1', text: 'MND1' }]}
        onSelect={() => {}}
      />
    ),
  },
] as const)('Enter closes the keyboard of a phone under a $role', async ({ role, field }) => {
  render(field)
  const box = page.getByRole(role)
  await box.click()
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveAttribute('autocorrect', 'off')
  await userEvent.keyboard('{Enter}')
  await expect.element(box).not.toHaveFocus()
})
