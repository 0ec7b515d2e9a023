import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { scriptedHost } from '../../../testing/scripted-host.ts'

test('the names of the counts are whole on the smallest phone', async () => {
  await page.viewport(320, 640)
  onTestFinished(() => page.viewport(1440, 900))
  openConsole(hostWithRecords('mandap'), '/user-count')
  const summary = page.getByRole('region', { name: 'Summary' })
  const isWhole = async (name: string) => {
    const label = summary.getByText(name, { exact: true })
    await expect.element(label).toBeVisible()
    return label.element().scrollWidth <= label.element().clientWidth
  }
  for (const name of ['Customers', 'Bookings', 'Partners']) expect(await isWhole(name)).toBe(true)
})

test('without any data, the screen says that there are no users and no revenue', async () => {
  openConsole(scriptedHost({ kind: 'plain', superAdminNumbers: [], answers: {} }), '/user-count')
  await expect.element(page.getByText('No users found.')).toBeVisible()
  await expect.element(page.getByText('No revenue yet.')).toBeVisible()
})
