import { plainHost } from '@mandap/server/testing/plain-host.ts'
import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import { serveConsole } from '@mandap/server/testing/static-site.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, type App, test } from './testing/app.ts'
import {
  aStoredBooking,
  aStoredPartner,
  aStoredTempPartner,
  ownNumbers,
} from './testing/records.ts'
import { forgetTries, turnOnSuperAdmin } from './testing/super-admin.ts'

const acts = (page: Page) => page.getByRole('list', { name: 'Activity' }).getByRole('article')

/** Swaps the partner of a booking as an administrator of the server. */
async function swapped(app: App, id: string, partnerName: string) {
  const { url, signIn } = app
  const partnerId = await aStoredTempPartner(app)
  const { idToken } = await signIn()
  const headers = { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ partnerId, partnerName, partnerMobile: '9000090000' })
  const answer = await fetch(`${url}/bookings/${id}`, { method: 'PATCH', headers, body })
  expect(answer.status).toBe(200)
}

interface Call {
  method: string
  path: string
  body: object | undefined
}

/** Calls the server from the page, with its session and its grant. Answers the status. */
async function callAsSuperAdmin({ method, path, body }: Call): Promise<number> {
  const kept = sessionStorage.getItem('mandap.admin.elevation') ?? '{}'
  const { grant } = JSON.parse(kept) as { grant: string }
  const headers = {
    authorization: `Bearer ${localStorage.getItem('mandap.admin.token')}`,
    'x-elevation': grant,
    ...(body && { 'content-type': 'application/json' }),
  }
  const answer = await fetch(path, { method, headers, body: body ? JSON.stringify(body) : null })
  return answer.status
}

test('a booking shows what was done to it, in plain sentences', async ({ signedIn: page, app }) => {
  const numberId = `${ownNumbers()}1`
  const { id } = await aStoredBooking(app, { numberId, partnerName: 'Aarav Mehta' })
  await page.goto(`/booking-details?numberId=${numberId}`)
  await page.getByRole('link', { name: numberId }).click()
  const timeline = page.getByRole('region', { name: 'Activity' })
  await expect(timeline).toContainText('No changes yet.')

  await swapped(app, id, 'Zoya Khan')
  await page.reload()
  await expect(timeline.getByRole('listitem')).toContainText([
    `${ADMINISTRATOR.email} swapped the partner of booking ${numberId}, from Aarav Mehta to Zoya Khan`,
  ])
  await expectAccessible(page)
})

test('the whole trail is searched by person, kind, day and words, and the address keeps it', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const numberId = `${ownNumbers()}2`
  const { id } = await aStoredBooking(app, { numberId, partnerName: 'Aarav Mehta' })
  await swapped(app, id, 'Zoya Khan')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveURL('/activity')
  await expect(acts(page).first()).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('searchbox', { name: 'Search' }).fill(numberId)
  await expect(acts(page)).toHaveCount(1)
  await expect(acts(page)).toContainText('from Aarav Mehta to Zoya Khan')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await acts(page)
    .getByRole('link', { name: `booking ${numberId}` })
    .click()
  await expect(page).toHaveURL(new RegExp(`/booking-details\\?.*numberId=${numberId}`))
  await expect(page.getByRole('link', { name: numberId })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(numberId)
  await page.getByLabel('Kind').selectOption('Decided')
  await expect(page.getByText('No matching activity.')).toBeVisible()
  await page.getByLabel('Kind').selectOption('Partner swapped')
  await page.getByLabel('Person').selectOption(ADMINISTRATOR.email)
  await expect(acts(page)).toHaveCount(1)
  await page.reload()
  await expect(acts(page)).toHaveCount(1)
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(numberId)
  await page.getByLabel('Day').fill('2020-01-01')
  await expect(page.getByText('No matching activity.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page).toHaveURL('/activity')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
  await expect(acts(page).nth(1)).toBeVisible()
})

test('a deleted partner is restored by a Super Admin', async ({ signedIn: page, app }) => {
  await forgetTries(app)
  const partner = await aStoredPartner(app)
  await page.goto('/activity')
  await turnOnSuperAdmin(page)
  const asSuperAdmin = (method: string, path: string, body?: object) =>
    page.evaluate(callAsSuperAdmin, { method, path, body })
  const address = `/partners/${partner.id}`
  expect(await asSuperAdmin('DELETE', address, { deletedBy: 'Super Admin' })).toBe(200)
  expect(await asSuperAdmin('GET', address)).toBe(404)

  await page.goto(`/activity?search=${encodeURIComponent(partner.name)}`)
  await expect(acts(page).first()).toContainText(`deleted partner ${partner.name} as Super Admin`)
  await page.getByRole('button', { name: `Restore ${partner.name}` }).click()
  await expect(page.getByText('Partner restored.')).toBeVisible()
  expect(await asSuperAdmin('GET', address)).toBe(200)
  await expect(acts(page).first()).toContainText(`restored partner ${partner.name}`)
  await expectAccessible(page)
  await acts(page)
    .first()
    .getByRole('link', { name: `partner ${partner.name}` })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(partner.name)
  await page.goBack()
  await page.getByRole('button', { name: `Restore ${partner.name}` }).click()
  await expect(
    page.getByText('This partner has already been restored, or was deleted more than 30 days ago.'),
  ).toBeVisible()
})

test('a long trail is fetched as it comes into view', async ({ signedIn: page, app }) => {
  const bookings = await aStoredBooking(app, { numberId: `${ownNumbers()}3` })
  for (let place = 0; place < 60; place++) await swapped(app, bookings.id, `Partner ${place}`)
  await page.goto('/activity?kind=swap')
  await expect(acts(page).first()).toContainText('to Partner 59')
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(acts(page).filter({ hasText: 'from Partner 0 to Partner 1' })).toBeAttached()
})

test('a plain host keeps no trail, and the screen says so', async ({ page }) => {
  const administrator = { email: 'asha.rao@mandap.example', password: 'marigold-and-jasmine' }
  const host = await plainHost({ token: 'a-token', administrators: [administrator] })
  const site = await serveConsole({ host: host.url, kind: 'plain', identity: host.identity })
  await page.goto(site.url)
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByText('This host keeps no activity.')).toBeVisible()
  await expectAccessible(page)
  await site.close()
  await host.close()
})
