import { readFile } from 'node:fs/promises'
import { runImport } from '@mandap/server/testing/import.ts'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { documentServer, PDF, PICTURE } from './testing/document-server.ts'
import { keepSession } from './testing/app.ts'
import { ownServer } from './testing/own-server.ts'
import {
  addressesIn,
  closePapers,
  closers,
  openPapers,
  pageOf,
  paper,
  type Papers,
} from './testing/papers.ts'
import { aStoredPartner } from './testing/records.ts'

test.afterEach(closePapers)

/** Opens the online KYC on a Mandap server that does not allow the server of the partner's documents. */
async function openImported(page: Page, papers: Papers) {
  const store = await documentServer()
  const server = await ownServer()
  closers.push(async () => {
    await page.close()
    await server.close()
    await store.close()
  })
  const partner = await aStoredPartner(server, {
    status: 'pending',
    ...addressesIn(store.url, papers),
  })
  await keepSession(page, await server.startSession())
  const open = () => page.goto(`${server.url}/approval-panel/kyc/online-kyc/${partner.id}`)
  await open()
  return { store, open, databaseUrl: server.databaseUrl, folder: server.folder }
}

const VIDEO = new URL('../server/demo/sample/video.webm', import.meta.url)

test.describe('§2.10 document previews', () => {
  test('an image is zoomed, rotated, moved and fitted, by pointer and by keyboard', async ({
    page,
  }) => {
    const { show } = await openPapers(page, {
      'Asha Zoom': { aadharUrl: '/a.png', panCardUrl: '/p.jpg' },
      'Bina Move': { aadharUrl: '/b.png' },
    })
    const aadhar = paper(page, 'Aadhar Card')
    const picture = aadhar.getByRole('img', { name: 'Aadhar Card' })
    const frame = aadhar.getByRole('region', { name: 'Aadhar Card picture' })

    await show('Asha Zoom')
    await test.step('an image is zoomed, rotated, fitted and shown full screen', async () => {
      await expect(picture).toBeVisible()
      const whole = await picture.boundingBox()
      await aadhar.getByRole('button', { name: 'Zoom in' }).click()
      await expect(aadhar.getByText('125 %')).toBeVisible()
      await frame.focus()
      await page.keyboard.press('0')
      await expect(aadhar.getByText('100 %')).toBeVisible()
      await page.keyboard.press(']')
      const turned = await picture.boundingBox()
      expect((whole?.width ?? 0) > (whole?.height ?? 0)).toBe(true)
      expect((turned?.width ?? 0) < (turned?.height ?? 0)).toBe(true)
      await page.keyboard.press('f')
      await expect(aadhar.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
      await page.keyboard.press('f')
      await expect(aadhar.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
      await expect(paper(page, 'Video')).toContainText('Not uploaded.')
    })
    await test.step('a browser without full screen shows the image over the whole window', async () => {
      await page.evaluate(() => Reflect.deleteProperty(Element.prototype, 'requestFullscreen'))
      await aadhar.getByRole('button', { name: 'Full screen', exact: true }).click()
      await expect(aadhar.getByRole('button', { name: 'Leave full screen' })).toBeFocused()
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
      const viewer = aadhar.getByRole('toolbar').locator('..')
      expect(await viewer.boundingBox()).toEqual({ x: 0, y: 0, width, height })
      for (const focused of [aadhar.getByRole('button', { name: 'Leave full screen' }), frame]) {
        await focused.press('Escape')
        const full = aadhar.getByRole('button', { name: 'Full screen', exact: true })
        await expect(full).toBeVisible()
        await full.click()
      }
      await page.keyboard.press('Escape')
      await expectAccessible(page)
    })

    await show('Bina Move')
    await test.step('a zoomed image is moved by dragging, the wheel and arrow keys, and fills its frame', async () => {
      await expect(picture).toBeVisible()
      await frame.scrollIntoViewIfNeeded()
      const box = await frame.boundingBox()
      const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 150]
      const left = async () => Math.round((await picture.boundingBox())?.x ?? Number.NaN)
      const start = await left()

      await page.mouse.move(x, y)
      await page.keyboard.down('Control')
      for (let step = 0; step < 6; step += 1) await page.mouse.wheel(0, -100)
      await page.keyboard.up('Control')
      await expect(aadhar.getByText('100 %')).toBeHidden()
      await expect.poll(left).toBeLessThan(start)

      const zoomed = await left()
      await page.mouse.down()
      await page.mouse.move(x - 60, y, { steps: 4 })
      await page.mouse.up()
      await expect.poll(left).toBe(zoomed - 60)
      await page.mouse.wheel(20, 0)
      await expect.poll(left).toBe(zoomed - 80)
      await frame.focus()
      await page.keyboard.press('ArrowLeft')
      await expect.poll(left).toBe(zoomed - 40)

      await page.mouse.down()
      await page.mouse.move(x + 3000, y, { steps: 4 })
      await page.mouse.up()
      await expect.poll(left).toBeGreaterThan(zoomed)
      await frame.focus()
      await page.keyboard.press('0')
      await expect.poll(left).toBe(start)
    })
  })

  test('a document that is not loaded shows a message and can be tried again', async ({ page }) => {
    const { store, show } = await openPapers(page, {
      'Asha Broken': {
        aadharUrl: '/broken.png',
        panCardUrl: '/broken.pdf',
        videoUrl: '/broken.mp4',
      },
      'Bina Unnamed': { aadharUrl: '/upload/1' },
      'Charu Address': { aadharUrl: 'file:///home/asha/aadhar.png' },
      'Divya Late': { aadharUrl: '/late.png' },
    })
    for (const path of ['/broken.png', '/broken.pdf', '/broken.mp4', '/upload/1'])
      store.broken.add(path)
    store.files.set('/upload/1', { type: 'image/gif', body: PICTURE })
    store.slow.add('/late.png')
    const aadhar = paper(page, 'Aadhar Card')
    const picture = aadhar.getByRole('img', { name: 'Aadhar Card' })
    const tryAgain = (name: string) =>
      paper(page, name).getByRole('button', { name: 'Try again' }).click()

    await show('Asha Broken')
    await test.step('a document that fails to load says why and can be tried again', async () => {
      for (const name of ['Aadhar Card', 'PAN Card', 'Video'])
        await expect(paper(page, name)).toContainText(`${name} could not be loaded.`)
      await expect(aadhar).toContainText(
        'The file could not be loaded, or it is damaged. Try again, or open it in a new tab.',
      )
      await expect(paper(page, 'PAN Card')).toContainText('does not allow other pages to show it')
      await expect(page.getByText(/config\.json|host address/)).toHaveCount(0)
      for (const path of ['/broken.png', '/broken.pdf', '/broken.mp4']) store.broken.delete(path)
      await tryAgain('Aadhar Card')
      await expect(picture).toBeVisible()
      await tryAgain('PAN Card')
      await expect(pageOf(page, 'PAN Card')).toBeVisible()
    })

    await show('Bina Unnamed')
    await test.step('a file whose type could not be determined can be tried again', async () => {
      await expect(aadhar).toContainText('Aadhar Card could not be loaded.')
      store.broken.clear()
      await tryAgain('Aadhar Card')
      await expect(picture).toBeVisible()
    })

    await show('Charu Address')
    await test.step('an address that is not a web address cannot be tried again', async () => {
      await expect(aadhar).toContainText('The stored address is not a web address.')
      await expect(aadhar.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    })

    await page.clock.install()
    await show('Divya Late')
    await test.step('a picture that does not arrive can be tried again', async () => {
      await expect(aadhar.getByText('Loading Aadhar Card')).toBeAttached()
      await expect(aadhar.getByRole('toolbar')).toBeVisible()
      await page.clock.fastForward(30_000)
      await expect(aadhar.getByText('Aadhar Card is still loading.')).toBeVisible()
      store.slow.clear()
      await tryAgain('Aadhar Card')
      await expect(picture).toBeVisible()
      await expect(aadhar.getByText('Aadhar Card is still loading.')).toHaveCount(0)
    })
  })

  test('a document is shown by its content if its name does not tell the type', async ({
    page,
  }) => {
    const type = 'application/octet-stream'
    const { store, show } = await openPapers(page, {
      'Asha Pdf': { aadharUrl: '/a.pdf' },
      'Charu Untyped': { aadharUrl: '/upload/1', panCardUrl: '/upload/2' },
      'Chitra Misnamed': { aadharUrl: '/picture.pdf', panCardUrl: '/pages.png' },
      'Divya Archive': { aadharUrl: '/upload/3' },
      'Esha Closed': { aadharUrl: '/upload/4', panCardUrl: '/upload/5', videoUrl: '/kyc.3gp' },
    })
    const pdf = Buffer.from(PDF)
    store.files
      .set('/upload/1', { type, body: PICTURE })
      .set('/upload/2', { type, body: pdf })
      .set('/picture.pdf', { type: 'application/pdf', body: PICTURE })
      .set('/pages.png', { type: 'image/png', body: pdf })
      .set('/upload/3', { type: 'application/zip', body: Buffer.from('PK') })
      .set('/upload/4', { type: 'image/gif', body: PICTURE })
      .set('/upload/5', { type: 'application/pdf', body: pdf })
      .set('/kyc.3gp', { type: 'video/3gpp', body: Buffer.from('no video at all') })
    store.closed.add('/upload/4').add('/upload/5')
    store.slow.add('/upload/3')
    const aadhar = paper(page, 'Aadhar Card')
    const picture = aadhar.getByRole('img', { name: 'Aadhar Card' })

    await show('Asha Pdf')
    await test.step('a PDF is drawn in the console', () =>
      expect(pageOf(page, 'Aadhar Card')).toBeVisible())

    for (const [name, title] of [
      ['Charu Untyped', 'a file of an unknown type is shown if it is a picture or a PDF'],
      ['Chitra Misnamed', 'a picture that is named as a PDF is shown, and a PDF as a picture'],
    ] as const) {
      await show(name)
      await test.step(title, async () => {
        await expect(picture).toBeVisible()
        await expect(pageOf(page, 'PAN Card')).toBeVisible()
      })
    }

    await show('Divya Archive')
    await test.step('a file of a type without a viewer is a link after its type is known', async () => {
      await expect(aadhar.getByText('Loading Aadhar Card')).toBeAttached()
      await expect(aadhar).not.toContainText('cannot be shown')
      store.slow.clear()
      store.release()
      await expect(aadhar).toContainText('This type of file cannot be shown here.')
    })

    await show('Esha Closed')
    await test.step('a picture that no other page may read is shown; any other such file is a link', async () => {
      await expect(picture).toBeVisible()
      const pan = paper(page, 'PAN Card')
      await expect(pan).toContainText('This file cannot be shown here.')
      await expect(pan.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
        'href',
        `${store.url}/upload/5`,
      )
    })
    await test.step('a video that the browser cannot play shows a message, and can be opened in a new tab', async () => {
      const video = paper(page, 'Video')
      await expect(video).toContainText('Video could not be loaded.')
      await expect(video).toContainText('this browser cannot play it')
      await expect(video.getByRole('link', { name: 'Open in a new tab' })).toBeVisible()
    })
    await expectAccessible(page)
  })

  test('an Office file is sent to the viewer of the configuration only after a warning', async ({
    page,
  }) => {
    const { store, show } = await openPapers(
      page,
      { 'Asha Office': { aadharUrl: '/a.docx' } },
      { viewers: { office: 'https://viewer.example/?src={url}' } },
    )
    await show('Asha Office')
    await expect(paper(page, 'Aadhar Card')).toContainText('opens in the viewer of viewer.example')
    const link = page.getByRole('link', { name: 'Open in viewer.example' })
    const address = encodeURIComponent(`${store.url}/a.docx`)
    await expect(link).toHaveAttribute('href', `https://viewer.example/?src=${address}`)
    expect(store.requested).toEqual([])
  })

  test('an Office file opens in the default viewer after a warning, and each video plays', async ({
    page,
  }) => {
    const viewer = 'https://view.officeapps.live.com'
    const requested: string[] = []
    await page.route(`${viewer}/**`, (route) => {
      requested.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<h1>Viewing a document</h1>' })
    })
    const videos = {
      'Bina Token': { videoUrl: '/o/videos%2Fabc?alt=media&token=1' },
      'Charu Avi': { videoUrl: '/kyc.avi' },
      'Divya 3gp': { videoUrl: '/kyc.3gp' },
      'Esha Pdf': { videoUrl: '/kyc.pdf' },
    }
    const { store, show } = await openPapers(page, {
      'Asha Office': { aadharUrl: '/a.docx' },
      ...videos,
    })
    const body = await readFile(VIDEO)
    for (const { videoUrl } of Object.values(videos))
      store.files.set(videoUrl, { type: 'video/webm', body })

    await show('Asha Office')
    await test.step('without configuration an Office file opens in the default viewer', async () => {
      const card = paper(page, 'Aadhar Card')
      await expect(card).toContainText('The document is sent to view.officeapps.live.com')
      expect([requested, store.requested]).toEqual([[], []])
      await card.getByRole('button', { name: 'Show it here' }).click()
      const frame = page.getByTitle('Aadhar Card').contentFrame()
      await expect(frame.getByText('Viewing a document')).toBeVisible()
      const address = encodeURIComponent(`${store.url}/a.docx`)
      expect(requested).toEqual([`${viewer}/op/embed.aspx?src=${address}`])
    })
    await test.step('the file of videoUrl is played with any ending', async () => {
      for (const name of Object.keys(videos) as (keyof typeof videos)[]) {
        await show(name)
        const video = paper(page, 'Video').locator('video')
        await expect(video).toHaveAttribute('src', `${store.url}${videos[name].videoUrl}`)
        await expect
          .poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState))
          .toBeGreaterThan(0)
        await video.scrollIntoViewIfNeeded()
        await expect(video).toHaveAttribute('controls')
        await expect(paper(page, 'Video')).not.toContainText('cannot be shown')
      }
    })
  })

  test('the document of one partner is never on the page of another', async ({ page }) => {
    const { store, show, idOf } = await openPapers(page, {
      'Asha First': { aadharUrl: '/first.png' },
      'Bina Second': { aadharUrl: '/second.png' },
    })
    await show('Asha First')
    await expect(paper(page, 'Aadhar Card').getByRole('img')).toBeVisible()
    store.slow.add('/second.png')
    // records what is drawn after the address changes
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      new MutationObserver(() => {
        for (const { src } of document.images) seen.push(`${location.pathname} ${src}`)
      }).observe(document.body, { subtree: true, childList: true, attributes: true })
    })
    await show('Bina Second')
    await expect(page.locator('img[src$="/second.png"]')).toHaveCount(1)
    await expect(page.locator('img[src$="/first.png"]')).toHaveCount(0)
    store.release()
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
    const id = idOf('Bina Second')
    const strangers = seen.filter((one) => one.includes(`${id} `) && one.endsWith('/first.png'))
    expect(strangers).toEqual([])
    expect(seen.some((one) => one.endsWith('/second.png'))).toBe(true)
  })

  test('a document of an origin that the server does not allow names the cause, and is shown once copied', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const violations: string[] = []
      Object.assign(globalThis, { violations })
      addEventListener('securitypolicyviolation', ({ blockedURI }) => violations.push(blockedURI))
    })
    const papers = { aadharUrl: '/a.png', panCardUrl: '/p.pdf', videoUrl: '/v.webm' }
    const { store, open, databaseUrl, folder } = await openImported(page, papers)
    store.files.set(papers.videoUrl, { type: 'video/webm', body: await readFile(VIDEO) })
    await test.step('names the cause, and does not request the document', async () => {
      const { host } = new URL(store.url)
      for (const [name, path] of Object.entries({
        'Aadhar Card': papers.aadharUrl,
        'PAN Card': papers.panCardUrl,
        Video: papers.videoUrl,
      })) {
        await expect(paper(page, name).getByRole('alert')).toContainText(
          `Documents from ${host} are not allowed on this server. Ask your administrator to add it to DOCUMENT_ORIGINS.`,
        )
        await expect(paper(page, name).getByRole('button', { name: 'Try again' })).toHaveCount(0)
        await expect(
          paper(page, name).getByRole('link', { name: 'Open in a new tab' }),
        ).toHaveAttribute('href', `${store.url}${path}`)
      }
      await expectAccessible(page)
      expect(store.requested).toEqual([])
      expect(
        await page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations),
      ).toEqual([])
    })
    await test.step('a document that was copied is shown from the server', async () => {
      await runImport(databaseUrl, ['--documents', '--allow-private'], { DATA_DIR: folder })
      const copied = ['/a.png', '/p.pdf', '/v.webm']
      expect(store.requested.toSorted()).toEqual(copied)
      await open()
      const picture = paper(page, 'Aadhar Card').getByRole('img', { name: 'Aadhar Card' })
      await expect(picture).toHaveAttribute('src', /^\/documents\/[0-9a-f]{24}\/content\?/)
      const width = () => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)
      await expect.poll(width).toBe(2)
      await expect(pageOf(page, 'PAN Card')).toBeVisible()
      await expect(page.getByText('are not allowed on this server')).toHaveCount(0)
      // the browser no longer requests them from the other server
      expect(store.requested).toHaveLength(copied.length)
    })
  })
})
