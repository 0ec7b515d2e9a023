import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { plainConsole } from './testing/plain-console.ts'

const closers: (() => Promise<void>)[] = []
test.afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

const STEP_PATHS = { onlineKyc: 'online-kyc', company: 'company-kyc', inPerson: 'in-person' }

/** Opens a step of one partner. */
async function openStep(
  page: Page,
  step: keyof typeof STEP_PATHS,
  given: JsonObject = {},
  options: { superAdmin?: boolean } = {},
) {
  const partner = partnerJson(given)
  const id = readId(partner['_id'])
  const { host, open, close } = await plainConsole(page, [partner], options)
  closers.push(close)
  await open(`/approval-panel/kyc/${STEP_PATHS[step]}/${id}`)
  const sent = () => host.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  return { host, id, sent }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const confirm = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true })

const item = (page: Page, name: string) => page.getByRole('checkbox', { name })

const GONE_THROUGH = { status: 'ACV', kycStatus: 'AKYC', cvStatus: 'ACV' }

test.describe('§2.10, §4.5 decisions', () => {
  test('approve is asked for once more, and writes the same value twice', async ({ page }) => {
    test.slow()
    const { sent } = await openStep(page, 'onlineKyc')
    await expect(button(page, 'Approve')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Approve').click()
    expect(sent()).toEqual([])
    await confirm(page, 'Approve').click()
    await expect(page.getByText('Partner Updated Successfully!')).toBeVisible()
    expect(sent()).toEqual([{ status: 'AKYC', kycStatus: 'AKYC' }])
    await expect(page.getByText('KYC approved')).toBeVisible()
  })

  test('reupload needs an item and a reason, and sends them as §5.7 has it', async ({ page }) => {
    test.slow()
    const { sent } = await openStep(page, 'onlineKyc')
    await button(page, 'Reupload').click()
    const firstItem = item(page, 'Aadhar Card')
    await expect(dialog(page).getByText('Select at least one item.')).toHaveCount(0)
    await confirm(page, 'Reupload').click()
    await expect(dialog(page).getByText('Select at least one item.')).toBeVisible()
    await expect(page.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason.')
    await expect(firstItem).toBeFocused()
    await expectAccessible(page)
    await firstItem.press('Enter')
    expect(sent()).toEqual([])
    // a reason without an item
    await page.getByLabel('Reason').fill('Too dark')
    await confirm(page, 'Reupload').click()
    await expect(firstItem).toBeFocused()
    await page.getByLabel('Reason').fill('')
    await item(page, 'Video').check()
    await firstItem.check()
    await expect(dialog(page).getByText('Select at least one item.')).toHaveCount(0)
    await confirm(page, 'Reupload').click()
    await expect(page.getByLabel('Reason')).toBeFocused()
    expect(sent()).toEqual([])
    await page.getByLabel('Reason').fill('  The pictures are too dark ')
    await expectAccessible(page)
    await confirm(page, 'Reupload').click()
    await expect(page.getByText('Partner Updated Successfully!')).toBeVisible()
    const reason = 'AADHAR,VIDEO: The pictures are too dark'
    expect(sent()).toEqual([{ status: 'RKYC', kycStatus: 'RKYC', reason }])
  })

  test('company verification is declined with its own items', async ({ page }) => {
    const { sent } = await openStep(page, 'company', { status: 'AKYC', kycStatus: 'AKYC' })
    await button(page, 'Decline').click()
    await item(page, 'Incorporation Certificate').check()
    await page.getByLabel('Reason').fill('Expired')
    await confirm(page, 'Decline').click()
    await expect(page.getByText('Partner Updated Successfully!')).toBeVisible()
    expect(sent()).toEqual([{ status: 'DCV', cvStatus: 'DCV', reason: 'CIN: Expired' }])
  })

  test('in-person has Approve and Decline only', async ({ page }) => {
    const { sent } = await openStep(page, 'inPerson', GONE_THROUGH)
    await expect(button(page, 'Reupload')).toHaveCount(0)
    await button(page, 'Decline').click()
    await page.getByLabel('Reason').fill('Nobody there')
    await confirm(page, 'Decline').click()
    await expect(page.getByText('Partner Updated Successfully!')).toBeVisible()
    expect(sent()).toEqual([{ status: 'decline', ipvStatus: 'decline', reason: 'Nobody there' }])
  })

  test('a step that comes later is closed, and says why', async ({ page }) => {
    await openStep(page, 'inPerson', { status: 'AKYC', kycStatus: 'AKYC' })
    await expect(page.getByText('Decide Company Verification first.')).toBeVisible()
    await expect(button(page, 'Approve')).toHaveCount(0)
  })

  test('a processed step is disabled with the reason', async ({ page }) => {
    const { sent } = await openStep(page, 'onlineKyc', { status: 'AKYC', kycStatus: 'AKYC' })
    await expect(page.getByText('Online KYC is already decided.').first()).toBeVisible()
    await expect(button(page, 'Decline')).toHaveAttribute('aria-disabled', 'true')
    await button(page, 'Decline').click({ force: true })
    await page.keyboard.press('d')
    await expect(dialog(page)).toHaveCount(0)
    expect(sent()).toEqual([])
  })

  test('a Super Admin decides a processed step again', async ({ page }) => {
    const decided = { status: 'AKYC', kycStatus: 'AKYC' }
    const { sent } = await openStep(page, 'onlineKyc', decided, { superAdmin: true })
    await button(page, 'Decline').click()
    await item(page, 'PAN Card').check()
    await page.getByLabel('Reason').fill('Forged')
    await confirm(page, 'Decline').click()
    await expect(page.getByText('Partner Updated Successfully!')).toBeVisible()
    expect(sent()).toEqual([{ status: 'DKYC', kycStatus: 'DKYC', reason: 'PANCARD: Forged' }])
  })

  test('a failure says so and keeps what was typed', async ({ page }) => {
    const { host } = await openStep(page, 'onlineKyc')
    host.failures.set('PUT /partners/{id}', 500)
    await button(page, 'Decline').click()
    await item(page, 'Video').check()
    await page.getByLabel('Reason').fill('A long explanation')
    await confirm(page, 'Decline').click()
    await expect(page.getByText('Error updating partner. Please try again.')).toBeVisible()
    await page.keyboard.press('Escape')
    await button(page, 'Decline').click()
    await expect(page.getByLabel('Reason')).toHaveValue('A long explanation')
    host.failures.clear()
    await confirm(page, 'Decline').click()
    await expect(page.getByText('Partner Updated Successfully!')).toBeVisible()
  })
})

test.describe('the review queue', () => {
  const names = Array.from({ length: 10 }, (_, at) => `Partner ${String.fromCodePoint(65 + at)}`)

  test('ten partners are reviewed by keyboard alone', async ({ page }) => {
    test.slow()
    const partners = names.map((name) => partnerJson({ name }))
    const { host, open, close } = await plainConsole(page, partners)
    closers.push(close)
    await open('/approval-panel')
    await page.getByRole('link', { name: 'View KYC of Partner A' }).focus()
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('heading', { name: 'Partner A', exact: true, level: 1 }),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Online KYC' }).focus()
    await page.keyboard.press('Enter')
    for (const [at, name] of names.entries()) {
      await expect(page.getByText(`${name} · Iyer Caterers`)).toBeVisible()
      if (at % 2 === 0) {
        await page.keyboard.press('a')
        await expect(confirm(page, 'Approve')).toBeFocused()
        await page.keyboard.press('Enter')
      } else {
        await page.keyboard.press(at % 4 === 1 ? 'r' : 'd')
        await expect(item(page, 'Aadhar Card')).toBeFocused()
        await page.keyboard.press('Space')
        await page.getByLabel('Reason').focus()
        await page.keyboard.type('Too dark')
        await page.keyboard.press('Control+Enter')
      }
      await expect(dialog(page)).toHaveCount(0)
      if (at === names.length - 1) break
      await expect(
        page.getByRole('button', { name: `Next partner: ${names[at + 1]}` }),
      ).toBeFocused()
      await page.keyboard.press('Enter')
    }
    await expect(page.getByText('That was the last partner in the list.')).toBeVisible()
    const statuses = [...host.partners.values()].map(({ status }) => status)
    expect(statuses).toEqual(names.map((_, at) => ['AKYC', 'RKYC', 'AKYC', 'DKYC'][at % 4]))
  })

  test('j and k go to the next and the previous, ? shows the keys, and back returns to the list', async ({
    page,
  }) => {
    const partners = names.map((name) => partnerJson({ name }))
    const { open, close } = await plainConsole(page, partners)
    closers.push(close)
    await open('/approval-panel?search=partner')
    await page.getByRole('link', { name: 'View KYC of Partner C' }).click()
    await expect(page.getByText('3 of 10')).toBeVisible()
    await page.keyboard.press('j')
    await expect(page.getByRole('heading', { name: 'Partner D', exact: true })).toBeVisible()
    for (const name of ['Partner C', 'Partner B']) {
      await page.keyboard.press('k')
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    // a key pressed in a dialog is no key of the review
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Online KYC' }).click()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Partner B', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/\/approval-panel\?search=partner$/)
  })
})
