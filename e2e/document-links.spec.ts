import type { DocumentField } from '@mandap/domain/verification/upload.ts'
import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { externalViewer } from './testing/external-viewer.ts'
import { type App, expect, keepSession, test, UPLOAD_KEY } from './testing/app.ts'
import { ownServer } from './testing/own-server.ts'
import { aStoredPartner } from './testing/records.ts'
import { verifyThrough } from './testing/super-admin.ts'
import { bringDocument } from './testing/upload.ts'

const paper = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Starts a server with an external viewer, and opens the company documents of one of its partners. */
async function openOfficeFile(page: Page) {
  const viewer = await externalViewer()
  const app = await ownServer({
    UPLOAD_API_KEY: UPLOAD_KEY,
    CLAMD: 'off',
    OFFICE_VIEWER: viewer.template,
    PUBLIC_URL: 'https://office.example',
    ADMIN_PASSWORD: 'a-password-of-ours',
    DEMO_DATA: 'none',
    SECOND_FACTOR: 'optional',
  })
  const partner = await aStoredPartner(app, { status: 'AKYC', kycStatus: 'AKYC' })
  const file = 'incorporation-certificate.docx'
  await bringDocument(app, partner.id, 'incorporationCertificateUrl', file)
  await keepSession(page, await app.startSession())
  await page.goto(`${app.url}/approval-panel/kyc/company-kyc/${partner.id}`)
  async function close() {
    await page.close()
    await app.close()
    await viewer.close()
  }
  return { viewer, app, card: paper(page, 'Incorporation Certificate'), close }
}

const newTabLink = (page: Page, name: string) =>
  paper(page, name).getByRole('link', { name: 'Open in a new tab' })

/** Expects a tab to show a picture, and not the text of an error. */
async function expectPicture(tab: Page) {
  const width = () => tab.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
}

test.use({ ownContext: true })

test('an Office file is shown by the external viewer after a warning, in place or in a new tab (§2.10)', async ({
  page,
}) => {
  test.slow()
  const { viewer, app, card, close } = await openOfficeFile(page)
  const host = new URL(viewer.origin).host
  await expect(card).toContainText(`The document is sent to ${host}`)
  expect(viewer.requested).toEqual([])
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Show it here' }).click()
  const frame = page.getByTitle('Incorporation Certificate')
  await expect(frame.contentFrame().getByText('Viewing a document')).toBeVisible()
  await expect(frame).toHaveAttribute('sandbox', /allow-scripts/)
  await expectAccessible(page)

  // the viewer's server can read the file with the link alone
  const [address = ''] = viewer.requested
  expect(address).toMatch(/^https:\/\/office\.example\/documents\/\w+\/content\/.+&signature=/)
  const read = await fetch(address.replace('https://office.example', app.url))
  expect(read.status).toBe(200)
  expect(read.headers.get('content-type')).toContain('wordprocessingml')

  await test.step('a viewer that cannot be framed opens in a new tab', async () => {
    viewer.isFramed = false
    await page.reload()
    await card.getByRole('button', { name: 'Show it here' }).click()
    await expect(card).toContainText('If the frame stays empty')
    const opened = page.waitForEvent('popup')
    await card.getByRole('link', { name: 'open it in a new tab' }).click()
    await expect((await opened).getByText('Viewing a document')).toBeVisible()
  })
  await close()
})

test('beyond the limit of an hour, documents open after Super Admin is on', async ({
  signedIn: page,
  app,
}) => {
  const partner = await aStoredPartner(app, { status: 'pending' })
  await bringDocument(app, partner.id, 'aadharUrl')
  await bringDocument(app, partner.id, 'panCardUrl')
  const { email } = ADMINISTRATOR
  await app.db.deleteFrom('attempt').execute()
  await page.goto(`/approval-panel/kyc/${partner.id}`)
  const activity = page.getByRole('region', { name: 'Activity' })
  await page.getByRole('link', { name: 'Online KYC' }).click()
  await expect(paper(page, 'PAN Card').getByRole('img', { name: 'PAN Card' })).toBeVisible()
  await expect.poll(() => openings(app, partner.id)).toBe(2)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  // the browser may request them in any order
  const line = activity.getByRole('listitem').filter({ hasText: `${email} opened the ` })
  await expect(line).toHaveCount(1)
  for (const text of ['the PAN Card', 'the Aadhar Card', `of partner ${partner.name}`])
    await expect(line).toContainText(text)

  const other = await aStoredPartner(app, { status: 'pending' })
  await bringDocument(app, other.id, 'aadharUrl')
  await bringDocument(app, other.id, 'panCardUrl')
  await app.db.updateTable('attempt').set({ count: 600 }).execute()
  await page.goto(`/approval-panel/kyc/online-kyc/${other.id}`)
  for (const name of ['Aadhar Card', 'PAN Card'])
    await expect(paper(page, name).getByRole('alert')).toContainText(
      // the hour begins with the documents that were opened before
      /You have opened 600 documents within an hour, which is the limit\. Continue in (59|60) minutes/,
    )
  await expectAccessible(page)
  await paper(page, 'PAN Card').getByRole('button', { name: 'Try again' }).click()
  await verifyThrough(page)
  for (const name of ['Aadhar Card', 'PAN Card'])
    await expect(paper(page, name).getByRole('img', { name })).toBeVisible()
  await app.db.deleteFrom('attempt').execute()
})

async function openings({ db }: App, partnerId: string): Promise<number> {
  const entries = db.selectFrom('activity').select('id').where('kind', '=', 'open')
  return (await entries.where('subject_id', '=', partnerId).execute()).length
}

