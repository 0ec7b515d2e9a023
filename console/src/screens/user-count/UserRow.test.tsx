import { userJson } from '@mandap/domain/testing/builders.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../../testing/open-console.tsx'
import { scriptedHost } from '../../../testing/scripted-host.ts'

test('the name, the phone and the e-mail of a customer are whole in the expanded row', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  const name = 'Venkatanarasimharajuvaripeta Lakshmi Narasimha Swamy'
  const email = `${'venkatanarasimharaju'.repeat(4)}@example.in`
  const users = [userJson({ _id: 'venkata', fullName: name, phone: '+91 98200 12345', email })]
  const host = scriptedHost({ kind: 'plain', superAdminNumbers: [], answers: {}, users })
  openConsole(host, '/user-count')
  const row = page.getByRole('button', { name })
  await expect.element(row).toHaveAttribute('aria-expanded', 'false')
  await row.click()
  await expect.element(row).toHaveAttribute('aria-expanded', 'true')
  for (const text of [name, `+91 98200 12345 · ${email}`]) {
    const shown = row.getByText(text, { exact: true }).element()
    expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth)
    expect(shown.getBoundingClientRect().bottom).toBeLessThanOrEqual(
      row.element().getBoundingClientRect().bottom,
    )
  }
})
