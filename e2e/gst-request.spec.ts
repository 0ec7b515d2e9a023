import { type JsonObject, readText } from '@mandap/domain/wire/read.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, keepSession, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { aStoredPartner } from './testing/records.ts'

const REQUEST: JsonObject = {
  status: 'pending',
  NOGST: 'true',
  companyEmail: 'PLAN130000',
  companyNumber: '9811098110',
  servicesSelected: ['Catering', 'Photography', 'Mehendi'],
}
const price = (page: Page) => page.getByRole('region', { name: 'Price' })

test('§2.13 GST request shows the partner and the price', async ({ signedIn: page, app }) => {
  test.slow()
  const { id, name } = await aStoredPartner(app, REQUEST)
  await page.goto(`/gst-requests#?search=${encodeURIComponent(name)}`)

  await test.step('is opened from the list, and shows the partner', async () => {
    await page.getByRole('link', { name: `View request of ${name}` }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page).toHaveURL(`/gst-requests/${id}`)
    await expect(page).toHaveTitle(`GST Request · …${id.slice(-6)} · Mandap`)
    const details = page.getByRole('region', { name: 'Partner details' })
    for (const text of ['Iyer Caterers', 'Chennai', '9876501234', '9811098110', 'XXXX XXXX 0124'])
      await expect(details).toContainText(text)
    await expect(page.getByRole('main').getByText('Pending')).toBeVisible()
  })
  await test.step('shows the price of the plan for the services', async () => {
    await expect(price(page)).toContainText('₹1,30,000 × 3 services = ₹3,90,000')
    await expect(price(page)).toContainText('PLAN130000 · ₹1,30,000')
    await expect(price(page).getByRole('listitem')).toHaveText([
      'Catering',
      'Photography',
      'Mehendi',
    ])
  })
  await test.step('calls the partner', async () => {
    const call = page.getByRole('link', { name: 'Call Partner' })
    await expect(call).toHaveAttribute('href', 'tel:9876501234')
  })
  await test.step('leads back to the search, with the focus on the request', async () => {
    await page.getByRole('link', { name: 'Back to GST Requests' }).click()
    await expect(page).toHaveURL(/\/gst-requests#\?search=/)
    await expect(page.getByRole('link', { name: `View request of ${name}` })).toBeFocused()
  })
  await test.step("shows 'N/A' without a plan that has a price, and disables Call Partner without a number", async () => {
    const free = await aStoredPartner(app, {
      ...REQUEST,
      name: '',
      companyEmail: 'Guest',
      mobileNo: '',
    })
    await navigate(page, `/gst-requests/${free.id}`)
    const title = 'Unnamed · Iyer Caterers'
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(`GST Request · …${free.id.slice(-6)} · Mandap`)
    await expect(price(page)).toContainText('N/A')
    await expect(price(page)).toContainText('This partner has no plan with a price.')
    const call = page.getByRole('button', { name: 'Call Partner' })
    await expect(call).toBeDisabled()
    await expect(call).toHaveAccessibleDescription('No mobile number is available.')
  })
  await test.step('does not find an unknown id, and leads to the list', async () => {
    await navigate(page, '/gst-requests/000000000000000000000000')
    await expect(page.getByText('Partner not found.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to GST Requests' }).click()
    await expect(page).toHaveURL('/gst-requests')
  })
})

test('§2.13 has the texts of its heading above Call Partner on a phone, and each link on the line of its term', async ({
  browser,
  app,
}) => {
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  const page = await phone.newPage()
  await keepSession(page, await app.startSession())
  const { id, json } = await aStoredPartner(app, REQUEST)
  await page.goto(`/gst-requests/${id}`)
  const call = page.getByRole('link', { name: 'Call Partner' })
  await expect(call).toBeVisible()
  const company = await boxOf(page.getByText('Iyer Caterers').first())
  expect((await boxOf(call)).y).toBeGreaterThan(company.y + company.height)

  const details = page.getByRole('region', { name: 'Partner details' })
  const link = details.getByRole('link', { name: readText(json['mobileNo']) })
  const term = details.getByText('Mobile', { exact: true })
  expect(middleOf(await boxOf(link))).toBeCloseTo(middleOf(await boxOf(term)), 0)
  expect((await boxOf(link)).height).toBeGreaterThan((await boxOf(term)).height)
  await phone.close()
})

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible.')
  return box
}

const middleOf = ({ y, height }: Box) => y + height / 2
