import { storeAdministrator } from '@mandap/server/testing/administrators.ts'
import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { type App, expect, keepSession, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { aStoredBooking, aStoredPartner, ownNumbers } from './testing/records.ts'
import { dialog, fillDecision } from './testing/review.ts'
import { forgetAttempts } from './testing/super-admin.ts'

const COLLEAGUE = { email: 'dev.patel@mandap.example', password: 'saffron-and-cardamom' }
const NAME = 'Dev Patel'

/** Returns calls that a colleague makes on another computer. */
async function colleague(app: App, { superAdmin = false } = {}) {
  await storeAdministrator(app.db, { ...COLLEAGUE, name: NAME })
  const { idToken } = await app.startSession(COLLEAGUE)
  const headers = {
    authorization: `Bearer ${idToken}`,
    ...(superAdmin && { 'x-elevation': await app.elevate(idToken) }),
  }
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(app.url + path, {
      method,
      ...(body
        ? {
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }
        : { headers }),
    })
    expect(answer.ok, await answer.text()).toBe(true)
  }
}

/** Waits until the page follows changes. */
async function opened(page: Page, path: string) {
  const events = page.waitForResponse((response) => response.url().includes('/events'))
  await page.goto(path)
  await events
}

test('shows the decision of a colleague, and keeps what is being typed', async ({
  app,
  signedIn: page,
}) => {
  const call = await colleague(app)
  const partner = await aStoredPartner(app, { status: 'pending', kycStatus: 'pending' })
  await opened(page, `/approval-panel/kyc/online-kyc/${partner.id}`)

  await test.step('the change is announced beside the open form, whose text stays', async () => {
    await fillDecision(page, 'Decline', { reason: 'The photo is not of this person' })
    await call('PUT', `/partners/${partner.id}`, { status: 'AKYC', kycStatus: 'AKYC' })
    const beside = dialog(page).getByText(`${NAME} changed this partner just now.`)
    await expect(beside).toBeVisible()
    await expect(dialog(page).getByLabel('Reason')).toHaveValue('The photo is not of this person')
    await expectAccessible(page)
  })

  await test.step('the screen behind it shows the decision, and says who made it', async () => {
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(`Changed by ${NAME} just now.`)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Hide this message' }).click()
    await expect(page.getByText('Changed by')).toHaveCount(0)
  })
})

test('says what happened when a colleague deletes the partner of an open form, or decides on the partner of a screen', async ({
  app,
  signedIn: page,
}) => {
  await forgetAttempts(app)
  const call = await colleague(app, { superAdmin: true })
  const partner = await aStoredPartner(app, { status: 'pending', kycStatus: 'pending' })

  await test.step('a decision says that the partner was deleted, and when it was restored', async () => {
    await opened(page, `/approval-panel/kyc/online-kyc/${partner.id}`)
    await fillDecision(page, 'Decline', { items: ['Video'], reason: 'Too dark' })
    await call('DELETE', `/partners/${partner.id}`, { deletedBy: 'Super Admin' })
    await expect(dialog(page)).toContainText(`${NAME} deleted this partner just now.`)
    await expect(dialog(page)).toContainText('saved only after a Super Admin has restored')
    await expect(dialog(page).getByLabel('Reason')).toHaveValue('Too dark')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    const gone = page.getByText('This partner no longer exists.')
    await expect(gone).toBeVisible()
    await expectAccessible(page)
    await call('POST', `/partners/${partner.id}/restore`)
    await expect(page.getByText(`Restored by ${NAME} just now.`)).toBeVisible()
    await expect(gone).toHaveCount(0)
  })

  await test.step('the screen of a guest says who changed them when they are no guest any more', async () => {
    const guest = await aStoredPartner(app, { status: 'approved', companyEmail: 'Guest' })
    await opened(page, `/guest-partners/${guest.id}`)
    await call('PUT', `/partners/${guest.id}`, {
      status: 'DKYC',
      kycStatus: 'DKYC',
      reason: 'VIDEO: Too dark',
    })
    await expect(page.getByText('Guest partner not found.')).toBeVisible()
    await expect(page.getByText(`Changed by ${NAME} just now.`)).toBeVisible()
  })
})

