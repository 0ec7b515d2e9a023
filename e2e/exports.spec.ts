import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { localDate } from '@mandap/domain/time/days.ts'
import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import { readXlsx } from 'hucre/xlsx'
import { expectAccessible } from './testing/accessibility.ts'
import { csvRows, exported } from './testing/export.ts'
import { expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredBooking, inDays, ownNumbers } from './testing/records.ts'

/** Returns the rows of a workbook by their headings. */
async function sheetOf(bytes: Uint8Array) {
  const [sheet] = (await readXlsx(bytes)).sheets
  const [heads = [], ...rows] = sheet?.rows ?? []
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [String(heads[at]), cell])))
}

test('a list is exported as its filters show it, as CSV and Excel, and the audit log records it', async ({
  signedIn: page,
  app,
}) => {
  const numbers = ownNumbers()
  for (const at of [1, 2, 3])
    await aStoredBooking(app, {
      numberId: `${numbers}${at}`,
      status: 'pending',
      dateFrom: inDays(7),
      partnerName: at === 2 ? '=HYPERLINK("https://evil.example")' : 'Aarav Mehta',
      partnerMobile: '+919820012345',
    })
  const button = page.getByRole('button', { name: 'Export' })
  await page.goto(`/booking-details?numberId=${numbers}`)
  await expect(page.getByRole('status').filter({ hasText: '3 bookings' })).toBeVisible()

  await test.step('the open menu is accessible', async () => {
    await button.click()
    await expect(page.getByRole('button', { name: 'CSV' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })
  await test.step('CSV has the listed bookings, and no formulas', async () => {
    const csv = await exported(page, 'CSV')
    expect(csv.name).toMatch(/^bookings-booked-\d{4}-\d\d-\d\d\.csv$/)
    const message = page.getByRole('status').filter({ hasText: 'Download started' })
    await expect(message).toHaveText(`Download started: ${csv.name}, 3 bookings.`)
    await expectAccessible(page)
    await message.getByRole('button', { name: 'Close' }).click()
    await expect(message).toBeHidden()
    const rows = csvRows(csv)
    expect(rows.map((row) => String(row['Booking ID'])).toSorted()).toEqual(
      [1, 2, 3].map((at) => `${numbers}${at}`),
    )
    expect(rows.map(({ Planner }) => Planner)).toContain('\'=HYPERLINK("https://evil.example")')
  })
  await test.step('Excel has the same bookings', async () => {
    const workbook = await exported(page, 'Excel')
    expect(workbook.name).toMatch(/^bookings-booked-.*\.xlsx$/)
    expect(await sheetOf(workbook.bytes)).toHaveLength(3)
  })
  await test.step('an empty list has nothing to export, and says so', async () => {
    await page.getByRole('combobox', { name: 'Search by Booking ID' }).fill('NOSUCHNUMBER')
    await expect(page.getByText('No bookings match the selected filters.')).toBeVisible()
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await button.focus()
    await expect(
      page.getByRole('tooltip', { name: 'There are no bookings to export.' }),
    ).toBeVisible()
  })
  await test.step('the audit log names the exported list, and is exported too', async () => {
    await navigate(page, '/activity?kind=export')
    const bookings = `${ADMINISTRATOR.email} exported 3 rows of Booking Details, Booked (Booking ID ${numbers})`
    await expect(page.getByRole('list', { name: 'Activity' }).getByRole('article')).toContainText([
      `${bookings} as Excel`,
      `${bookings} as CSV`,
    ])
    const log = csvRows(await exported(page, 'CSV'))
    expect(log[0]?.['What']).toMatch(/^exported 3 rows of Booking Details, Booked/)
  })
})

test('on a plain host the browser writes the same files', async ({ page }) => {
  const partners = Array.from({ length: 120 }, (_, at) =>
    partnerJson({ name: `Partner ${at}`, status: 'pending', aadharNo: '234567890124' }),
  )
  const bookings = [
    bookingJson({ numberId: 'PL1', dateFrom: inDays(7), partnerName: '=1+1' }),
    bookingJson({ numberId: 'PL2', dateFrom: inDays(7), budget: -5 }),
    bookingJson({ numberId: 'PL3', status: 'completed', dateFrom: inDays(7) }),
  ]
  const plain = await plainConsole(page, partners, { bookings })
  await plain.open('/booking-details')
  await test.step('CSV has the listed bookings, and no formulas', async () => {
    const csv = await exported(page, 'CSV')
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(csv.name).toBe(`bookings-booked-${localDate(Date.now(), zone)}.csv`)
    const rows = csvRows(csv)
    expect(rows.map((row) => String(row['Booking ID'])).toSorted()).toEqual(['PL1', 'PL2'])
    expect(rows.map(({ Planner }) => Planner)).toContain("'=1+1")
  })
  await test.step('Excel has unchanged texts and typed numbers', async () => {
    const cells = await sheetOf((await exported(page, 'Excel')).bytes)
    expect(cells.map(({ Planner }) => Planner)).toContain('=1+1')
    expect(cells.map((row) => row['Budget (INR)'])).toContain(-5)
  })
  await test.step('a long list is exported whole, with masked numbers', async () => {
    await navigate(page, '/approval-panel')
    const panel = csvRows(await exported(page, 'CSV'))
    expect(panel).toHaveLength(120)
    expect(panel[0]?.['Aadhar']).toBe('XXXX XXXX 0124')
  })
  await plain.close()
})
