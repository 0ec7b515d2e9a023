import { useState } from 'preact/compat'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { DateField, TextField } from './Field.tsx'

function Code() {
  const [code, setCode] = useState('123456')
  return (
    <TextField
      label="Code"
      clean={(text) => text.replaceAll(/\D/g, '').slice(0, 6)}
      value={code}
      onText={setCode}
    />
  )
}

test('leaves the caret where a character is typed that the field does not keep', async () => {
  render(<Code />)
  const code = page.getByRole('textbox', { name: 'Code' })
  await code.click()
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}x78')
  await expect.element(code).toHaveValue('127834')
})

function BookedDate({ before }: { before: string }) {
  const [day, setDay] = useState(before)
  return (
    <>
      <DateField
        label="Booked Date"
        min="2020-01-01"
        max="2030-12-31"
        value={day}
        onValue={setDay}
      />
      <p>{`Booked ${day || 'on any day'}`}</p>
    </>
  )
}

test.each([
  { before: '', keys: '12', booked: 'on any day' },
  { before: '2026-12-05', keys: '{Backspace}', booked: '2026-12-05' },
])(
  'removes an unfinished day when the field is left, and keeps the earlier one: $booked',
  async ({ before, keys, booked }) => {
    render(<BookedDate before={before} />)
    const field = page.getByLabelText('Booked Date').element() as HTMLInputElement
    field.focus()
    await userEvent.keyboard(keys)
    await expect.poll(() => field.validity.badInput).toBe(true)
    field.blur()
    await expect.poll(() => field.validity.badInput).toBe(false)
    await expect.element(page.getByLabelText('Booked Date')).toHaveValue(before)
    await expect.element(page.getByRole('paragraph')).toHaveTextContent(`Booked ${booked}`)
  },
)
