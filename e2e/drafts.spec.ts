import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { plainHost } from '@mandap/server/testing/plain-host.ts'
import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import { serveConsole } from '@mandap/server/testing/static-site.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { stored } from './testing/activity.ts'
import { expect, type App, test } from './testing/app.ts'
import { withoutEvents } from './testing/network.ts'
import { aStoredBooking, aStoredPartner, inDays, ownNumbers } from './testing/records.ts'
import { signIn } from './testing/sign-in.ts'

const offer = (page: Page) => page.getByRole('region', { name: 'Unsaved text' })
const restore = (page: Page) => offer(page).getByRole('button', { name: 'Restore' })
const edit = (page: Page) => page.getByRole('dialog', { name: 'Edit planner' })

/** Opens a booking's edit dialog from the list and types a planner by hand. */
async function typePlanner(page: Page, numberId: string) {
  await page.getByRole('link', { name: numberId }).click()
  await page.getByRole('button', { name: 'Edit planner' }).click()
  await edit(page).getByText('Manual partner').click()
  await edit(page).getByLabel('Partner name').fill('Rohan Das')
  await edit(page).getByLabel('Personal number').fill('98200')
}

/** Ends the session on the server only, as another process would. */
async function endOnServer(page: Page, { url }: App) {
  const token = await stored(page, 'token')
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${url}/session/end`, { method: 'POST', headers })
}

test.describe('Text typed into a form survives the sign-out (§2.17)', () => {
  test('keeps the items and the reason of a decision when the server ends the session, until they are discarded', async ({
    signedIn: page,
    app,
  }) => {
    const partner = await aStoredPartner(app, { status: 'pending', companyEmail: 'PLAN70000' })
    // the decision is what finds that the session has ended
    await withoutEvents(page)
    await page.goto(`/approval-panel/kyc/online-kyc/${partner.id}`)
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Decline/ })
    await dialog.getByRole('checkbox', { name: 'Pan Card' }).check()
    await dialog.getByLabel('Reason').fill('2345 6789 0124 is of somebody else. ')
    const storage = () => page.evaluate(() => JSON.stringify(localStorage))
    await expect.poll(storage).toContain('mandap.admin.draft:')
    expect(await storage()).not.toMatch(/somebody else|6789 ?0124|X 0124/)
    await endOnServer(page, app)
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByText('Your session has ended.')).toBeVisible()
    await signIn(page)

    await expect(page).toHaveURL(`/approval-panel/kyc/online-kyc/${partner.id}`)
    await restore(page).click()
    await expect(dialog.getByRole('checkbox', { name: 'Pan Card' })).toBeChecked()
    await expect(dialog.getByLabel('Reason')).toHaveValue('XXXX XXXX 0124 is of somebody else. ')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('main')).toBeFocused()
    await page.reload()
    await offer(page).getByRole('button', { name: 'Discard' }).click()
    await expect(offer(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Decline', exact: true })).toBeVisible()
    await expect(offer(page)).toBeHidden()
  })

  test.describe('with a clock of its own', () => {
    test.use({ ownContext: true })

    test('keeps a planner entered by hand when inactivity ends the session, until it is saved', async ({
      signedIn: page,
      app,
    }) => {
      test.slow()
      const { numberId } = await aStoredBooking(app, { numberId: `${ownNumbers()}1` })
      await page.clock.install()
      await page.goto(`/booking-details?numberId=${numberId}`)
      await typePlanner(page, numberId)
      await page.clock.fastForward('14:30')
      // the warning is over the open dialog, which keeps its text and gets its focus back
      await page.getByRole('button', { name: 'Stay signed in' }).click()
      await expect(edit(page).getByLabel('Personal number')).toBeFocused()
      await page.clock.fastForward('15:01')
      await expect(page).toHaveURL('/')
      await signIn(page)

      await expect(page).toHaveURL(/\/booking-details\/card\?id=/)
      await expect(offer(page)).toContainText('Your entries for another planner were kept.')
      await expect(edit(page)).toBeHidden()
      await expectAccessible(page)
      await restore(page).click()
      await expect(edit(page).getByLabel('Partner name')).toHaveValue('Rohan Das')
      await expect(edit(page).getByLabel('Personal number')).toHaveValue('98200')
      await expect(offer(page)).toBeHidden()
      await edit(page).getByLabel('Personal number').fill('9820012345')
      await edit(page).getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Partner Updated Successfully!')).toBeVisible()
      await page.reload()
      await expect(page.getByText('Rohan Das').first()).toBeVisible()
      await expect(offer(page)).toBeHidden()
    })

    test('keeps the text for the same administrator only, on a plain host', async ({ page }) => {
      const other = { email: 'meera.joshi@mandap.example', password: 'jasmine-and-rose' }
      const booking = bookingJson({ dateFrom: inDays(20), createdAt: inDays(-1), numberId: 'MB77' })
      const host = await plainHost({
        bookings: [booking],
        partners: [partnerJson({})],
        token: 'opaque',
        administrators: [ADMINISTRATOR, other],
      })
      const site = await serveConsole({ host: host.url, kind: 'plain', identity: host.identity })
      await page.clock.install()
      await page.goto(`${site.url}/booking-details`)
      await signIn(page)
      await typePlanner(page, 'MB77')
      await page.clock.fastForward('15:01')
      await signIn(page, other)
      await expect(page.getByRole('button', { name: 'Edit planner' })).toBeVisible()
      await expect(offer(page)).toBeHidden()
      await page.clock.fastForward('15:01')
      await signIn(page)
      await restore(page).click()
      await expect(edit(page).getByLabel('Partner name')).toHaveValue('Rohan Das')
      await site.close()
      await host.close()
    })
  })
})
