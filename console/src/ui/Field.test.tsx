import { useState } from 'preact/compat'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { TextField } from './Field.tsx'

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
