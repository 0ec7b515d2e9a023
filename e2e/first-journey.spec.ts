import { runImport, SAMPLE_EXPORT } from '@mandap/server/testing/import.ts'
import { createScratch } from '@mandap/server/testing/scratch.ts'
import { startServer } from '@mandap/server/testing/server.ts'
import type { Page } from '@playwright/test'
import { expect, given, test } from './testing/app.ts'
import { seenAfter } from './testing/review.ts'
import { signIn } from './testing/sign-in.ts'

const card = (page: Page, number: string) =>
  page.getByRole('list', { name: 'Bookings' }).getByRole('article').filter({ hasText: number })

test('an export is imported, a booking found by its number, and its partner swapped, twice', async ({
  page,
}) => {
  test.slow()
  const scratch = await createScratch(given('E2E_POSTGRES'))
  await runImport(scratch.url, [SAMPLE_EXPORT])
  const app = await startServer(scratch.url)

  await page.goto(app.url)
  await signIn(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('12 bookings')).toBeVisible()

  await page.getByRole('link', { name: /^Booking Details/ }).click()
  await page.getByRole('combobox', { name: 'Search by Booking ID' }).fill('mb26-k2001')
  await page.getByRole('option', { name: /MB26K2001/ }).click()
  await expect(card(page, 'MB26K2001')).toContainText('Meenakshi Iyer')
  await card(page, 'MB26K2001').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Wedding' })).toBeVisible()

  await page.getByRole('button', { name: 'Edit planner' }).click()
  await page.getByRole('combobox', { name: 'Existing partner' }).fill('khanna')
  await page.getByRole('option', { name: /Rohan Khanna/ }).click()
  await seenAfter(page, 'Partner Updated Successfully!', () =>
    page.getByRole('button', { name: 'Save' }).click(),
  )
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: 'Edit planner' }).click()
  await page.getByText('Manual partner').click()
  await page.getByLabel('Partner name').fill('Sana Shaikh')
  await page.getByLabel('Personal number').fill('98220 98220')
  await seenAfter(page, 'Partner Updated Successfully!', () =>
    page.getByRole('button', { name: 'Save' }).click(),
  )
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('link', { name: 'Back to bookings' }).click()
  await expect(card(page, 'MB26K2001')).toContainText('Sana Shaikh')
  const { body } = await app.db
    .selectFrom('booking')
    .select('body')
    .where('number_id', '=', 'MB26K2001')
    .executeTakeFirstOrThrow()
  expect(body).toMatchObject({ partnerName: 'Sana Shaikh', status: 'pending', budget: 1_450_000 })

  await app.close()
  await scratch.drop()
})
