import { expect, test } from './testing/house.ts'

test('shows the login screen', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})
