import { DAY, utcDate } from '@mandap/domain/time/days.ts'
import type { Locator, Page } from '@playwright/test'
import { navigate } from '../../e2e/testing/navigate.ts'
import { gone, otherHeading, otherRecords, shown, suggestionsFor } from './answers.ts'
import type { Answer } from './clock.ts'
import { clickOn } from './page.ts'

/** Does the input, and waits for its answer. */
export type Step = (name: string, input: () => Promise<unknown>, answer: Answer) => Promise<void>

/** A letter may find the same records as the one before. */
const FOUND_OR_SAME = { mayBeUnchanged: true } as const

const BOOKINGS = otherRecords('Bookings')
const PARTNERS = otherRecords('Partners')
const CUSTOMERS = otherRecords('Customers')
const DIALOG = 'dialog[open]'
const TIMES = 4

/** Every interaction once or more. None changes a record. */
export async function everyInteraction(page: Page, step: Step): Promise<void> {
  await onBookings(page, step)
  await onPartners(page, step)
  await inThePalette(page, step)
  await onCustomers(page, step)
}

async function onBookings(page: Page, step: Step): Promise<void> {
  await openList(page, '/booking-details', 'Bookings')
  const tabs = page.getByRole('tablist', { name: 'Bookings by stage' }).getByRole('tab')
  for (const tab of [...(await tabs.all()).slice(1), tabs.first()])
    await step('switch the tab of bookings', await clickOn(tab), BOOKINGS)

  const number = page.getByRole('combobox', { name: 'Search by Booking ID' })
  const sample = await numberAt(page, 0)
  await number.click()
  for (let length = 1; length <= TIMES; length += 1) {
    const typed = sample.slice(0, length)
    await step(
      'type a booking number, until the suggestions',
      () => page.keyboard.press(sample.charAt(length - 1)),
      suggestionsFor(typed),
    )
  }
  for (const letter of sample.slice(TIMES))
    await step('type a booking number, until the list', () => page.keyboard.press(letter), {
      ...BOOKINGS,
      ...FOUND_OR_SAME,
    })
  await openList(page, '/booking-details', 'Bookings')

  for (const label of ['Event date range', 'Service', 'Sort by booking date']) {
    const select = page.getByLabel(label, { exact: true })
    await chooseEach(page, step, `filter bookings: ${label}`, select, BOOKINGS)
    await openList(page, '/booking-details', 'Bookings')
  }
  const planner = page.getByRole('combobox', { name: 'Planner' })
  for (let at = 0; at < TIMES; at += 1) {
    await planner.click()
    const option = page.getByRole('listbox').getByRole('option').nth(at)
    await step('filter bookings: Planner', await clickOn(option), BOOKINGS)
    await planner.clear()
    await firstRecord(page, 'Bookings').waitFor()
  }
  await openList(page, `/booking-details?bookedDate=${daysAgo(9)}`, 'Bookings')
  await page.getByLabel('Booked Date').focus()
  // from the month to the day
  await page.keyboard.press('ArrowRight')
  for (let at = 0; at < TIMES; at += 1)
    await step('filter bookings: Booked Date', () => page.keyboard.press('ArrowUp'), BOOKINGS)

  await openList(page, '/booking-details', 'Bookings')
  for (let at = 0; at < TIMES; at += 1) {
    const link = page.getByRole('article').nth(at).getByRole('link').first()
    await step('open a booking', await clickOn(link), otherHeading())
    const back = page.getByRole('main').getByRole('link', { name: /^Back/ })
    await step('close a booking', await clickOn(back), BOOKINGS)
  }
  await openList(page, '/expired-bookings', 'Bookings')
  const numbers = [await numberAt(page, 0), await numberAt(page, 1), await numberAt(page, 2)]
  const search = page.getByRole('combobox', { name: 'Search by Booking ID' })
  for (const expired of numbers) {
    // every number begins with the same letters, and the last ones may find no fewer
    const part = expired.slice(0, -TIMES)
    await search.fill(part)
    await search.click()
    await page.waitForURL((url) => url.searchParams.get('numberId') === part)
    await firstRecord(page, 'Bookings').waitFor()
    for (const letter of expired.slice(-TIMES, -TIMES / 2))
      await step('type an expired number, until the list', () => page.keyboard.press(letter), {
        ...BOOKINGS,
        ...FOUND_OR_SAME,
      })
  }
}

