import { newAdministrator } from '@mandap/server/testing/administrators.ts'
import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, type App, keepSession, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { withoutEvents } from './testing/network.ts'
import { aStoredPartner } from './testing/records.ts'
import {
  backToHub,
  card,
  confirm,
  decide,
  dialog,
  fillDecision,
  openStep,
  seenAfter,
} from './testing/review.ts'
import { bringDocument } from './testing/upload.ts'

const activity = (page: Page) => page.getByRole('region', { name: 'Activity' })

/** Opens a path. Only the first call loads the console. */
async function open(page: Page, path: string) {
  if (page.url() === 'about:blank') await page.goto(path)
  else await navigate(page, path)
}

async function openHub(page: Page, { id, name }: { id: string; name: string }) {
  await open(page, `/approval-panel/kyc/${id}`)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** Returns a partner as the database stores it. */
async function stored({ db }: App, id: string) {
  const { body, version } = await db
    .selectFrom('partner')
    .where('id', '=', id)
    .select(['body', 'version'])
    .executeTakeFirstOrThrow()
  return { ...body, version }
}

test('an administrator approves a partner through all three steps, and a guest through two', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const given = { status: 'pending', companyLocation: 'Approvedpur' }
  const partner = await aStoredPartner(app, given)
  await page.goto('/approval-panel?search=Approvedpur')
  await page.getByRole('link', { name: `View KYC of ${partner.name}` }).click()
  await expect(card(page, 'In-Person')).toContainText('Decide Company Verification first.')
  for (const step of ['Online KYC', 'Company Verification', 'In-Person Verification']) {
    await openStep(page, step)
    await decide(page, 'Approve')
    await backToHub(page)
  }
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  const said = ['In-Person Verification', 'Company Verification', 'Online KYC'].map(
    (step) => `${ADMINISTRATOR.email} approved ${step} of partner ${partner.name}`,
  )
  await expect(activity(page).getByRole('listitem')).toContainText(said)
  expect(await stored(app, partner.id)).toMatchObject({
    status: 'approved',
    kycStatus: 'AKYC',
    cvStatus: 'ACV',
    ipvStatus: 'approved',
  })
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByText('No partners found for the selected status.')).toBeVisible()

  await test.step('a guest has two steps and no company step (§2.9)', async () => {
    const guest = await aStoredPartner(app, { status: 'pending', companyEmail: 'Guest' })
    await openHub(page, guest)
    await expect(card(page, 'Company Verification')).toHaveCount(0)
    await expect(card(page, 'In-Person')).toContainText('Decide Online KYC first.')
    for (const step of ['Online KYC', 'In-Person Verification']) {
      await openStep(page, step)
      await decide(page, 'Approve')
      await backToHub(page)
    }
    expect(await stored(app, guest.id)).toMatchObject({ status: 'approved' })
    await navigate(page, `/approval-panel/kyc/company-kyc/${guest.id}`)
    await expect(page.getByText('A guest partner has no company verification.')).toBeVisible()
  })
})

test('documents are requested again, uploaded, and then approved', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const partner = await aStoredPartner(app, { status: 'pending' })
  await bringDocument(app, partner.id, 'aadharUrl')
  await openHub(page, partner)
  await openStep(page, 'Online KYC')
  await decide(page, 'Reupload', { items: ['Aadhar Card'], reason: 'Too dark' })
  await expect(page.getByText(/is already decided/).first()).toBeVisible()
  await backToHub(page)
  await expect(card(page, 'Company Verification')).toContainText(
    'Online KYC is waiting for new documents.',
  )
  expect(await stored(app, partner.id)).toMatchObject({
    status: 'RKYC',
    reason: 'AADHAR: Too dark',
  })
  await bringDocument(app, partner.id, 'aadharUrl')
  await page.reload()
  await expect(card(page, 'Online KYC')).toContainText('Not decided yet')
  await expect(page.getByText('AADHAR: Too dark').first()).toBeVisible()
  await openStep(page, 'Online KYC')
  await expect(page.getByRole('img', { name: 'Aadhar Card' })).toBeVisible()
  await decide(page, 'Approve')
  await backToHub(page)
  await expect(card(page, 'Company Verification').getByRole('link')).toBeVisible()
  const requests = activity(page).getByRole('listitem').filter({ hasText: 'asked for re-upload' })
  await expect(requests).toHaveCount(1)
})

