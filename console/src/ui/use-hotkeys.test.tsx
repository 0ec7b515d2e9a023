import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hostWithRecords } from '../../failures/records.ts'
import { shown } from '../../testing/act.ts'
import { openConsole } from '../../testing/open-console.tsx'
import { render } from '../../testing/render.tsx'
import { Menu, MenuButton } from './Menu.tsx'
import { useHotkeys } from './use-hotkeys.ts'

const pressed: string[] = []

function Screen() {
  useHotkeys(['j', '1', '[', '?'].map((key) => ({ key, what: key, run: () => pressed.push(key) })))
  return <h1>Screen</h1>
}

test.each<[string, KeyboardEventInit, string[]]>([
  ['a Latin layout', { key: 'j', code: 'KeyJ' }, ['j']],
  ['a Latin layout whose J is elsewhere', { key: 'j', code: 'KeyC' }, ['j']],
  ['Caps Lock', { key: 'J', code: 'KeyJ' }, ['j']],
  ['Shift', { key: 'J', code: 'KeyJ', shiftKey: true }, []],
  ['Ctrl', { key: 'j', code: 'KeyJ', ctrlKey: true }, []],
  ['a Hindi layout', { key: 'र', code: 'KeyJ' }, ['j']],
  ['a Hindi layout with Shift', { key: 'ऱ', code: 'KeyJ', shiftKey: true }, []],
  ['a Hindi layout with its own digits', { key: '१', code: 'Digit1' }, ['1']],
  ['a sign of a Hindi layout', { key: 'ड', code: 'BracketLeft' }, ['[']],
  ['the question mark of a Hindi layout', { key: 'य़', code: 'Slash', shiftKey: true }, ['?']],
])('with %s, a shortcut is its key', (_, event, expected) => {
  pressed.length = 0
  render(<Screen />)
  dispatchEvent(new KeyboardEvent('keydown', event))
  expect(pressed).toEqual(expected)
})

test('while a menu is open, no shortcut works', async () => {
  pressed.length = 0
  render(
    <>
      <Screen />
      <Menu trigger="Account">
        <MenuButton onSelect={() => {}}>Logout</MenuButton>
      </Menu>
    </>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Account' }))
  await userEvent.keyboard('{ArrowDown}j')
  expect(pressed).toEqual([])
  await userEvent.keyboard('{Escape}j')
  expect(pressed).toEqual(['j'])
})

test('with a Hindi layout, Ctrl and the key of K open the palette', async () => {
  openConsole(hostWithRecords('mandap'), '/account')
  await shown(page.getByRole('heading', { level: 1 }))
  dispatchEvent(new KeyboardEvent('keydown', { key: 'क', code: 'KeyK', ctrlKey: true }))
  const field = page.getByRole('combobox', { name: 'Search or go to' })
  await expect.element(field).toHaveFocus()
})
