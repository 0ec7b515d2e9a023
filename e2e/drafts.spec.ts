import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { stored } from './testing/activity.ts'
import { expect, type App, test } from './testing/app.ts'
import { withoutEvents } from './testing/network.ts'
import { aStoredPartner } from './testing/records.ts'
import { signIn } from './testing/sign-in.ts'

const offer = (page: Page) => page.getByRole('region', { name: 'Unsaved text' })
const restore = (page: Page) => offer(page).getByRole('button', { name: 'Restore' })
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
    await expectAccessible(page)
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
})
