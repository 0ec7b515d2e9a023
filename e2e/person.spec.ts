import { readFile } from 'node:fs/promises'
import { isObject } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import {
  aStoredBooking,
  aStoredPartner,
  aStoredTempPartner,
  aStoredUser,
} from './testing/records.ts'
import { seenAfter } from './testing/review.ts'
import { forgetAttempts, turnOnSuperAdmin } from './testing/super-admin.ts'
import { bringDocument } from './testing/upload.ts'

const REASON = 'Request of 24 November'

const menu = (page: Page) => page.getByRole('button', { name: 'Personal data' })

async function open(page: Page, item: string) {
  await menu(page).click()
  await page.getByRole('button', { name: item }).click()
}

async function erase(page: Page, confirmation: string) {
  const dialog = page.getByRole('dialog')
  await open(page, 'Erase this person…')
  await dialog.getByLabel('Reason').fill(REASON)
  await dialog.getByLabel('Confirmation').fill(confirmation)
  await seenAfter(page, 'Person erased.', () =>
    dialog.getByRole('button', { name: 'Erase', exact: true }).click(),
  )
}

test('a Super Admin exports a partner as a ZIP file, and erases them', async ({
  app,
  signedIn: page,
}) => {
  test.slow()
  const dialog = page.getByRole('dialog')
  const name = 'Padmavathi Venkatesan'
  const { id } = await aStoredPartner(app, {
    name,
    personalEmail: 'padmavathi@example.in',
  })
  const { id: bookingId } = await aStoredBooking(app, { partnerId: id, partnerName: name })
  await bringDocument(app, id, 'aadharUrl')
  await page.goto(`/approval-panel/kyc/${id}`)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  await test.step('only a Super Admin sees the menu', async () => {
    await expect(menu(page)).toHaveCount(0)
    await forgetAttempts(app)
    await turnOnSuperAdmin(page)
    await menu(page).click()
    await expect(page.getByRole('button', { name: 'Export all data…' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the file has the whole record and the document', async () => {
    await open(page, 'Export all data…')
    await expectAccessible(page)
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await dialog.getByLabel('Reason').fill(REASON)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      seenAfter(page, 'Download started: partner-', () =>
        dialog.getByRole('button', { name: 'Export', exact: true }).click(),
      ),
    ])
    expect(download.suggestedFilename()).toMatch(new RegExp(`^partner-${id}-.+\\.zip$`))
    const files = unzipSync(new Uint8Array(await readFile(await download.path())))
    const record: unknown = JSON.parse(strFromU8(files['record.json'] ?? new Uint8Array()))
    expect(isObject(record) && record['aadharNo']).toBe('234567890124')
    expect(Object.keys(files).some((path) => path.startsWith('documents/aadhar-'))).toBe(true)
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the erasure needs a reason and the e-mail address', async () => {
    await open(page, 'Erase this person…')
    await expectAccessible(page)
    const button = dialog.getByRole('button', { name: 'Erase', exact: true })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabel('Reason').fill(REASON)
    await dialog.getByLabel('Confirmation').fill('somebody@example.in')
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await erase(page, 'Padmavathi@Example.in')
  })

  await test.step('every screen shows an erased person, and Activity names nobody', async () => {
    await expect(page.getByRole('heading', { name: 'Erased person' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page.getByText(/^Erased on \d\d \w{3} \d{4}\.$/)).toBeVisible()
    await expect(menu(page)).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Bookings of this partner' }).click()
    await expect(page.getByText(/^Erased on/)).toBeVisible()
    await expect(page.getByRole('article').first()).toContainText('Erased person')
    await navigate(page, `/booking-details/card?id=${bookingId}`)
    await expect(page.getByText('Erased person').first()).toBeVisible()
    await navigate(page, '/activity')
    await expect(page.getByText(`erased partner ${id} as Super Admin`)).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
  })
})

test('a Super Admin erases a customer on User Count, and a manual partner on the booking', async ({
  app,
  signedIn: page,
}) => {
  const email = 'chandrika@example.in'
  const customer = await aStoredUser(app, { fullName: 'Chandrika Balasubramanian', email })
  const partnerId = await aStoredTempPartner(app)
  const { id } = await aStoredBooking(app, {
    userId: customer.id,
    partnerId,
    partnerName: 'Sana Shaikh',
  })
  await page.goto(`/user-count?search=Chandrika&user=${customer.id}`)
  await forgetAttempts(app)
  await turnOnSuperAdmin(page)

  await test.step('a customer', async () => {
    await erase(page, email)
    await navigate(page, `/user-count?search=erased%20person&user=${customer.id}`)
    await expect(page.getByText(/^Erased on/)).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('a manual partner', async () => {
    await navigate(page, `/booking-details/card?id=${id}`)
    const panel = page.getByRole('region', { name: 'Event planner details' })
    await expect(panel).toContainText('Sana Shaikh')
    await erase(page, 'sana shaikh')
    await expect(panel).toContainText('Erased person')
    await expect(panel).toContainText(/Erased on \d\d/)
    await expect(page.getByText('Sana Shaikh')).toHaveCount(0)
  })
})
