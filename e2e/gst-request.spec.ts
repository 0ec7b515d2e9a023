import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { readId } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './testing/app.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredPartner } from './testing/records.ts'

const REQUEST: JsonObject = {
  status: 'pending',
  NOGST: 'true',
  companyEmail: 'PLAN130000',
  companyNumber: '9811098110',
  servicesSelected: ['Catering', 'Photography', 'Mehendi'],
}
const price = (page: Page) => page.getByRole('region', { name: 'Price' })

test.describe('§2.13 GST request', () => {
  test('shows the partner, the price and how it is made up, and calls the partner', async ({
    signedIn: page,
    app,
  }) => {
    test.slow()
    const { id, name } = await aStoredPartner(app, REQUEST)
    await page.goto(`/gst-requests?search=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name: `View request of ${name}` }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page).toHaveURL(`/gst-requests/${id}`)
    const details = page.getByRole('region', { name: 'Partner details' })
    for (const text of ['Iyer Caterers', 'Chennai', '9876501234', '9811098110', 'XXXX XXXX 0124'])
      await expect(details).toContainText(text)
    await expect(page.getByRole('main').getByText('Pending')).toBeVisible()
    await expect(price(page)).toContainText('₹1,30,000 × 3 services = ₹3,90,000')
    await expect(price(page).getByRole('listitem')).toHaveText([
      'Catering',
      'Photography',
      'Mehendi',
    ])
    await expect(page.getByRole('link', { name: 'Call Partner' })).toHaveAttribute(
      'href',
      'tel:9876501234',
    )
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to GST Requests' }).click()
    await expect(page).toHaveURL(/\/gst-requests\?search=/)
    await expect(page.getByRole('link', { name: `View request of ${name}` })).toBeFocused()
  })

  test("the price is 'N/A' without a priced plan, and nobody is called without a number", async ({
    signedIn: page,
    app,
  }) => {
    const { id } = await aStoredPartner(app, { ...REQUEST, companyEmail: 'Guest', mobileNo: '' })
    await page.goto(`/gst-requests/${id}`)
    await expect(price(page)).toContainText('N/A')
    await expect(price(page)).toContainText('This partner has no plan with a price.')
    const call = page.getByRole('button', { name: 'Call Partner' })
    await expect(call).toBeDisabled()
    await expect(call).toHaveAccessibleDescription('No mobile number is available.')
  })

  test('a partner who is not there is not found, with a way back', async ({ signedIn: page }) => {
    await page.goto('/gst-requests/000000000000000000000000')
    await expect(page.getByText('Partner not found.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to GST Requests' }).click()
    await expect(page).toHaveURL('/gst-requests')
  })
})

test('on a host of §7 alone it is the same; what fails can be tried again', async ({ page }) => {
  const partner = partnerJson({ ...REQUEST, name: 'Zoya Khan', NOGST: true })
  const { host, open, close } = await plainConsole(page, [partner])
  host.failures.set('GET /partners/{id}', 403)
  await open(`/gst-requests/${readId(partner['_id'])}`)
  await expect(page.getByText('Failed to fetch partner details.')).toBeVisible()
  host.failures.clear()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Zoya Khan' })).toBeVisible()
  await expect(price(page)).toContainText('₹3,90,000')
  await expect(page.getByText('XXXX XXXX 0124')).toBeVisible()
  await close()
})
