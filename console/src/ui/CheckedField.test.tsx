import { useState } from 'preact/compat'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Button } from './Button.tsx'
import { CheckedField, useTried } from './CheckedField.tsx'

function Erasure() {
  const [reason, setReason] = useState('')
  const [name, setName] = useState('')
  const [submitted, setSubmitted] = useState(0)
  const { isTried, handlers } = useTried()
  const noReason = reason === '' ? 'Enter the reason.' : null
  const noName = name === 'Asha' ? null : 'Type Asha to confirm.'
  return (
    <form
      {...handlers}
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(submitted + 1)
      }}
    >
      <CheckedField
        label="Reason"
        problem={noReason}
        isTried={isTried}
        value={reason}
        onText={setReason}
      />
      <CheckedField
        label="Confirmation"
        problem={noName}
        isTried={isTried}
        value={name}
        onText={setName}
      />
      <Button type="submit" disabledReason={noReason ?? noName ?? undefined}>
        Erase
      </Button>
      <p>{`Submitted ${submitted}`}</p>
    </form>
  )
}

const field = (name: string) => page.getByRole('textbox', { name })
const announced = (text: string) => page.getByRole('alert').filter({ hasText: text })
const note = (text: string) => page.getByRole('paragraph').filter({ hasText: text })

test('says what each field of an incomplete form lacks after Enter, until text is typed', async () => {
  render(<Erasure />)
  await field('Reason').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(note('Enter the reason.')).toBeVisible()
  await expect.element(note('Type Asha to confirm.')).toBeVisible()
  await expect.element(announced('Enter the reason.')).toBeInTheDocument()
  await userEvent.keyboard('A')
  await expect.element(note('Enter the reason.')).not.toBeInTheDocument()
  await expect.element(note('Type Asha to confirm.')).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(note('Type Asha to confirm.')).toBeVisible()
  await field('Confirmation').fill('Asha')
  await userEvent.keyboard('{Enter}')
  await expect.element(note('Submitted 1')).toBeVisible()
})

test('says what is wrong with a text that is left, and nothing about an empty field', async () => {
  render(<Erasure />)
  await field('Reason').click()
  await userEvent.keyboard('{Tab}As{Tab}')
  await expect.element(note('Type Asha to confirm.')).toBeVisible()
  await expect.element(note('Enter the reason.')).not.toBeInTheDocument()
})
