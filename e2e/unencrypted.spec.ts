import { chromium } from '@playwright/test'
import { expect, keepSession, test } from './testing/app.ts'
import { headlessChromium } from './testing/browser.ts'

test('works on a page without HTTPS, whose browser lacks some functions', async ({ app }) => {
  const browser = await chromium.launch({
    ...headlessChromium,
    args: [...(headlessChromium.args ?? []), '--host-resolver-rules=MAP office.example 127.0.0.1'],
  })
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  await keepSession(page, await app.startSession())
  const followed = page.waitForResponse((response) => response.url().includes('/events'))
  await page.goto(`${app.url.replace('127.0.0.1', 'office.example')}/approval-panel`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await followed
  await expect(page.getByRole('heading', { name: 'Partner Approval Panel' })).toBeVisible()
  expect(problems).toEqual([])
  await browser.close()
})
