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