async function onPartners(page: Page, step: Step): Promise<void> {
  await openList(page, '/approval-panel', 'Partners')
  const tabs = page.getByRole('tablist', { name: 'Partners by stage' }).getByRole('tab')
  for (const tab of [...(await tabs.all()).slice(1), tabs.first()])
    await step('switch the tab of partners', await clickOn(tab), PARTNERS)
  const name = await page.getByRole('article').last().getByRole('heading').innerText()
  await page.getByLabel('Search partners').click()
  for (const letter of lettersOf(name))
    await step('type in the search of partners', () => page.keyboard.press(letter), {
      ...PARTNERS,
      ...FOUND_OR_SAME,
    })

  await openList(page, '/approval-panel', 'Partners')
  await page.getByRole('heading', { level: 1 }).click()
  for (let at = 0; at <= TIMES; at += 1)
    await step('next partner', () => page.keyboard.press('j'), otherHeading())

  await page.getByRole('main').getByRole('link', { name: 'Online KYC' }).click()
  await page.getByRole('heading', { name: 'Online KYC', level: 1 }).waitFor()
  const bar = page.getByRole('region', { name: 'Decision' })
  for (const action of ['Approve', 'Reupload', 'Decline', 'Approve']) {
    const button = bar.getByRole('button', { name: action, exact: true })
    await step('open the decision dialog', await clickOn(button), shown(DIALOG))
    await step('close the decision dialog', () => page.keyboard.press('Escape'), gone(DIALOG))
  }
}

async function inThePalette(page: Page, step: Step): Promise<void> {
  for (const letter of 'arsk') {
    await step('open the palette', () => page.keyboard.press('Control+k'), shown(DIALOG))
    await step(
      'type in the palette, until records',
      () => page.keyboard.press(letter),
      shown('dialog [role=group][aria-label=Customers] [role=option]'),
    )
    await step('close the palette', () => page.keyboard.press('Escape'), gone(DIALOG))
  }
}

async function onCustomers(page: Page, step: Step): Promise<void> {
  await openList(page, '/user-count', 'Customers')
  const list = page.getByRole('list', { name: 'Customers' })
  for (let at = 0; at < TIMES; at += 1) {
    const row = list.locator(`li[data-index="${at}"]`).getByRole('button').first()
    const panel = `li[data-index="${at}"] [role=tabpanel]`
    await step('expand a user', await clickOn(row), shown(`${panel} li, ${panel} p`))
    await step('collapse a user', await clickOn(row), gone(panel))
  }
  const name = await list.getByRole('heading').first().innerText()
  await page.getByLabel('Search customers').click()
  for (const letter of lettersOf(name))
    await step('type in the search of customers', () => page.keyboard.press(letter), {
      ...CUSTOMERS,
      ...FOUND_OR_SAME,
    })
  await openList(page, '/user-count', 'Customers')
  const select = page.getByLabel('Show customers', { exact: true })
  await chooseEach(page, step, 'filter customers by their bookings', select, CUSTOMERS)
}

/** Opens a screen, and waits until its list shows records. */
export async function openList(page: Page, path: string, list: string): Promise<void> {
  await navigate(page, path)
  await firstRecord(page, list).waitFor()
}

/** Returns the first record of a list that has loaded. */
function firstRecord(page: Page, list: string): Locator {
  return page.locator(
    `ul[aria-label="${list}"][aria-busy=false] li[data-index="0"]:not([aria-busy])`,
  )
}

/** Chooses the options of a select with keys, as real inputs: down to the last, then up, and so on. */
async function chooseEach(
  page: Page,
  step: Step,
  name: string,
  select: Locator,
  answer: Answer,
): Promise<void> {
  const last = (await select.locator('option').count()) - 1
  await select.focus()
  let direction = 1
  for (let at = 0, chosen = 0; chosen < TIMES; chosen += 1) {
    if (at === last) direction = -1
    else if (at === 0) direction = 1
    at += direction
    await step(name, () => page.keyboard.press(direction > 0 ? 'ArrowDown' : 'ArrowUp'), answer)
  }
}

/** Returns the number of a booking that the list shows. */
async function numberAt(page: Page, index: number): Promise<string> {
  const numbered = page.getByRole('article').filter({ hasText: /\bMB\w/ })
  const text = await numbered.nth(index).innerText()
  return /\bMB\w+/.exec(text)?.[0] ?? ''
}

/** Returns the first letters of a name. A space would not change what is found. */
function lettersOf(name: string): string {
  return name.replaceAll(/\P{L}/gu, '').slice(0, TIMES)
}

function daysAgo(days: number): string {
  return utcDate(Date.now() - days * DAY)
}
