import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { localDate } from '@mandap/domain/time/days.ts'
import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import { readXlsx } from 'hucre/xlsx'
import { expectAccessible } from './accessibility.ts'
import { csvRows, exported } from './testing/export.ts'
import { expect, test } from './testing/app.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredBooking, ownNumbers } from './testing/records.ts'

/** The rows of a workbook by their headings. */
async function sheetOf(bytes: Uint8Array) {
  const [sheet] = (await readXlsx(bytes)).sheets
  const [heads = [], ...rows] = sheet?.rows ?? []
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [String(heads[at]), cell])))
}

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString()

test('Booking Details exports exactly what its filters show, as CSV and as Excel', async ({
  signedIn: page,
  app,
}) => {
  const numbers = ownNumbers()
  for (const at of [1, 2, 3])
    await aStoredBooking(app, {
      numberId: `${numbers}${at}`,
      status: 'pending',
      dateFrom: inAWeek(),
      partnerName: at === 2 ? '=HYPERLINK("https://evil.example")' : 'Aarav Mehta',
      partnerMobile: '+919820012345',
    })
  await page.goto(`/booking-details?numberId=${numbers}`)
  await expect(page.getByRole('status').filter({ hasText: '3 bookings' })).toBeVisible()

  const csv = await exported(page, 'CSV')
  expect(csv.name).toMatch(/^bookings-booked-\d{4}-\d\d-\d\d\.csv$/)
  const rows = csvRows(csv)
  expect(rows.map((row) => String(row['Booking ID'])).toSorted()).toEqual(
    [1, 2, 3].map((at) => `${numbers}${at}`),
  )
  expect(rows.map(({ Partner }) => Partner)).toContain('\'=HYPERLINK("https://evil.example")')

  const workbook = await exported(page, 'Excel')
  expect(workbook.name).toMatch(/^bookings-booked-.*\.xlsx$/)
  const cells = await sheetOf(workbook.bytes)
  expect(cells).toHaveLength(3)
  expect(cells[0]).toMatchObject({ 'Partner phone': '+919820012345', 'Budget (INR)': 250_000 })

  // and the trail says so
  await page.goto('/activity?kind=export')
  await expect(page.getByRole('list', { name: 'Activity' }).getByRole('article')).toContainText([
    `${ADMINISTRATOR.email} exported 3 rows of Booking Details, Booked (number ${numbers}) as Excel`,
    `${ADMINISTRATOR.email} exported 3 rows of Booking Details, Booked (number ${numbers}) as CSV`,
  ])
})

test('the Approval Panel and the trail are exported whole, far beyond what is on the screen', async ({
  signedIn: page,
}) => {
  await page.goto('/approval-panel')
  const shown = page.getByRole('status').filter({ hasText: /^[\d,]+ partners$/ })
  await expect(shown).toBeVisible()
  const count = Number((await shown.textContent())?.replaceAll(/\D/g, ''))
  const panel = await exported(page, 'CSV')
  expect(panel.name).toMatch(/^partners-pending-.*\.csv$/)
  const rows = csvRows(panel)
  expect(rows).toHaveLength(count)
  expect(rows.every(({ Aadhaar }) => /^(?:XXXX XXXX [X\d]{4})?$/.test(String(Aadhaar)))).toBe(true)

  await page.goto('/activity')
  const trail = await exported(page, 'CSV')
  expect(csvRows(trail)[0]?.['What']).toMatch(/^exported \d+ rows of Partner Approval Panel/)
})

test('an empty list says that there is nothing to export', async ({ signedIn: page }) => {
  await page.goto('/booking-details?numberId=NOSUCHNUMBER')
  await expect(page.getByText('No bookings match the selected filters.')).toBeVisible()
  const button = page.getByRole('button', { name: 'Export' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.focus()
  await expect(
    page.getByRole('tooltip', { name: 'There are no bookings to export.' }),
  ).toBeVisible()
})

test('a refused export says why, and can be tried again', async ({ signedIn: page }) => {
  await page.goto('/booking-details')
  await page.route('**/exports', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'CSV' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'The bookings could not be exported.' })
  await expect(alert).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    alert.getByRole('button', { name: 'Try again' }).click(),
  ])
  expect(await download.failure()).toBe(null)
  await expect(alert).toBeHidden()
})

test('the menu is accessible, by keyboard too', async ({ signedIn: page }) => {
  await page.goto('/booking-details')
  const button = page.getByRole('button', { name: 'Export' })
  await expect(
    page.getByRole('list', { name: 'Bookings' }).getByRole('listitem').first(),
  ).toBeVisible()
  await button.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'CSV' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('on a plain host the browser makes the same files', async ({ page }) => {
  const partners = Array.from({ length: 120 }, (_, at) =>
    partnerJson({ name: `Partner ${at}`, status: 'pending', aadharNo: '234567890124' }),
  )
  const bookings = [
    bookingJson({ numberId: 'PL1', dateFrom: inAWeek(), partnerName: '=1+1' }),
    bookingJson({ numberId: 'PL2', dateFrom: inAWeek(), budget: -5 }),
    bookingJson({ numberId: 'PL3', status: 'completed', dateFrom: inAWeek() }),
  ]
  const console = await plainConsole(page, partners)
  for (const booking of bookings) console.host.bookings.set(String(booking['_id']), booking)
  try {
    await console.open('/booking-details')
    const csv = await exported(page, 'CSV')
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(csv.name).toBe(`bookings-booked-${localDate(Date.now(), zone)}.csv`)
    const rows = csvRows(csv)
    expect(rows.map((row) => String(row['Booking ID'])).toSorted()).toEqual(['PL1', 'PL2'])
    expect(rows.map(({ Partner }) => Partner)).toContain("'=1+1")

    const cells = await sheetOf((await exported(page, 'Excel')).bytes)
    expect(cells.map(({ Partner }) => Partner)).toContain('=1+1')
    expect(cells.map((row) => row['Budget (INR)'])).toContain(-5)

    await console.open('/approval-panel')
    const panel = csvRows(await exported(page, 'CSV'))
    expect(panel).toHaveLength(120)
    expect(panel[0]?.['Aadhaar']).toBe('XXXX XXXX 0124')
  } finally {
    await console.close()
  }
})
