import { useState } from 'preact/compat'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Combobox } from './Combobox.tsx'
import { render } from '../../testing/render.tsx'

const NUMBERS = ['MND10421', 'MND10422', 'MND10430', 'MND10511', 'MND20001']

function Example() {
  const [number, setNumber] = useState('')
  const [picked, setPicked] = useState('nothing')
  return (
    <>
      <Combobox
        label="Number ID"
        value={number}
        clean={(text) => text.replaceAll(/[^a-z0-9]/gi, '').toUpperCase()}
        onText={setNumber}
        suggestions={NUMBERS.filter((one) => number !== '' && one.startsWith(number)).map(
          (one) => ({ id: one, text: one }),
        )}
        onSelect={(suggestion) => {
          setNumber(suggestion.text)
          setPicked(suggestion.text)
        }}
        emptyText="No matches"
      />
      <p>{`Picked ${picked}`}</p>
    </>
  )
}

const box = () => page.getByRole('combobox', { name: 'Number ID' })
const options = () => page.getByRole('option')

/** Returns the suggestion that screen readers announce as active. */
const active = () =>
  document.getElementById(box().element().getAttribute('aria-activedescendant') ?? '')?.textContent

test('suggests while text is typed, and picks by keyboard', async () => {
  render(<Example />)
  await box().click()
  await userEvent.keyboard('mnd-1')
  await expect.element(box()).toHaveValue('MND1')
  await expect.element(box()).toHaveAttribute('aria-expanded', 'true')
  await expect.element(options()).toHaveLength(4)
  expect(active()).toBeUndefined()

  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(active).toBe('MND10421')
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(active).toBe('MND10511')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.poll(active).toBe('MND10422')
  await userEvent.keyboard('{Enter}')
  await expect.element(box()).toHaveValue('MND10422')
  await expect.element(page.getByText('Picked MND10422')).toBeVisible()
  await expect.element(options()).toHaveLength(0)
  await expect.element(box()).toHaveFocus()
})

test('leaves Enter to an input method, also where Safari sends it after the composition', async () => {
  render(<Example />)
  await box().fill('MND1')
  await userEvent.keyboard('{ArrowDown}')
  const enter = { key: 'Enter', bubbles: true, cancelable: true }
  for (const composition of [{ isComposing: true }, { keyCode: 229 }])
    expect(
      box()
        .element()
        .dispatchEvent(new KeyboardEvent('keydown', { ...enter, ...composition })),
    ).toBe(true)
  await expect.element(page.getByText('Picked nothing')).toBeVisible()
  await expect.element(options()).toHaveLength(4)
})

test('picks by pointer, and keeps the focus in the field throughout', async () => {
  render(<Example />)
  await box().fill('MND2')
  const blurred: Event[] = []
  box()
    .element()
    .addEventListener('blur', (event) => blurred.push(event))
  await options().click()
  await expect.element(page.getByText('Picked MND20001')).toBeVisible()
  await expect.element(box()).toHaveFocus()
  expect(blurred).toEqual([])
})

test('closes the suggestions with Escape, and clears the text with a second', async () => {
  render(<Example />)
  await box().fill('MND1')
  await userEvent.keyboard('{Escape}')
  await expect.element(options()).toHaveLength(0)
  await expect.element(box()).toHaveValue('MND1')
  await userEvent.keyboard('{Escape}')
  await expect.element(box()).toHaveValue('')
})

test('says that there are no matches, on the screen and to a screen reader', async () => {
  render(<Example />)
  await box().fill('XYZ')
  await expect.element(page.getByRole('paragraph').filter({ hasText: 'No matches' })).toBeVisible()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'No matches' }))
    .toBeInTheDocument()
})

test('leaves the caret where text is corrected in the middle', async () => {
  render(<Example />)
  await box().fill('MND0421')
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}xy')
  await expect.element(box()).toHaveValue('MNDXY0421')
})

test('does not show a character that is not kept, even if the text stays the same', async () => {
  render(<Example />)
  await box().fill('MND1')
  await expect.element(options()).toHaveLength(4)
  await userEvent.keyboard('-')
  await expect.element(box()).toHaveValue('MND1')
  await userEvent.keyboard('{ArrowLeft}-0')
  await expect.element(box()).toHaveValue('MND01')
})

