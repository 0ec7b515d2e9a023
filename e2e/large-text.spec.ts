import { newAdministrator } from '@mandap/server/testing/administrators.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { aStoredBooking, aStoredPartner, inDays, ownNumbers } from './testing/records.ts'
import { verifyThrough } from './testing/super-admin.ts'

/** Opens a screen with text of twice the size, as with a setting of the browser. Only the first call loads the console. */
async function openEnlarged(page: Page, path: string) {
  if (page.url() !== 'about:blank') return navigate(page, path)
  await page.goto(path)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
}

/** Returns the edges of visible elements, in the order in which they are in the page. */
async function boxesOf(parts: Locator) {
  await expect(parts.filter({ visible: true }).first()).toBeVisible()
  return parts
    .filter({ visible: true })
    .evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON() as DOMRect))
}

/** Expects controls to be beside each other, from the left edge of the window to the right one. */
async function expectSideBySide(parts: Locator) {
  let last = 0
  for (const { left, right } of await boxesOf(parts)) {
    expect(left).toBeGreaterThanOrEqual(last)
    last = right
  }
  expect(last).toBeLessThanOrEqual(390)
}

test('text of twice the size fits on a phone', async ({ signedIn: page, app }) => {
  const number = `${ownNumbers()}1`
  await aStoredBooking(app, { numberId: number, dateFrom: inDays(9), eventType: 'Corporate Event' })
  await aStoredPartner(app, { status: 'pending', companyEmail: 'PLAN70000' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openEnlarged(page, '/dashboard')
  const bar = page.getByRole('banner')

  await test.step('the controls of the top bar do not overlap', async () => {
    await expect(page.getByText('Confirmed Bookings')).toBeVisible()
    await expectSideBySide(bar.getByRole('button').or(bar.getByRole('link')))
  })

  await test.step('the names of the counts are not broken within a word', async () => {
    const [name] = await boxesOf(page.getByRole('link', { name: 'Confirmed Bookings' }))
    expect(name?.width).toBeGreaterThan(150)
  })

  for (const menu of ['Menu', 'Account'])
    await test.step(`the menu ${menu} is within the window`, async () => {
      await bar.getByRole('button', { name: menu }).click()
      const opened = page.locator(':popover-open')
      await expect(opened).toBeVisible()
      const [box] = await boxesOf(opened)
      expect(box?.left).toBeGreaterThanOrEqual(0)
      expect(box?.right).toBeLessThanOrEqual(390)
      expect(await opened.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
      await page.keyboard.press('Escape')
    })

  await test.step('the search by booking ID is as wide as the screen', async () => {
    await openEnlarged(page, `/booking-details?numberId=${number}`)
    const [field] = await boxesOf(page.getByLabel('Search by Booking ID'))
    expect(field?.width).toBeGreaterThan(300)
  })

  await test.step('a card shows its texts whole', async () => {
    const card = page.getByRole('article').filter({ hasText: number.toUpperCase() })
    await expect(card).toBeVisible()
    const cut = await card
      .locator('.truncate')
      .evaluateAll((texts) =>
        texts
          .filter(
            (text) =>
              text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 2,
          )
          .map((text) => text.textContent),
      )
    expect(cut).toEqual([])
  })

  await test.step('Super Admin mode is beside the controls of the top bar', async () => {
    await bar.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Super Admin', exact: true }).click()
    await verifyThrough(page)
    const mode = bar.getByRole('group', { name: 'Super Admin mode' })
    await expect(mode).toBeVisible()
    await expectSideBySide(bar.getByRole('button').or(bar.getByRole('link')).or(mode))
  })
})

test('the form of a new password is as wide as a phone with text of twice the size', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openEnlarged(page, await (await newAdministrator(app.db)).resetPath())
  await expect(page.getByRole('button', { name: 'Set new password' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

/** Returns the words of visible texts that are broken into two lines. */
function brokenWords(texts: Locator) {
  return texts.filter({ visible: true }).evaluateAll((all) =>
    all.flatMap((element) => {
      const text = element.firstChild
      if (!(text instanceof Text)) return []
      const range = document.createRange()
      return [...text.data.matchAll(/\w+/g)].flatMap(({ 0: word, index }) => {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return range.getClientRects().length > 1 ? [word] : []
      })
    }),
  )
}

test('with text of twice the size, words and controls are whole on a tablet and on a phone', async ({
  signedIn: page,
  app,
}) => {
  const booking = await aStoredBooking(app, { dateFrom: inDays(9), transactionId: 'T26112634' })
  const partner = await aStoredPartner(app, { status: 'AKYC', kycStatus: 'AKYC' })
  const screens = {
    booking: [`/booking-details/card?id=${booking.id}`, 'Transaction ID'],
    hub: [`/approval-panel/kyc/${partner.id}`, 'Company phone'],
    registration: [`/inprogress-partners/${partner.id}`, 'Company location'],
  } as const
  await page.setViewportSize({ width: 820, height: 1180 })
  for (const [screen, [path, term]] of Object.entries(screens))
    await test.step(`the terms of a ${screen}`, async () => {
      await openEnlarged(page, path)
      const terms = page.getByRole('term')
      await expect(terms.filter({ hasText: term })).toBeVisible()
      for (const width of [820, 390]) {
        await page.setViewportSize({ width, height: 1180 })
        await expect.poll(() => brokenWords(terms), `at ${width}`).toEqual([])
      }
      await page.setViewportSize({ width: 820, height: 1180 })
    })

  await test.step('the tiles of what a registration lacks hold their texts', async () => {
    const tiles = page.getByRole('region', { name: 'Missing Information' }).getByRole('listitem')
    await expect(tiles).toHaveCount(3)
    expect(await spilled(tiles)).toEqual([])
  })
  await test.step('a step shows its status whole', async () => {
    await openEnlarged(page, screens.hub[0])
    const status = page.getByRole('main').getByRole('list').getByText('KYC approved')
    await expect(status).toBeVisible()
    expect(await spilled(status)).toEqual([])
  })
  await test.step('the filters of Activity do not overlap', async () => {
    await openEnlarged(page, '/activity')
    const [person, kind] = await boxesOf(page.getByRole('search').getByRole('combobox'))
    expect(person?.width).toBeGreaterThan(200)
    expect(kind?.left).toBeGreaterThanOrEqual(person?.right ?? Number.NaN)
  })
  await test.step('the search of User Count has room for a name, at any width', async () => {
    await openEnlarged(page, '/user-count')
    for (const width of [820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const card = page.getByRole('region', { name: 'Customers' })
      const [field] = await boxesOf(card.getByLabel('Search customers'))
      expect(field?.width).toBeGreaterThan(300)
      expect(await spilled(card)).toEqual([])
    }
  })
})

/** Returns the texts of elements that are wider than their boxes. */
function spilled(elements: Locator) {
  return elements.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
  )
}
