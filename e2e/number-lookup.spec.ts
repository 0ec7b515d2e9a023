import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './testing/app.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredBooking, inDays, ownNumbers } from './testing/records.ts'

/** §5.4: one lookup, 500 ms after the last key, also where the list below the search is empty. */

interface Lookup {
  number: string
  /** Milliseconds between the last change of the field and the call. */
  pause: number
}

/**
 * Records the lookups that the page sends, over HTTP or to its worker, with their pause. It does so in the
 * page, so that a slow machine shifts neither.
 */
async function recordLookups(page: Page): Promise<() => Promise<Lookup[]>> {
  await page.addInitScript(() => {
    const lookups: Lookup[] = []
    Object.assign(globalThis, { lookups })
    let changedAt = 0
    addEventListener('input', () => (changedAt = performance.now()), { capture: true })
    const record = (number: string | null | undefined) => {
      if (number) lookups.push({ number, pause: performance.now() - changedAt })
    }
    const { fetch } = globalThis
    globalThis.fetch = (input, init) => {
      const { href } = new URL(input instanceof Request ? input.url : input, location.href)
      record(new URL(href).searchParams.get('numberId'))
      return fetch(input, init)
    }
    globalThis.Worker = class extends Worker {
      override postMessage(message: { request?: { query?: { numberId?: string } } }) {
        record(message.request?.query?.numberId)
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
        super.postMessage(message)
      }
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { lookups: Lookup[] }).lookups)
}

/** Opens a screen, types a number key by key, slowly enough for the list to follow each, and expects what it says. */
async function expectOneLookup(
  page: Page,
  open: () => Promise<unknown>,
  { number, says }: { number: string; says: string },
) {
  const lookups = await recordLookups(page)
  await open()
  const field = page.getByRole('combobox', { name: 'Search by Booking ID' })
  await field.pressSequentially(number, { delay: 250 })
  await expect(page.getByText(`${number} ${says}`)).toBeVisible()
  const made = await lookups()
  // a slow machine may add a pause between two keys, but no short pause and no second call
  expect(made.filter(({ pause }) => pause < 500)).toEqual([])
  expect(new Set(made.map((one) => one.number)).size).toBe(made.length)
  expect(made.at(-1)?.number).toBe(number)
}

for (const [path, says] of [
  ['/booking-details', 'is in Completed.'],
  ['/expired-bookings', 'has not expired.'],
] as const)
  test(`${path} looks up a number of another list once, 500 ms after the last key`, async ({
    signedIn: page,
    app,
  }) => {
    const number = `${ownNumbers()}1`
    await aStoredBooking(app, { numberId: number, status: 'completed' })
    await expectOneLookup(page, () => page.goto(path), { number, says })
  })

test('/booking-details looks it up the same way on a plain host', async ({ page }) => {
  const listed = bookingJson({ numberId: 'MB1', dateFrom: inDays(30) })
  const elsewhere = bookingJson({ numberId: 'ZQ17X', dateFrom: inDays(30), status: 'completed' })
  const console = await plainConsole(page, [], { bookings: [listed, elsewhere] })
  await expectOneLookup(page, () => console.open('/booking-details'), {
    number: 'ZQ17X',
    says: 'is in Completed.',
  })
  await console.close()
})

test('waits for the pause again after a number is changed and changed back', async ({
  signedIn: page,
  app,
}) => {
  const numberId = `${ownNumbers()}1`
  await aStoredBooking(app, { numberId, status: 'completed' })
  const lookups = await recordLookups(page)
  await page.route('**/bookings?numberId=*', (route) => route.fulfill({ status: 400, json: {} }), {
    times: 1,
  })
  await page.goto('/booking-details')
  const field = page.getByRole('combobox', { name: 'Search by Booking ID' })
  const refused = page.waitForResponse('**/bookings?numberId=*')
  await field.fill(numberId)
  expect((await refused).status()).toBe(400)
  await field.press('X')
  await field.press('Backspace')
  await expect(page.getByText(`${numberId} is in Completed.`)).toBeVisible()
  const made = await lookups()
  expect(made.length).toBeGreaterThan(1)
  expect(made.filter(({ pause }) => pause < 500)).toEqual([])
})
