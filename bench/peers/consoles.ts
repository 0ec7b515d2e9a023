import type { Page } from '@playwright/test'
import { otherRecords } from '../interactions/answers.ts'
import type { Answer } from '../interactions/clock.ts'
import { clickOn, openBookings } from '../interactions/page.ts'

/** How to use the list of one console. */
export interface Console {
  name: string
  url: string
  open: (page: Page) => Promise<void>
  /** Prepares a filter by a service, and returns the input that applies it. */
  filter: (page: Page, service: string) => Promise<() => Promise<unknown>>
  /** Prepares the opposite order of the booking dates, and returns the input that applies it. */
  sort: (page: Page) => Promise<() => Promise<unknown>>
  answer: Answer
}

/** Our Booking Details. The service is the next one of its select. */
export function mandap(site: string): Console {
  return {
    name: 'Mandap',
    url: `${site}/booking-details`,
    open: (page) => openBookings(page, site),
    async filter(page) {
      await page.getByLabel('Service', { exact: true }).focus()
      return () => page.keyboard.press('ArrowDown')
    },
    async sort(page) {
      const select = page.getByLabel('Sort by booking date', { exact: true })
      await select.focus()
      const key = (await select.inputValue()) === 'newest' ? 'ArrowDown' : 'ArrowUp'
      return () => page.keyboard.press(key)
    },
    answer: otherRecords('Bookings'),
  }
}

/** The list that `servePeer` serves. */
export function reactAdmin(site: string): Console {
  const url = `${site}/#/bookings`
  return {
    name: 'react-admin',
    url,
    async open(page) {
      await page.goto(url)
      await page.locator('tbody tr').first().waitFor()
    },
    async filter(page, service) {
      await page.getByRole('combobox', { name: 'Service' }).click()
      const option = page.getByRole('option', { name: service, exact: true })
      await option.waitFor()
      return clickOn(option)
    },
    sort: (page) => clickOn(page.getByRole('button', { name: /^Sort by created at/ })),
    answer: {
      argument: 'tbody',
      from: (selector) => {
        const before = document.querySelector(selector)?.textContent
        return () => document.querySelector(selector)?.textContent !== before
      },
    },
  }
}
