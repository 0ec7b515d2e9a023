import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
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

test('every primitive is accessible in both themes, wide and narrow', async ({ page }) => {
  await expectAccessible(page)
})

test('nothing is wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test.describe('a button', () => {
  test('that is busy does nothing', async ({ page }) => {
    await page.getByRole('button', { name: 'Saving' }).click({ force: true })
    await expect(page.getByText('Pressed 0 times')).toBeVisible()
  })

  test('that is disabled with a reason can be reached, and tells it', async ({ page }) => {
    const button = page.getByRole('button', { name: 'Save partner' })
    await button.focus()
    await expect(page.getByRole('tooltip')).toHaveText('Choose a partner first.')
    await expect(button).toHaveAccessibleDescription('Choose a partner first.')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Pressed 0 times')).toBeVisible()
  })
})

test.describe('the combobox', () => {
  test('suggests while one types and picks by keyboard', async ({ page }) => {
    const box = page.getByRole('combobox', { name: 'Number ID' })
    await box.pressSequentially('mnd-1')
    await expect(box).toHaveValue('MND1')
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await expect(options(page)).toHaveCount(4)
    await expectAccessible(page)

    await box.press('ArrowDown')
    await expect(activeOption(page)).toHaveText(/MND10421/)
    await box.press('ArrowUp')
    await expect(activeOption(page)).toHaveText(/MND10511/)
    await box.press('ArrowDown')
    await box.press('ArrowDown')
    await expect(activeOption(page)).toHaveText(/MND10422/)
    await box.press('Enter')
    await expect(box).toHaveValue('MND10422')
    await expect(page.getByText('Picked MND10422')).toBeVisible()
    await expect(options(page)).toHaveCount(0)
    await expect(box).toBeFocused()
  })

  test('picks by pointer and keeps the focus in the field', async ({ page }) => {
    const box = page.getByRole('combobox', { name: 'Number ID' })
    await box.fill('MND2')
    await options(page).filter({ hasText: 'MND20001' }).click()
    await expect(page.getByText('Picked MND20001')).toBeVisible()
    await expect(box).toBeFocused()
  })

  test('closes with Esc, and clears with a second', async ({ page }) => {
    const box = page.getByRole('combobox', { name: 'Number ID' })
    await box.fill('MND1')
    await box.press('Escape')
    await expect(options(page)).toHaveCount(0)
    await expect(box).toHaveValue('MND1')
    await box.press('Escape')
    await expect(box).toHaveValue('')
  })

  test('says when there are no matches', async ({ page }) => {
    const box = page.getByRole('combobox', { name: 'Number ID' })
    await box.fill('XYZ')
    await expect(page.getByRole('paragraph').filter({ hasText: 'No matches' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'No matches' })).toBeAttached()
  })

  test('corrects text in its middle without moving the caret', async ({ page }) => {
    const box = page.getByRole('combobox', { name: 'Number ID' })
    await box.fill('MND0421')
    await box.press('Home')
    for (let step = 0; step < 3; step++) await box.press('ArrowRight')
    await box.pressSequentially('1x')
    await expect(box).toHaveValue('MND1X0421')
  })
})

test.describe('tabs', () => {
  test('live in the URL and are walked by arrows, Home and End', async ({ page }) => {
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

  test('bring the open one into sight on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`${gallery}?tab=Cancelled%20Event`)
    const tabs = page.getByRole('tablist', { name: 'Bookings', exact: true })
    await tabs.scrollIntoViewIfNeeded()
    await expect(tabs.getByRole('tab', { name: 'Cancelled Event' })).toBeInViewport()
  })
})

test.describe('a menu', () => {
  test('opens and is walked by arrows, and gives the focus back with Esc', async ({ page }) => {
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

  test('closes when one of its links is used, or the page is pressed', async ({ page }) => {
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

test.describe('a dialog', () => {
  test('keeps the focus inside, closes with Esc, and gives the focus back', async ({ page }) => {
    const opener = page.getByRole('button', { name: 'Open dialog' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Edit planner' })
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab')
      const outside = await page.evaluate(
        () => document.activeElement?.closest('dialog') === null && document.hasFocus(),
      )
      // Between its last and first control the focus may pass through the browser itself.
      if (outside) expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('closes with a press on the backdrop', async ({ page }) => {
    await page.getByRole('button', { name: 'Open dialog' }).click()
    await page.mouse.click(5, 5)
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('announces a message over itself', async ({ page }) => {
    await page.getByRole('button', { name: 'Open dialog' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Error saving details. Please try again.')
  })
})

test.describe('an overlay', () => {
  for (const [button, text, stays] of [
    ['Succeed', 'Partner Updated Successfully!', 1500],
    ['Fail', 'Error updating partner. Please try again.', 3000],
  ] as const) {
    test(`stays ${stays / 1000} s: ${text}`, async ({ page }) => {
      await page.clock.install()
      // from here time passes only as told
      await page.clock.pauseAt(Date.now() + 60_000)
      await page.getByRole('button', { name: button }).click()
      await page.clock.runFor(stays - 100)
      await expect(page.getByText(text)).toBeVisible()
      await page.clock.runFor(200)
      await expect(page.getByText(text)).toBeHidden()
    })
  }
})

function options(page: Page) {
  return page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
}

function activeOption(page: Page) {
  return page.getByRole('listbox').getByRole('option', { selected: true })
}