/** Marks a document as destroyed on 25 Nov 2026. */
async function destroyDocument({ db }: App, partnerId: string, kind: DocumentField) {
  await db
    .updateTable('document')
    .set({ destroyed_at: new Date('2026-11-25T03:00:00Z'), destroyed_after_days: 365 })
    .where('partner_id', '=', partnerId)
    .where('kind', '=', kind)
    .execute()
}

test('a destroyed document says since when, in its place and before an approval', async ({
  signedIn: page,
  app,
}) => {
  const partner = await aStoredPartner(app, { status: 'pending' })
  await bringDocument(app, partner.id, 'aadharUrl')
  await bringDocument(app, partner.id, 'panCardUrl')
  await destroyDocument(app, partner.id, 'aadharUrl')
  await page.goto(`/approval-panel/kyc/online-kyc/${partner.id}`)
  const card = paper(page, 'Aadhar Card')
  await expect(card).toContainText('Destroyed on 25 Nov 2026, after 365 days.')
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(paper(page, 'PAN Card').getByRole('img', { name: 'PAN Card' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('dialog')).toContainText('Aadhar Card: kept no longer')
})

test('creates a new link when one has expired: for a new tab, and for a video that is played late', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const partner = await aStoredPartner(app, { status: 'pending' })
  await bringDocument(app, partner.id, 'aadharUrl')
  await bringDocument(app, partner.id, 'videoUrl', 'video.webm')
  await page.clock.install()
  const links: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/link')) links.push(request.url())
  })
  await page.goto(`/approval-panel/kyc/online-kyc/${partner.id}`)
  await expect(page.getByRole('img', { name: 'Aadhar Card' })).toBeVisible()
  const video = page.getByLabel('Video', { exact: true }).locator('video')
  const isReady = () => video.evaluate((one: HTMLVideoElement) => one.readyState > 0)
  await expect.poll(isReady).toBe(true)
  // one for each document, because each opening is recorded
  expect(links).toHaveLength(2)
  const first = (await video.getAttribute('src')) ?? ''
  const second = () => Math.floor(Date.now() / 1000)
  const made = second()

  await page.clock.fastForward('02:01')
  for (const button of ['left', 'middle'] as const) {
    const requested = page.waitForResponse('**/link')
    const opened = page.waitForEvent('popup')
    await newTabLink(page, 'Aadhar Card').click({ button })
    expect((await requested).status()).toBe(200)
    await expectPicture(await opened)
  }

  // the answer of the server to an expired link; a link of the same second would be the same
  const ended = new URL(first, page.url()).searchParams.get('expires') ?? ''
  await expect.poll(second).toBeGreaterThan(made)
  await page.route(`**/content?expires=${ended}**`, (route) => route.fulfill({ status: 410 }))
  await video.evaluate((one: HTMLVideoElement) => one.load())
  await expect(video).not.toHaveAttribute('src', first)
  await expect.poll(isReady).toBe(true)
  await expect(page.getByText('Video could not be loaded.')).toHaveCount(0)
})

test('without a configured viewer an Office file of our own server is not sent to a viewer (§2.10)', async ({
  signedIn: page,
  app,
}) => {
  const partner = await aStoredPartner(app, { status: 'AKYC', kycStatus: 'AKYC' })
  const file = 'incorporation-certificate.docx'
  await bringDocument(app, partner.id, 'incorporationCertificateUrl', file)
  await page.clock.install()
  await page.goto(`/approval-panel/kyc/company-kyc/${partner.id}`)
  const card = paper(page, 'Incorporation Certificate')
  await expect(card).toContainText('No external viewer is configured for it.')
  const link = newTabLink(page, 'Incorporation Certificate')
  await expect(link).toBeVisible()
  const approval = page.getByRole('dialog')
  const notSeen = approval.getByRole('listitem').filter({ hasText: 'Incorporation Certificate' })

  await test.step('it was not looked at if it could not be opened in a new tab', async () => {
    await page.clock.fastForward('02:01')
    await destroyDocument(app, partner.id, 'incorporationCertificateUrl')
    await link.click()
    await expect(card.getByRole('alert')).toHaveText(
      'It could not be opened. Destroyed on 25 Nov 2026, after 365 days.',
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(notSeen).toContainText('not looked at')
    await page.keyboard.press('Escape')
  })
  await test.step('it says that the browser blocked the new tab', async () => {
    await page.evaluate(() => {
      window.open = () => null
    })
    await link.click()
    await expect(card.getByRole('alert')).toContainText('The browser blocked the new tab.')
  })
})

test('a document of our own server was looked at once it is opened in a new tab with any button', async ({
  signedIn: page,
  app,
}) => {
  const partner = await aStoredPartner(app, { status: 'pending' })
  await bringDocument(app, partner.id, 'videoUrl', 'video.webm')
  await page.goto(`/approval-panel/kyc/online-kyc/${partner.id}`)
  // the browser does not say which page opened it
  const opened = page.context().waitForEvent('page')
  await newTabLink(page, 'Video').click({ button: 'middle' })
  const video = (await opened).locator('video')
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState))
    .toBeGreaterThan(0)
  await (await opened).close()
  await page.getByRole('button', { name: 'Approve' }).click()
  const notSeen = page.getByRole('dialog').getByRole('listitem')
  await expect(notSeen.filter({ hasText: 'PAN Card' })).toHaveCount(1)
  await expect(notSeen.filter({ hasText: 'Video' })).toHaveCount(0)
})
