import { useState } from 'preact/compat'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../testing/render.tsx'
import { ManualFields } from './ManualFields.tsx'
import { BLANK_MANUAL } from './planner-draft.ts'

function Manual() {
  const [manual, setManual] = useState(BLANK_MANUAL)
  return (
    <>
      <ManualFields
        manual={manual}
        problems={{}}
        onField={(field, text) => setManual({ ...manual, [field]: text })}
      />
      <p>{manual.companyEmailId}</p>
    </>
  )
}

test('keeps an e-mail address with a Unicode domain as it is typed', async () => {
  render(<Manual />)
  await page.getByRole('textbox', { name: 'Company e-mail' }).fill('info@bücher.example')
  await expect.element(page.getByRole('paragraph')).toHaveTextContent('info@bücher.example')
})
