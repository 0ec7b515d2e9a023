import { expect, onTestFinished, test } from 'vitest'
import { selectRefused } from './select-refused.ts'

/** Shows a form with a field of each of these texts. */
function fields(...texts: string[]): HTMLInputElement[] {
  const form = document.body.appendChild(document.createElement('form'))
  onTestFinished(() => form.remove())
  return texts.map((text) => {
    const field = form.appendChild(document.createElement('input'))
    field.value = text
    return field
  })
}

const selection = (field: HTMLInputElement | undefined) =>
  field?.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)

test('a refused text is selected', () => {
  const [otp, code] = fields('123456', '654321')
  code?.focus()
  selectRefused(otp, '123456')
  expect(selection(otp)).toBe('123456')
  expect(document.activeElement).toBe(otp)
})

test('a text that was edited while it was checked gets the focus, and nothing is selected', () => {
  const [otp] = fields('123457')
  otp?.setSelectionRange(6, 6)
  selectRefused(otp, '123456')
  expect(document.activeElement).toBe(otp)
  expect(selection(otp)).toBe('')
})

test('the field in which the person types keeps the focus after another one was edited', () => {
  const [otp, code] = fields('123457', '65')
  code?.focus()
  selectRefused(otp, '123456')
  expect(document.activeElement).toBe(code)
})
