import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { expectAccessible } from './accessibility.ts'

let server: ViteDevServer
let gallery: string

test.beforeAll(async () => {
  const root = join(import.meta.dirname, '../console')
  server = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    server: { port: 0 },
    logLevel: 'error',
  })
  await server.listen()
  gallery = `${server.resolvedUrls?.local[0]}gallery/`
})

test.afterAll(() => server.close())

test.beforeEach(async ({ page }) => {
  await page.goto(gallery)
  await page.getByRole('heading', { name: 'Primitives' }).waitFor()
})

test('every primitive is accessible in both themes, on a desktop and on a phone', async ({
  page,
}) => {
  await expectAccessible(page)
  const box = page.getByRole('combobox', { name: 'Number ID' })
  await box.fill('MND1')
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
  await expectAccessible(page)
  await box.press('Escape')
  await page.getByRole('button', { name: 'Open dialog' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit planner' })).toBeVisible()
  await expectAccessible(page)
})

test('nothing is wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test.describe('a button', () => {
  test('ignores a press while it is busy', async ({ page }) => {
    await page.getByRole('button', { name: 'Saving' }).click({ force: true })
    await expect(page.getByText('Pressed 0 times')).toBeVisible()
  })

  test('that is disabled with a reason can be focused and shows the reason', async ({ page }) => {
    const button = page.getByRole('button', { name: 'Save partner' })
    await button.focus()
    await expect(page.getByRole('tooltip')).toHaveText('Choose a partner first.')
    await expect(button).toHaveAccessibleDescription('Choose a partner first.')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Pressed 0 times')).toBeVisible()
  })
})

test.describe('tabs', () => {
  test('are in the URL, and the arrow keys, Home and End move between them', async ({ page }) => {
    const tabs = page.getByRole('tablist', { name: 'Bookings', exact: true })
    const tab = (name: string) => tabs.getByRole('tab', { name, exact: true })
    await tab('Booked').focus()
    await page.keyboard.press('ArrowRight')
    await expect(tab('Partner Visited')).toBeFocused()
    await page.keyboard.press('End')
    await expect(tab('Cancelled Event')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(tab('Booked')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/tab=Cancelled%20Event/)
    await expect(tab('Cancelled Event')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel', { name: 'Cancelled Event' }).first()).toHaveText(
      'Here is Cancelled Event.',
    )
  })

  test('scroll the selected tab into view on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`${gallery}?tab=Cancelled%20Event`)
    const tabs = page.getByRole('tablist', { name: 'Bookings', exact: true })
    await tabs.scrollIntoViewIfNeeded()
    await expect(tabs.getByRole('tab', { name: 'Cancelled Event' })).toBeInViewport()
  })
})

test.describe('a menu', () => {
  test('moves the focus with the arrow keys, and returns it with Esc', async ({ page }) => {
    const button = page.getByRole('button', { name: 'Pages' })
    await button.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('link', { name: 'Booking Details' })).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
  })

  test('closes when a link in it is clicked or the page is pressed', async ({ page }) => {
    const button = page.getByRole('button', { name: 'Pages' })
    const link = page.getByRole('link', { name: 'Booking Details' })
    await button.click()
    await link.click()
    await expect(link).toBeHidden()
    await expect(page).toHaveURL(/page=1/)
    await button.click()
    await expect(link).toBeVisible()
    await page.getByRole('heading', { name: 'Primitives' }).click()
    await expect(link).toBeHidden()
  })
})