test('a declined KYC closes the later steps (§4.5)', async ({ signedIn: page, app }) => {
  test.slow()
  const partner = await aStoredPartner(app, { status: 'pending' })
  await openHub(page, partner)
  await openStep(page, 'Online KYC')
  await decide(page, 'Decline', { items: ['PAN Card'], reason: 'Not theirs' })
  await backToHub(page)
  await expect(card(page, 'Company Verification')).toContainText('Online KYC was declined.')
  await expect(card(page, 'Company Verification').getByRole('link')).toHaveCount(0)
})

/** Opens a page in the browser of another administrator. */
async function anotherAdministrator(browser: Browser, app: App) {
  const who = await newAdministrator(app.db)
  const context = await browser.newContext({ baseURL: app.url })
  const page = await context.newPage()
  await keepSession(page, await app.signIn(who))
  return { page, email: who.email, close: () => context.close() }
}

test('saves one of two decisions sent at once, and shows it to the other administrator', async ({
  signedIn: asha,
  app,
  browser,
}) => {
  test.slow()
  const partner = await aStoredPartner(app, { status: 'pending' })
  const other = await anotherAdministrator(browser, app)
  const pages = [asha, other.page] as const
  for (const [at, page] of pages.entries()) {
    await page.goto(`/approval-panel/kyc/online-kyc/${partner.id}`)
    await fillDecision(page, 'Decline', { items: ['Video'], reason: `Reason ${at}` })
  }
  await Promise.all(pages.map((page) => confirm(page, 'Decline')))
  const beaten = (page: Page) => page.getByRole('dialog', { name: /decided first$/ })
  const isBeaten = (page: Page) =>
    beaten(page)
      .or(page.getByText('Online KYC: declined.'))
      .waitFor()
      .then(() => beaten(page).isVisible())
  const [ashaLost, otherLost] = [await isBeaten(asha), await isBeaten(other.page)]
  expect(ashaLost).not.toBe(otherLost)

  const [loser, winner] = ashaLost ? [0, 1] : [1, 0]
  const page = pages[loser] ?? asha
  const winnerMail = [ADMINISTRATOR.email, other.email][winner] ?? ''
  await expect(page.getByRole('dialog', { name: `${winnerMail} decided first` })).toBeVisible()
  await expect(dialog(page)).toContainText('Online KYC is now ‘KYC declined’')
  await expect(dialog(page)).toContainText(`VIDEO: Reason ${winner}`)
  await expect(dialog(page)).toContainText(`Video: Reason ${loser}`)
  await expectAccessible(page)
  expect(await stored(app, partner.id)).toMatchObject({
    status: 'DKYC',
    reason: `VIDEO: Reason ${winner}`,
    version: 2,
  })
  await expect(dialog(page)).toContainText(`Declined by ${winnerMail}`)
  const keep = dialog(page).getByRole('button', { name: 'Keep ‘KYC declined’' })
  await expect(keep).toBeFocused()
  await keep.click()
  await expect(page.getByText('KYC declined').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decline', exact: true })).toBeDisabled()
  await other.close()
})

test('a queue is decided by keyboard alone: Enter and a approve all three steps, and j opens what is due next', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const companyLocation = 'Stepwisepur'
  const ids: string[] = []
  for (const name of ['Stepwise A', 'Stepwise B']) {
    const partner = await aStoredPartner(app, { status: 'pending', companyLocation, name })
    ids.push(partner.id)
  }
  await page.goto(`/approval-panel?search=${companyLocation}`)
  await page.getByRole('button', { name: 'Start review' }).click()
  await expect(page.getByRole('heading', { name: 'Stepwise A', level: 1 })).toBeVisible()
  await page.keyboard.press('1')
  const next = (step: string) => page.getByRole('button', { name: `Next step: ${step}` })
  for (const step of ['Company Verification', 'In-Person Verification', null]) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      step === 'Company Verification'
        ? 'Online KYC'
        : step === null
          ? 'In-Person Verification'
          : 'Company Verification',
    )
    await page.keyboard.press('a')
    await expect(dialog(page).getByRole('button', { name: 'Approve', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    if (step === null) break
    await expect(next(step)).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('button', { name: 'Next partner: Stepwise B' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Next step/ })).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(page.getByText('Stepwise B · ')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Online KYC', level: 1 })).toBeVisible()
  await page.keyboard.press('a')
  await expect(dialog(page).getByRole('button', { name: 'Approve', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('That was the last partner in the list.')).toBeVisible()
  for (const [at, status] of ['approved', 'AKYC'].entries())
    expect(await stored(app, ids[at] ?? '')).toMatchObject({ status })
})

test('the confirmation of an approval names the documents that were not seen, and does not forbid it', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const given = { status: 'pending', panCardUrl: '', videoUrl: 'https://files.invalid/video.mp4' }
  const partner = await aStoredPartner(app, given)
  await bringDocument(app, partner.id, 'aadharUrl')
  await page.goto(`/approval-panel/kyc/online-kyc/${partner.id}`)
  await expect(page.getByRole('img', { name: 'Aadhar Card' })).toBeVisible()
  const approve = dialog(page).getByRole('button', { name: 'Approve', exact: true })

  await test.step('names a missing and a failed document, and no more the one that was looked at', async () => {
    await expect(async () => {
      await page.keyboard.press('a')
      await expect(dialog(page)).toContainText('You have not seen every document of this step.')
      const names = await dialog(page).getByRole('listitem').allTextContents()
      await page.keyboard.press('Escape')
      expect(names).toEqual(['PAN Card: not uploaded', 'Video: could not be loaded'])
    }).toPass()
  })
  await test.step('assistive technology reads them with the button', async () => {
    await page.keyboard.press('a')
    await expect(approve).toBeFocused()
    await expect(approve).toHaveAccessibleDescription(/PAN Card: not uploaded/)
    await expectAccessible(page)
  })
  await test.step('approving remains possible', async () => {
    await seenAfter(page, 'Partner Updated Successfully!', () => page.keyboard.press('Enter'))
    expect(await stored(app, partner.id)).toMatchObject({ status: 'AKYC' })
  })
  await test.step('the decision bar is then closed, and its message leaves', async () => {
    await expect(page.getByText('Online KYC: approved.')).toBeVisible()
    await expect(page.getByText('Partner Updated Successfully!')).toHaveCount(0)
    const bar = page.getByRole('region', { name: 'Decision' })
    await expect(bar).toContainText('Online KYC is already decided.')
    await expect(bar).toHaveCSS('position', 'static')
    await expectAccessible(page)
    await page.keyboard.press('d')
    await expect(dialog(page)).toHaveCount(0)
  })
  await test.step('names a document that was not looked at', async () => {
    const other = await aStoredPartner(app, given)
    await bringDocument(app, other.id, 'aadharUrl')
    await page.route('**/documents/**', () => {})
    await navigate(page, `/approval-panel/kyc/online-kyc/${other.id}`)
    await expect(page.getByText(`${other.name} · `)).toBeVisible()
    await page.keyboard.press('a')
    await expect(dialog(page)).toContainText('Aadhar Card: not looked at')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test('shows no document of another partner while the queue is stepped through quickly', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const companyLocation = `Papertown ${Date.now()}`
  const names = ['Asha', 'Bina', 'Charu', 'Divya', 'Esha'].map((name) => `${name} of the Queue`)
  const owners: { name: string; address: string }[] = []
  for (const name of names) {
    const { id } = await aStoredPartner(app, { status: 'pending', companyLocation, name })
    await bringDocument(app, id, 'aadharUrl')
    const { aadharUrl } = (await stored(app, id)) as unknown as { aadharUrl: string }
    owners.push({ name, address: aadharUrl })
  }
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await withoutEvents(page)
  await page.goto(`/approval-panel?search=${encodeURIComponent(companyLocation)}`)
  await page.getByRole('link', { name: `View KYC of ${names[0]}` }).click()
  await openStep(page, 'Online KYC')
  await expect(page.getByRole('img', { name: 'Aadhar Card' })).toBeVisible()
  // the record of the next partner is read ahead, but not their documents: opening one is recorded
  await expect
    .poll(() => requested.filter((path) => /^\/partners\/\w{24}$/.test(path)))
    .toHaveLength(2)
  const links = requested.filter((path) => path.endsWith('/link'))
  expect(links).toEqual([`${owners[0]?.address}/link`])
  // records the partner and the documents on the screen after each change
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      const head = document.querySelector('main header')?.textContent ?? ''
      for (const { src } of document.images) seen.push(`${head} ${src}`)
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  // leaves some pages before their document has loaded, and some after
  for (const [at, key] of 'jjkjjkkjjj'.split('').entries()) {
    await page.keyboard.press(key)
    if (at % 3 === 0) await expect(page.getByRole('img', { name: 'Aadhar Card' })).toBeVisible()
  }
  // a key has no effect while the next partner is loading
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(page.getByText(`${names[4]} · `)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('img', { name: 'Aadhar Card' })).toBeVisible()
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  const shown = owners.filter(({ name, address }) =>
    seen.some((one) => one.includes(name) && one.includes(`${address}/`)),
  )
  expect(shown.length).toBeGreaterThan(1)
  const strangers = seen.filter((one) =>
    owners.some(({ name, address }) => one.includes(`${address}/`) && !one.includes(name)),
  )
  expect(strangers).toEqual([])
})