/** A field in a form whose suggestions load when the test says so. */
function Eager() {
  const [text, setText] = useState('')
  const [loaded, setLoaded] = useState('')
  const [picked, setPicked] = useState('nothing')
  const [submitted, setSubmitted] = useState(0)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(submitted + 1)
      }}
    >
      <Combobox
        label="Number ID"
        value={text}
        onText={setText}
        suggestions={NUMBERS.filter((one) => one.startsWith(loaded)).map((one) => ({
          id: one,
          text: one,
          note: <span>free</span>,
        }))}
        onSelect={(suggestion) => setPicked(suggestion.text)}
        busy={loaded !== text}
        emptyText="No matches"
        inline
        enterTakesFirst
      />
      {/* leaves the focus in the field */}
      <button
        type="button"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setLoaded(text)}
      >
        Load
      </button>
      <button type="submit">Save</button>
      <p>{`Picked ${picked}, submitted ${submitted}`}</p>
    </form>
  )
}

const saying = (text: string) => page.getByText(text, { exact: true })
const load = () => page.getByRole('button', { name: 'Load' }).click()

test('lists its suggestions in the page, above what follows the field', async () => {
  render(<Eager />)
  await expect.element(options().first()).toBeVisible()
  await expect.element(options().first()).toHaveTextContent('MND10421 free')
  const bottom = options().last().element().getBoundingClientRect().bottom
  const top = page.getByRole('button', { name: 'Save' }).element().getBoundingClientRect().top
  expect(bottom).toBeLessThanOrEqual(top)
})

test('keeps the place of what follows, whether its suggestions load, are many or few, or are missing', async () => {
  render(<Eager />)
  const top = () => page.getByRole('button', { name: 'Save' }).element().getBoundingClientRect().top
  await expect.element(options()).toHaveLength(5)
  const before = top()
  await box().fill('XYZ')
  await load()
  await expect.element(page.getByRole('paragraph').filter({ hasText: 'No matches' })).toBeVisible()
  expect(top()).toBe(before)
  await box().fill('MND2')
  await expect
    .element(page.getByRole('paragraph').filter({ hasText: 'No matches' }))
    .not.toBeInTheDocument()
  expect(top()).toBe(before)
  await load()
  await expect.element(options()).toHaveLength(1)
  expect(top()).toBe(before)
})

test('takes the first suggestion for typed text with Enter, which then does not submit the form', async () => {
  render(<Eager />)
  await box().fill('MND1051')
  await load()
  await expect.poll(active).toContain('MND10511')
  await userEvent.keyboard('{Enter}')
  await expect.element(saying('Picked MND10511, submitted 0')).toBeVisible()
})

test('waits for the suggestions when Enter is pressed while they load', async () => {
  render(<Eager />)
  await box().fill('MND2')
  await userEvent.keyboard('{Enter}')
  await expect.element(saying('Picked nothing, submitted 0')).toBeVisible()
  await load()
  await expect.element(saying('Picked MND20001, submitted 0')).toBeVisible()
})

test('takes nothing when the text changes after Enter, and nothing when nothing matches', async () => {
  render(<Eager />)
  await box().fill('MND2')
  await userEvent.keyboard('{Enter}')
  await box().fill('XYZ')
  await load()
  await userEvent.keyboard('{Enter}')
  await expect.element(saying('Picked nothing, submitted 0')).toBeVisible()
  await expect.element(page.getByRole('paragraph').filter({ hasText: 'No matches' })).toBeVisible()
})

test('takes the suggestion that the arrow keys marked rather than the first', async () => {
  render(<Eager />)
  await box().fill('MND')
  await load()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(saying('Picked MND10430, submitted 0')).toBeVisible()
})

test('leaves Enter to the form while the field is empty', async () => {
  render(<Eager />)
  await box().click()
  await userEvent.keyboard('{Enter}')
  await expect.element(saying('Picked nothing, submitted 1')).toBeVisible()
})
