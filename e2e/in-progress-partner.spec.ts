import { colourOf } from '@mandap/console/testing/colour.ts'
import { LOADERS } from '@mandap/console/testing/loaders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
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

test('§2.14 In-progress partner shows a registration and what it lacks', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const { id, name } = await aStoredPartner(app, { ...REGISTRATION, companyLocation: '' })
  await page.goto(`/inprogress-partners#?search=${encodeURIComponent(name)}`)

  await test.step('is opened from the list', async () => {
    await page.getByRole('link', { name: `View registration of ${name}` }).click()
    await expect(page).toHaveURL(`/inprogress-partners/${id}`)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(`In Progress Partner Details · …${id.slice(-6)} · Mandap`)
    await expect(page.getByRole('heading', { name: 'In Progress Partner Details' })).toBeVisible()
    await expect(page.getByText('Registration In Progress')).toBeVisible()
  })
  await test.step('shows personal and company information', async () => {
    await expect(value(page, 'Personal Information', 'Name')).toHaveText(name)
    await expect(value(page, 'Personal Information', 'E-mail')).toContainText('@example.in')
    await expect(value(page, 'Personal Information', 'Aadhar')).toContainText('XXXX XXXX 0124')
    const mobile = value(page, 'Personal Information', 'Mobile number').getByRole('link')
    await expect(mobile).toHaveAttribute('href', 'tel:9876501234')
    await expect(value(page, 'Company Information', 'Company name')).toHaveText('Iyer Caterers')
    await expect(value(page, 'Company Information', 'Company location')).toHaveText('Not Set')
    await expect(card(page, 'Company Information')).toContainText('Incomplete Registration')
  })
  await test.step('lists and counts the services', async () => {
    await expect(card(page, 'Services Information').getByRole('listitem')).toHaveText([
      'Catering',
      'Photography',
      'Mehendi',
    ])
    await expect(card(page, 'Services Information')).toContainText('Total Services3')
  })
  await test.step('shows what is missing', async () => {
    await expect(tiles(page)).toHaveText([
      'Company NameProvided',
      'Company LocationMissing',
      'Services SelectedProvided',
    ])
    await expect(card(page, 'Missing Information')).toContainText('Also missing: Latitude')
  })
  await test.step('calls the partner', async () => {
    const call = page.getByRole('link', { name: 'Call Partner' })
    await expect(call).toHaveAttribute('href', 'tel:9876501234')
    const followed = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          addEventListener('click', (event) => resolve(!event.defaultPrevented), { once: true })
        }),
    )
    await call.click()
    expect(await followed, 'the browser follows the link').toBe(true)
    await expectAccessible(page)
  })
  await test.step('leads back to the search, with the focus on the partner', async () => {
    await page.getByRole('link', { name: 'Back to In Progress Partners' }).click()
    await expect(page).toHaveURL(/\/inprogress-partners#\?search=/)
    await expect(page.getByRole('link', { name: `View registration of ${name}` })).toBeFocused()
  })
  await test.step('says what an empty registration lacks, and disables Call Partner without a number', async () => {
    await navigate(page, `/inprogress-partners/${(await aStoredPartner(app, NOTHING)).id}`)
    for (const term of ['Name', 'E-mail', 'Aadhar', 'Mobile number'])
      await expect(value(page, 'Personal Information', term)).toHaveText('Not Available')
    for (const term of ['Company name', 'Company location']) {
      const notSet = value(page, 'Company Information', term).getByText('Not Set')
      await expect.poll(() => notSet.evaluate(colourOf)).toBe('red')
    }
    await expect(card(page, 'Services Information')).toContainText('No services selected')
    await expect(tiles(page)).toHaveText([/Missing$/, /Missing$/, /Missing$/])
    await expect(page.getByRole('heading', { name: 'Unnamed', level: 1 })).toBeVisible()
    const call = page.getByRole('button', { name: 'Call Partner' })
    await expect(call).toBeDisabled()
    await expect(call).toHaveAccessibleDescription('No mobile number is available.')
    await expectAccessible(page)
  })
  await test.step('shows a spinner while it loads, and does not find an unknown id', async () => {
    const held = Promise.withResolvers<void>()
    await page.route('**/partners/0000*', async (route) => {
      await held.promise
      await route.continue()
    })
    await navigate(page, '/inprogress-partners/000000000000000000000000')
    const loader = page.getByRole('status').filter({ hasText: 'Loading partner details' })
    await expect(loader.locator(LOADERS.spinner)).toBeVisible()
    held.resolve()
    await expect(page.getByText('Partner Not Found')).toBeVisible()
    await expect(page.getByText('The requested partner details could not be found.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to In Progress Partners' }).click()
    await expect(page).toHaveURL('/inprogress-partners')
  })
})
