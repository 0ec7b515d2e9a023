import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './testing/app.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredPartner } from './testing/records.ts'

const REGISTRATION: JsonObject = {
  status: '',
  latitude: null,
  servicesSelected: ['Catering', 'Photography', 'Mehendi'],
}
const NOTHING: JsonObject = {
  name: '',
  personalEmail: '',
  mobileNo: '',
  aadharNo: '',
  companyName: '',
  companyLocation: '',
  servicesSelected: [],
  latitude: null,
  longitude: null,
}
const card = (page: Page, name: string) => page.getByRole('region', { name })
const value = (page: Page, of: string, term: string) =>
  card(page, of).getByRole('term').filter({ hasText: term }).locator('+ dd')
const tiles = (page: Page) => card(page, 'Missing Information').getByRole('listitem')

test.describe('§2.14 In-progress partner', () => {
  test('shows personal, company and services information, and what is missing', async ({
    signedIn: page,
    app,
  }) => {
    test.slow()
    const { id, name } = await aStoredPartner(app, { ...REGISTRATION, companyLocation: '' })
    await page.goto(`/inprogress-partners?search=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name: `View registration of ${name}` }).click()
    await expect(page).toHaveURL(`/inprogress-partners/${id}`)
    await expect(page.getByRole('heading', { name: 'In Progress Partner Details' })).toBeVisible()
    await expect(page.getByText('Registration In Progress')).toBeVisible()
    await expect(value(page, 'Personal Information', 'Name')).toHaveText(name)
    await expect(value(page, 'Personal Information', 'E-mail')).toContainText('@example.in')
    await expect(value(page, 'Personal Information', 'Aadhar')).toContainText('XXXX XXXX 0124')
    const mobile = value(page, 'Personal Information', 'Mobile number').getByRole('link')
    await expect(mobile).toHaveAttribute('href', 'tel:9876501234')
    await expect(value(page, 'Company Information', 'Company name')).toHaveText('Iyer Caterers')
    await expect(value(page, 'Company Information', 'Company location')).toHaveText('Not Set')
    await expect(card(page, 'Company Information')).toContainText('Incomplete Registration')
    await expect(card(page, 'Services Information').getByRole('listitem')).toHaveText([
      'Catering',
      'Photography',
      'Mehendi',
    ])
    await expect(card(page, 'Services Information')).toContainText('Total Services3')
    await expect(tiles(page)).toHaveText([
      'Company NameProvided',
      'Company LocationMissing',
      'Services SelectedProvided',
    ])
    await expect(card(page, 'Missing Information')).toContainText('Also missing: Latitude')
    await expect(page.getByRole('link', { name: 'Call Partner' })).toHaveAttribute(
      'href',
      'tel:9876501234',
    )
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to In Progress Partners' }).click()
    await expect(page).toHaveURL(/\/inprogress-partners\?search=/)
    await expect(page.getByRole('link', { name: `View registration of ${name}` })).toBeFocused()
  })

  test('each thing that is missing has its words, and nobody is called without a number', async ({
    signedIn: page,
    app,
  }) => {
    test.slow()
    const { id } = await aStoredPartner(app, NOTHING)
    await page.goto(`/inprogress-partners/${id}`)
    for (const term of ['Name', 'E-mail', 'Aadhar', 'Mobile number'])
      await expect(value(page, 'Personal Information', term)).toHaveText('Not Available')
    for (const term of ['Company name', 'Company location']) {
      const notSet = value(page, 'Company Information', term).getByText('Not Set')
      await expect(notSet).toHaveClass(/text-negative-text/)
    }
    await expect(card(page, 'Services Information')).toContainText('No services selected')
    await expect(tiles(page)).toHaveText([/Missing$/, /Missing$/, /Missing$/])
    const call = page.getByRole('button', { name: 'Call Partner' })
    await expect(call).toBeDisabled()
    await expect(call).toHaveAccessibleDescription('No mobile number is available.')
    await expectAccessible(page)
  })

  test('a spinner shows while the partner loads; one who is not there is not found', async ({
    signedIn: page,
  }) => {
    const held = Promise.withResolvers<void>()
    await page.route('**/partners/0000*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/inprogress-partners/000000000000000000000000')
    await expect(page.getByText('Loading partner details')).toBeAttached()
    held.resolve()
    await expect(page.getByText('Partner Not Found')).toBeVisible()
    await expect(page.getByText('The requested partner details could not be found.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to In Progress Partners' }).click()
    await expect(page).toHaveURL('/inprogress-partners')
  })
})

test('on a host of §7 alone it is the same; what fails can be tried again', async ({ page }) => {
  const partner = partnerJson({ ...REGISTRATION, name: 'Zoya Khan' })
  const { host, open, close } = await plainConsole(page, [partner])
  host.failures.set('GET /partners/{id}', 403)
  await open(`/inprogress-partners/${readId(partner['_id'])}`)
  await expect(page.getByText('Failed to fetch partner details.')).toBeVisible()
  host.failures.clear()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(value(page, 'Personal Information', 'Name')).toHaveText('Zoya Khan')
  await expect(value(page, 'Personal Information', 'Aadhar')).toContainText('XXXX XXXX 0124')
  await close()
})
