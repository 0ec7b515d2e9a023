import { expect, test } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { hostilePdf, LOCKED_PDF, pdfOfPages } from './testing/document-server.ts'
import { closePapers, isDrawn, openPapers, pageOf, paper } from './testing/papers.ts'

test.afterEach(closePapers)

test('§2.10 a PDF has the tools of an image, and pages', async ({ page }) => {
  const { store, show } = await openPapers(page, {
    'Asha Pages': { aadharUrl: '/a.pdf', panCardUrl: '/p.pdf' },
    'Bina Locked': { aadharUrl: '/locked.pdf', panCardUrl: '/damaged.pdf' },
    'Charu Hostile': { aadharUrl: '/hostile.pdf' },
  })
  const type = 'application/pdf'
  store.files
    .set('/a.pdf', { type, body: Buffer.from(pdfOfPages(['First', 'Second', 'Third'])) })
    .set('/locked.pdf', { type, body: Buffer.from(LOCKED_PDF) })
    .set('/damaged.pdf', { type, body: Buffer.from('%PDF-1.7\nnothing else') })
    .set('/hostile.pdf', { type, body: Buffer.from(hostilePdf(store.url)) })
  const aadhar = paper(page, 'Aadhar Card')
  const frame = aadhar.getByRole('region', { name: 'Aadhar Card pages' })
  const first = pageOf(page, 'Aadhar Card', 1, 3)
  const second = pageOf(page, 'Aadhar Card', 2, 3)
  const widthOf = (drawn: typeof first) =>
    drawn.evaluate((canvas: HTMLCanvasElement) => canvas.width)

  await show('Asha Pages')
  await test.step('a page is drawn, and its text can be read', async () => {
    await expect(first).toBeVisible()
    await expect.poll(() => isDrawn(first)).toBe(true)
    await expect(frame.getByText('First')).toBeAttached()
    const [drawn, text] = [await first.boundingBox(), await frame.getByText('First').boundingBox()]
    expect(text?.x).toBeGreaterThan(drawn?.x ?? Number.NaN)
    expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThan(
      (drawn?.y ?? 0) + (drawn?.height ?? 0),
    )
    await expect(pageOf(page, 'PAN Card')).toBeVisible()
    await expect(paper(page, 'PAN Card').getByRole('group', { name: 'Pages' })).toHaveCount(0)
    await expectAccessible(page)
  })
  await test.step('it is zoomed and drawn again with more pixels', async () => {
    const before = await widthOf(first)
    await aadhar.getByRole('button', { name: 'Zoom in' }).click()
    await expect(aadhar.getByText('125 %')).toBeVisible()
    await expect.poll(() => widthOf(first)).toBeGreaterThan(before)
  })
  await test.step('buttons and keys turn the pages', async () => {
    await aadhar.getByRole('button', { name: 'Next page' }).click()
    await expect(second).toBeVisible()
    await expect(aadhar.getByText('Page 2 of 3')).toBeVisible()
    await expect(frame.getByText('Second')).toBeAttached()
    await expect(frame.getByText('First')).toHaveCount(0)
    const next = aadhar.getByRole('button', { name: 'Next page' })
    await next.press('Enter')
    await expect(aadhar.getByText('Page 3 of 3')).toBeVisible()
    await expect(next).toBeFocused()
    await aadhar.getByRole('button', { name: 'Previous page' }).click()
    await frame.focus()
    await page.keyboard.press('PageDown')
    await expect(pageOf(page, 'Aadhar Card', 3, 3)).toBeVisible()
    await page.keyboard.press('PageDown')
    await expect(aadhar.getByText('Page 3 of 3')).toBeVisible()
    await page.keyboard.press('PageUp')
    await expect(second).toBeVisible()
  })
  await test.step('it is fitted, rotated and shown full screen', async () => {
    await page.keyboard.press('0')
    await expect(aadhar.getByText('100 %')).toBeVisible()
    const whole = await second.boundingBox()
    await page.keyboard.press(']')
    const turned = await second.boundingBox()
    expect((whole?.width ?? 0) > (whole?.height ?? 0)).toBe(true)
    expect((turned?.width ?? 0) < (turned?.height ?? 0)).toBe(true)
    await page.keyboard.press('f')
    await expect(aadhar.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
    await page.keyboard.press('f')
    await expect(aadhar.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
  })
  await test.step('it counts as looked at, and the confirmation names the other documents only', async () => {
    const confirmation = page.getByRole('dialog', { name: 'Approve Online KYC?' })
    await expect(async () => {
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      const text = await confirmation.textContent()
      await page.keyboard.press('Escape')
      await expect(confirmation).toHaveCount(0)
      expect(text).toContain('Video: not uploaded')
      expect(text).not.toContain('Aadhar Card')
    }).toPass()
  })

  await show('Bina Locked')
  await test.step('a PDF with a password, and a damaged PDF, show a message', async () => {
    await expect(aadhar).toContainText('The file is protected by a password.')
    await expect(aadhar.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(aadhar.getByRole('link', { name: 'Open in a new tab' })).toBeVisible()
    await expect(paper(page, 'PAN Card')).toContainText('The file is damaged.')
    await expect(paper(page, 'PAN Card').getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('dialog', (dialog) => requested.push(dialog.message()))
  await show('Charu Hostile')
  await test.step('a PDF runs no scripts, follows no links and requests nothing', async () => {
    const drawn = pageOf(page, 'Aadhar Card')
    await expect.poll(() => isDrawn(drawn)).toBe(true)
    await frame.click()
    await expect(aadhar.getByRole('link')).toHaveCount(1)
    // a later request, before which a request of the PDF would have arrived
    store.requested.length = 0
    await show('Asha Pages')
    await expect.poll(() => store.requested).toContain('/a.pdf')
    await expect(first).toBeVisible()
    expect(requested.filter((one) => one.includes('called'))).toEqual([])
    expect(store.requested.filter((path) => path.startsWith('/called'))).toEqual([])
  })
})

test('§2.10 a PDF is shown after ‘Try again’ if the worker of PDF.js could not be loaded', async ({
  page,
}) => {
  const { store, show } = await openPapers(page, { 'Asha Pages': { aadharUrl: '/a.pdf' } })
  store.files.set('/a.pdf', { type: 'application/pdf', body: Buffer.from(pdfOfPages(['First'])) })
  const worker = '**/pdf.worker.js'
  await page.route(worker, (route) => route.abort())
  await show('Asha Pages')
  const aadhar = paper(page, 'Aadhar Card')
  await expect(aadhar).toContainText('The viewer could not be loaded. Check your connection')
  await page.unroute(worker)
  await aadhar.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => isDrawn(pageOf(page, 'Aadhar Card'))).toBe(true)
})
