import type { Page } from '@playwright/test'
import { expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { paper } from './testing/papers.ts'
import { aStoredPartner } from './testing/records.ts'
import { dialog } from './testing/review.ts'
import { bringDocument } from './testing/upload.ts'

const PHONE = { width: 390, height: 844 }

/** Returns the documents that the confirmation of an approval names, each with the reason. */
async function notSeen(page: Page): Promise<string[]> {
  await page.keyboard.press('a')
  await expect(dialog(page)).toBeVisible()
  const names = await dialog(page).getByRole('listitem').allTextContents()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  return names
}

const isLoaded = (page: Page, name: string) =>
  page
    .getByRole('img', { name, exact: true })
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

test('a document counts as looked at once it was in view or played, not once it has loaded (§2.10)', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  await page.setViewportSize(PHONE)
  const partner = await aStoredPartner(app, { status: 'pending', videoUrl: '' })
  await bringDocument(app, partner.id, 'aadharUrl')
  await bringDocument(app, partner.id, 'panCardUrl')
  await page.goto(`/approval-panel/kyc/online-kyc/${partner.id}`)
  const missing = 'Video: not uploaded'
  const pan = 'PAN Card: not looked at'

  await test.step('an image that has loaded below the window was not looked at', async () => {
    await expect.poll(() => isLoaded(page, 'PAN Card')).toBe(true)
    await expect(paper(page, 'PAN Card')).not.toBeInViewport({ ratio: 0.5 })
    await paper(page, 'Aadhar Card').scrollIntoViewIfNeeded()
    await expect.poll(() => notSeen(page)).toEqual([pan, missing])
  })
  await test.step('it was looked at after it is scrolled into view', async () => {
    await paper(page, 'PAN Card').scrollIntoViewIfNeeded()
    await expect.poll(() => notSeen(page)).toEqual([missing])
  })
  await test.step('a video was looked at once it is played', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const other = await aStoredPartner(app, { status: 'pending', aadharUrl: '', panCardUrl: '' })
    await bringDocument(app, other.id, 'videoUrl', 'video.webm')
    await navigate(page, `/approval-panel/kyc/online-kyc/${other.id}`)
    await expect(page.getByText(`${other.name} · `)).toBeVisible()
    const video = page.getByLabel('Video', { exact: true }).locator('video')
    await expect
      .poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState))
      .toBeGreaterThan(0)
    const images = ['Aadhar Card: not uploaded', 'PAN Card: not uploaded']
    expect(await notSeen(page)).toEqual([...images, 'Video: not looked at'])
    await video.evaluate((one: HTMLVideoElement) => {
      one.muted = true
      return one.play()
    })
    await expect.poll(() => notSeen(page)).toEqual(images)
  })
})

test('in a window lower than its card, a document that fills half of the window is in view (§2.10)', async ({
  signedIn: page,
  app,
}) => {
  await page.setViewportSize({ width: 667, height: 320 })
  const partner = await aStoredPartner(app, { status: 'pending', panCardUrl: '', videoUrl: '' })
  await bringDocument(app, partner.id, 'aadharUrl')
  await page.goto(`/approval-panel/kyc/online-kyc/${partner.id}`)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expect.poll(() => isLoaded(page, 'Aadhar Card')).toBe(true)
  const image = page.getByRole('img', { name: 'Aadhar Card', exact: true })
  await image.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const missing = ['PAN Card: not uploaded', 'Video: not uploaded']
  await expect.poll(() => notSeen(page)).toEqual(missing)
})
