import type { ComponentProps } from 'preact/compat'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Combobox } from './Combobox.tsx'
import { SearchField } from './SearchField.tsx'

vi.mock('./keyboard.ts', async (original) => ({ ...(await original<object>()), isTouch: true }))

type Options = Partial<ComponentProps<typeof Combobox>>

const combobox = (options: Options) => (
  <Combobox
    label="Search"
    value="MND1"
    onText={() => {}}
    suggestions={[{ id: 'MND1', text: 'MND1' }]}
    onSelect={() => {}}
    {...options}
  />
)

test.each([
  {
    what: 'a search',
    role: 'searchbox',
    field: <SearchField label="Search" value="asha" onText={() => {}} />,
  },
  { what: 'suggestions', role: 'combobox', field: combobox({}) },
  {
    what: 'suggestions, of which it takes the first',
    role: 'combobox',
    field: combobox({ enterTakesFirst: true }),
  },
  {
    what: 'a text without suggestions',
    role: 'combobox',
    field: combobox({ enterTakesFirst: true, suggestions: [] }),
  },
] as const)('Enter in $what closes the keyboard of a phone', async ({ role, field }) => {
  render(field)
  const box = page.getByRole(role)
  await box.click()
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveAttribute('autocorrect', 'off')
  await userEvent.keyboard('{Enter}')
  await expect.element(box).not.toHaveFocus()
})
