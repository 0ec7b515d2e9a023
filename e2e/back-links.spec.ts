import { expect, test } from './testing/app.ts'
import { aStoredPartner } from './testing/records.ts'
import { backToHub, openStep } from './testing/review.ts'

test('a filter of counted bookings keeps the way back to the dashboard', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Confirmed Bookings' }).click()
  await page.getByLabel('Service').selectOption('Catering')
  await expect(page).toHaveURL(/service=catering/i)
  await page.getByLabel('Service').selectOption('Photography')
  await expect(page).toHaveURL(/service=photography/i)
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goForward()
  await expect(page).toHaveURL('/booking-details/counted?figure=tile-pending')
})

test('a list of partners leads back to the search of the dashboard that opened it', async ({
  app,
  signedIn: page,
}) => {
  const { name } = await aStoredPartner(app, { status: 'approved' })
  await page.goto('/dashboard')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill(name)
  await page.getByRole('main').getByRole('link', { name }).first().click()
  await expect(page).toHaveURL(/partner-details#/)
  await page.getByLabel('Search partners').fill(`${name} x`)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/partner-details')
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(search).toHaveValue(name)
})

test('the KYC hub leads back to the list that opened it, also from a step', async ({
  app,
  signedIn: page,
}) => {
  const name = 'Farida Contractor'
  await aStoredPartner(app, { status: 'pending', name })
  await page.goto('/partner-details/all')
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByRole('article')).toHaveCount(1)
  const list = page.url()

  await test.step('the hub that the list opened leads back to it', async () => {
    await page.getByRole('link', { name: `View partner of ${name}` }).click()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(list)
    await expect(page.getByRole('article')).toHaveCount(1)
  })
  await test.step('the hub leads back to the list after a step was open', async () => {
    await page.getByRole('link', { name: `View partner of ${name}` }).click()
    await openStep(page, 'Online KYC')
    await backToHub(page)
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(list)
  })
})