test('shows the change of a colleague in the open booking, and in a list without moving it', async ({
  app,
  signedIn: page,
}) => {
  const call = await colleague(app)
  const letters = ownNumbers()
  const many = await Promise.all(
    Array.from({ length: 3 }, (_, at) =>
      aStoredBooking(app, { numberId: `${letters}${at}`, location: `Hall ${at}` }),
    ),
  )
  const [booking] = many
  if (!booking) throw new Error('No booking was stored.')

  await test.step('the open booking shows the change and who made it', async () => {
    await opened(page, `/booking-details/card?id=${booking.id}`)
    await expect(page.getByText(String(booking.json['location']))).toBeVisible()
    const reading = page.waitForRequest((request) => request.url().endsWith(booking.id))
    await call('PATCH', `/bookings/${booking.id}`, { location: 'Umaid Bhawan' })
    // a replica answers only once it has the change
    expect((await reading).headers()['x-position']).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
    await expect(page.getByText(`Changed by ${NAME} just now.`)).toBeVisible()
    await expect(page.getByText('Umaid Bhawan').first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a list shows the change, and keeps its rows in their places under the pointer', async () => {
    await opened(page, `/booking-details?numberId=${letters}`)
    const cards = page.getByRole('list', { name: 'Bookings' }).getByRole('listitem')
    await expect(cards).toHaveCount(3)
    await cards.first().hover()
    const last = many.at(-1)
    await call('PATCH', `/bookings/${last?.id}`, { partnerName: 'Ojas Bhandari' })
    await expect(page.getByText('Ojas Bhandari')).toBeVisible()
    await call('PATCH', `/bookings/${last?.id}`, { status: 'completed' })
    await expect(page.getByText('This list has changed.')).toBeVisible()
    await expect(cards).toHaveCount(3)
    // the list shows the newest first
    await expect(cards.first()).toContainText('Ojas Bhandari')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show changes' }).click()
    await expect(cards).toHaveCount(2)
    await expect(cards.first()).toContainText('Hall 1')
  })
})

test('shows who else reviews a partner until they leave, and passes over that partner', async ({
  app,
  signedIn: page,
  browser,
}) => {
  await storeAdministrator(app.db, { ...COLLEAGUE, name: NAME })
  const name = `Zubin Yadav ${Date.now()}`
  const [first, second] = await Promise.all(
    ['A', 'B', 'C'].map((letter) =>
      aStoredPartner(app, { status: 'pending', kycStatus: 'pending', name: `${name} ${letter}` }),
    ),
  )
  const context = await browser.newContext({ baseURL: app.url })
  const other = await context.newPage()
  await keepSession(other, await app.startSession(COLLEAGUE))
  const heading = (letter: string) => page.getByText(`${name} ${letter}`).first()
  const isReviewing = page.getByText(`${NAME} is reviewing this partner, since`)

  await opened(page, `/approval-panel?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `View KYC of ${name} A` }).click()
  await expect(page).toHaveURL(new RegExp(`${first?.id}$`))
  await opened(other, `/approval-panel/kyc/${first?.id}`)

  await test.step('both see each other', async () => {
    await expect(isReviewing).toBeVisible()
    await expect(other.getByText(`${ADMINISTRATOR.email} is reviewing this partner`)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the colleague goes to another partner, whom ‘next’ passes over unless asked', async () => {
    await navigate(other, `/approval-panel/kyc/${second?.id}`)
    await expect(isReviewing).toHaveCount(0)
    const anyway = page.getByRole('button', { name: `${NAME} reviews ${name} B. Open anyway` })
    await expect(anyway).toBeVisible()
    await page.keyboard.press('j')
    await expect(heading('C')).toBeVisible()
    await page.keyboard.press('k')
    await expect(heading('B')).toBeVisible()
    await page.keyboard.press('k')
    await expect(heading('A')).toBeVisible()
    await anyway.click()
    await expect(heading('B')).toBeVisible()
    await expect(isReviewing).toBeVisible()
  })

  await test.step('nobody reviews the partner once the colleague has closed the tab', async () => {
    const at = Date.now()
    await other.close()
    await expect(isReviewing).toHaveCount(0)
    expect(Date.now() - at).toBeLessThan(10_000)
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await expect(heading('B')).toBeVisible()
  })
  await context.close()
})

test('shows the review queue, its counts and the audit log as colleagues change them, while nobody loads the page again', async ({
  app,
  signedIn: page,
}) => {
  const call = await colleague(app)

  await test.step('the list of partners to review and the counts of its tabs lose a decided partner', async () => {
    const name = `Yamini Zutshi ${Date.now()}`
    const [first] = await Promise.all(
      ['A', 'B'].map((letter) =>
        aStoredPartner(app, { status: 'pending', kycStatus: 'pending', name: `${name} ${letter}` }),
      ),
    )
    await opened(page, `/approval-panel?search=${encodeURIComponent(name)}`)
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(page.getByRole('tab', { name: 'Pending 2' })).toBeVisible()
    // a list that a person points at keeps its rows
    await page.mouse.move(0, 0)
    await call('PUT', `/partners/${first?.id}`, { status: 'AKYC', kycStatus: 'AKYC' })
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('tab', { name: 'Pending 1' })).toBeVisible()
  })

  await test.step('the audit log shows the change of a colleague', async () => {
    const booking = await aStoredBooking(app, { numberId: `${ownNumbers()}1` })
    await opened(page, '/activity')
    await expect(page.getByText('Loading activity…')).toHaveCount(0)
    await call('PATCH', `/bookings/${booking.id}`, { location: 'Taj Lake Palace' })
    const entry = page.getByRole('listitem').filter({ hasText: booking.numberId })
    await expect(entry.first()).toContainText(COLLEAGUE.email)
  })
})
