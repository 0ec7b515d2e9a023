import { expectAccessible } from './testing/accessibility.ts'
import { expect, test } from './testing/app.ts'

const OFFLINE = 'You are offline. The data may be out of date. It reloads when you are back online.'

test.describe('a screen that cannot be shown', () => {
  test('that throws shows a message under the top bar, and the next screen works', async ({
    signedIn: page,
  }) => {
    test.slow()
    await page.route('**/assets/Activity-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export default function Broken() { throw new Error("broken on purpose") }',
      }),
    )
    await page.goto('/activity')
    await expect(page.getByText('This screen stopped working.')).toBeVisible()
    await expect(page).toHaveTitle('This screen cannot be shown · Mandap')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('This screen stopped working.')).toBeVisible()
    await page.unroute('**/assets/Activity-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  })

  test('whose chunk is slow shows a skeleton after a moment, under the top bar', async ({
    signedIn: page,
  }) => {
    const arrives = Promise.withResolvers<void>()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.route('**/assets/BookingDetails-*.js', async (route) => {
      await arrives.promise
      await route.continue()
    })
    await page.getByRole('main').getByRole('link', { name: 'Booking Details' }).click()
    const loading = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })
    await expect(loading).toHaveCSS('animation-delay', '0.2s')
    await expect(loading).toHaveCSS('opacity', '1')
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
    arrives.resolve()
    await expect(page.getByRole('heading', { name: 'Booking Details' })).toBeVisible()
  })

  test('while the layout itself is slow, the first paint stays', async ({ signedIn: page }) => {
    const [requested, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/assets/layout-*.js', async (route) => {
      requested.resolve()
      await arrives.promise
      await route.continue()
    })
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await requested.promise
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
    await expect(page.getByText('Admin', { exact: true })).toBeVisible()
    arrives.resolve()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })

  test('whose chunk failed is loaded by Try again', async ({ signedIn: page }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.route('**/assets/BookingDetails-*.js', (route) => route.abort())
    await page.getByRole('main').getByRole('link', { name: 'Booking Details' }).click()
    await expect(page.getByText('This screen could not be loaded.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
    await page.unroute('**/assets/BookingDetails-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Booking Details' })).toBeVisible()
  })
})

test('says once, at the top, that the browser is offline, and loads lists again afterwards', async ({
  signedIn: page,
  context,
}) => {
  test.slow()
  await page.goto('/booking-details')
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Completed' }).click()
  const failed = page.getByText("The bookings could not be loaded. Can't reach the server.")
  await expect(failed).toBeVisible()
  await expect(page.getByText(OFFLINE)).toHaveCount(1)
  await context.setOffline(false)
  await expect(page.getByText(OFFLINE)).toBeHidden()
  await expect(failed).toBeHidden()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('shows a message for an unhandled rejection', async ({ signedIn: page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.evaluate(() => void Promise.reject(new Error('nobody handles this')))
  await expect(page.getByRole('alert')).toHaveText('Something went wrong. Try again.')
})
