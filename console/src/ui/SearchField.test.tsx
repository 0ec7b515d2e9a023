import { useState } from 'preact/compat'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { click, fill } from '../../testing/act.ts'
import { render } from '../../testing/render.tsx'
import { SearchField } from './SearchField.tsx'

function Example() {
  const [text, setText] = useState('')
  return <SearchField label="Search partners" value={text} onText={setText} />
}

const box = () => page.getByRole('searchbox', { name: 'Search partners' })
const direction = () => getComputedStyle(box().element()).direction

test('text in a right-to-left script is typed from the right', async () => {
  render(<Example />)
  await fill(box(), 'Asha')
  expect(direction()).toBe('ltr')
  await fill(box(), 'عائشہ')
  expect(direction()).toBe('rtl')
})

test('the button that clears the text leaves the focus in the field', async () => {
  render(<Example />)
  await fill(box(), 'Asha')
  await click(page.getByRole('button', { name: 'Clear search' }))
  await expect.element(box()).toHaveValue('')
  await expect.element(box()).toHaveFocus()
})
