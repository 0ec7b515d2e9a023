import { newAdministrator } from '@mandap/server/testing/administrators.ts'
import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, type App, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { aStoredBooking, aStoredTempPartner, ownNumbers } from './testing/records.ts'

const entries = (page: Page) => page.getByRole('list', { name: 'Activity' }).getByRole('article')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })

/** Starts a session, and returns a function that makes a call in it and returns the status. */
async function caller(app: App) {
  const { idToken } = await app.startSession()
  return async (method: string, path: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${idToken}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const answer = await fetch(app.url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return answer.status
  }
}

/** Swaps the partner of a booking for each of these names in turn. */
async function swap(app: App, id: string, partnerNames: readonly string[]) {
  const partnerId = await aStoredTempPartner(app)
  const call = await caller(app)
  for (const partnerName of partnerNames) {
    const body = { partnerId, partnerName, partnerMobile: '9000090000' }
    expect(await call('PATCH', `/bookings/${id}`, body)).toBe(200)
  }
}

async function openActivity(page: Page) {
  const menu = page.getByRole('navigation', { name: 'Pages' })
  await menu.getByRole('button').click()
  await menu.getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveURL(/\/activity$/)
}

test('a booking shows its audit entries in plain sentences, and the audit log is searched and filtered', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const numberId = `${ownNumbers()}1`
  const { id } = await aStoredBooking(app, { numberId, partnerName: 'Aarav Mehta' })
  await page.goto(`/booking-details?numberId=${numberId}`)
  await page.getByRole('link', { name: numberId }).click()

  await test.step('a booking shows what was changed and by whom', async () => {
    const timeline = page.getByRole('region', { name: 'Activity' })
    await expect(timeline).toContainText('No changes yet.')
    await swap(app, id, ['Zoya Khan'])
    await page.reload()
    await expect(timeline.getByRole('listitem')).toContainText([
      `${ADMINISTRATOR.email} swapped the planner of booking ${numberId}, from Aarav Mehta to Zoya Khan`,
    ])
    await expectAccessible(page)
  })
  await test.step('the audit log is one of the pages, and is searched', async () => {
    await openActivity(page)
    await expect(entries(page).first()).toBeVisible()
    await search(page).fill(numberId)
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page)).toContainText('from Aarav Mehta to Zoya Khan')
    await expect(search(page)).toBeFocused()
  })
  await test.step('an entry leads to the detail of its booking, and Back restores the search', async () => {
    await entries(page)
      .getByRole('link', { name: `booking ${numberId}` })
      .click()
    await expect(page).toHaveURL(`/booking-details/card?id=${id}`)
    await expect(page.getByRole('main')).toContainText(numberId)
    await page.goBack()
    await expect(search(page)).toHaveValue(numberId)
  })
  await test.step('filters by kind, person and day, in the URL', async () => {
    await page.getByLabel('Kind').selectOption('Decided')
    await expect(page.getByText('No matching activity.')).toBeVisible()
    await page.getByLabel('Kind').selectOption('Planner swapped')
    await page.getByLabel('Person').selectOption(ADMINISTRATOR.email)
    await expect(entries(page)).toHaveCount(1)
    await page.reload()
    await expect(entries(page)).toHaveCount(1)
    await expect(search(page)).toHaveValue(numberId)
    await page.getByLabel('Day').fill('2020-01-01')
    await expect(page.getByText('No matching activity.')).toBeVisible()
  })
  await test.step('Today and Yesterday set the day, and a second press clears it', async () => {
    const preset = (name: string) => page.getByRole('button', { name, exact: true })
    await preset('Yesterday').click()
    await expect(page.getByText('No matching activity.')).toBeVisible()
    await preset('Today').click()
    await expect(preset('Today')).toHaveAttribute('aria-pressed', 'true')
    await expect(preset('Yesterday')).toHaveAttribute('aria-pressed', 'false')
    await expect(entries(page)).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 2, name: /^Today, / })).toBeVisible()
    await preset('Today').click()
    await expect(page).not.toHaveURL(/day=/)
  })
  await test.step('one step back leaves the days that were typed digit by digit', async () => {
    const before = page.url()
    await page.getByLabel('Day').pressSequentially('11112026')
    await expect(page).toHaveURL(/day=2026-11-11/)
    await page.getByRole('heading', { level: 1 }).click()
    await page.getByLabel('Day').pressSequentially('12122025')
    await expect(page).toHaveURL(/day=2025-12-12/)
    await page.goBack()
    await expect(page).toHaveURL(before)
  })
  await test.step('clears the filters', async () => {
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect(page).toHaveURL('/activity')
    await expect(search(page)).toHaveValue('')
    await expect(entries(page).nth(1)).toBeVisible()
  })
  await test.step('loads more entries when they scroll into view', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `Partner ${at}`)
    await swap(app, id, names)
    await navigate(page, '/activity?kind=swap')
    await expect(entries(page).first()).toContainText('to Partner 59')
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const second = entries(page).filter({ hasText: 'from Partner 0 to Partner 1' })
    await expect(second).toBeAttached()
  })
})

test('repeated sign-ins of one person are one line under the heading of their day', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const who = await newAdministrator(app.db)
  for (let n = 1; n <= 3; n++) await app.signIn(who)
  await page.goto(`/activity?person=${encodeURIComponent(who.email)}`)

  await test.step('shows one line under the heading of today', async () => {
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(/^Today, /)
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page)).toContainText(`${who.email} signed in 3 times`)
    await expect(page.getByText('3 entries')).toBeVisible()
  })
  await test.step('lists all times on demand, and has no entry that is cut off on a phone', async () => {
    await entries(page).first().getByText('All times').press('Enter')
    await expect(
      entries(page).getByText(/^\d+:\d\d [ap]m, \d+:\d\d [ap]m, \d+:\d\d [ap]m$/),
    ).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const cut = await entries(page).evaluateAll((all) =>
      all.filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth),
    )
    expect(cut).toEqual([])
  })
})
