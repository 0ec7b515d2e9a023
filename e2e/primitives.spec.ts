import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createServer } from 'vite'
import { expectAccessible } from './testing/accessibility.ts'

test('every primitive is accessible in both themes, on a desktop and on a phone, and nothing is wider than a phone', async ({
  page,
}) => {
  const gallery = await serveGallery()
  await page.goto(gallery.url)
  await page.getByRole('heading', { name: 'Primitives' }).waitFor()
  await expectAccessible(page)
  const box = page.getByRole('combobox', { name: 'Number ID' })
  await box.fill('MND1')
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
  await expectAccessible(page)
  await box.press('Escape')
  await page.getByRole('button', { name: 'Open dialog' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit planner' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await gallery.close()
})

/** Serves the gallery of the primitives. */
async function serveGallery() {
  const root = join(import.meta.dirname, '../console')
  const server = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    server: { port: 0 },
    logLevel: 'error',
  })
  await server.listen()
  return { url: `${server.resolvedUrls?.local[0]}gallery/`, close: () => server.close() }
}
