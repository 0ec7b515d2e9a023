import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { readId } from '@mandap/domain/wire/read.ts'
import { runImport } from '@mandap/server/testing/import.ts'
import { createScratch } from '@mandap/server/testing/scratch.ts'
import { startServer } from '@mandap/server/testing/server.ts'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { documentServer, PDF, PICTURE } from './testing/document-server.ts'
import { given, keepSession } from './testing/app.ts'
import { wholeChromium } from './testing/browser.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredPartner } from './testing/records.ts'

test.use({ launchOptions: wholeChromium })

const closers: (() => Promise<void>)[] = []
test.afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

/** A store of papers, and the online KYC of partners who keep theirs in it. */
async function openPapers(
  page: Page,
  papers: Record<string, string>[],
  viewers = {},
  arrange: (store: Awaited<ReturnType<typeof documentServer>>) => void = () => {},
) {
  const store = await documentServer()
  arrange(store)
  const partners = papers.map((fields, at) =>
    partnerJson({
      name: `Partner ${at}`,
      ...Object.fromEntries(
        Object.entries(fields).map(([field, path]) => [field, `${store.url}${path}`]),
      ),
    }),
  )
  const { open, close } = await plainConsole(page, partners, { viewers })
  closers.push(close, store.close)
  await open(`/approval-panel/kyc/online-kyc/${readId(partners[0]?.['_id'])}`)
  return { store, open, ids: partners.map(({ _id }) => readId(_id)) }
}

/** Our own server, and the online KYC of a partner whose papers lie in a store that it does not allow. */
async function openImported(page: Page, papers: Record<string, string>) {
  const store = await documentServer()
  const scratch = await createScratch(given('E2E_POSTGRES'), given('E2E_DEMONSTRATION'))
  const folder = await mkdtemp(join(tmpdir(), 'mandap-imported-'))
  const server = await startServer(scratch.url, { DATA_DIR: folder })
  closers.push(async () => {
    await page.close()
    await server.close()
    await scratch.drop()
    await store.close()
    await rm(folder, { recursive: true })
  })
  const fields = Object.entries(papers).map(([field, path]) => [field, `${store.url}${path}`])
  const partner = await aStoredPartner(server, {
    status: 'pending',
    ...(Object.fromEntries(fields) as Record<string, string>),
  })
  await keepSession(page, await server.startSession())
  const open = () => page.goto(`${server.url}/approval-panel/kyc/online-kyc/${partner.id}`)
  await open()
  return { store, open, databaseUrl: scratch.url, folder }
}

const VIDEO = new URL('../server/demo/sample/video.webm', import.meta.url)

const paper = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.describe('§2.10 document previews', () => {
  test('an image is zoomed, rotated and fitted, by pointer and by keyboard', async ({ page }) => {
    test.slow()
    await openPapers(page, [{ aadharUrl: '/a.png', panCardUrl: '/p.jpg' }])
    const aadhar = paper(page, 'Aadhar Card')
    const picture = aadhar.getByRole('img', { name: 'Aadhar Card' })
    await expect(picture).toBeVisible()
    const whole = await picture.boundingBox()
    await aadhar.getByRole('button', { name: 'Zoom in' }).click()
    await expect(aadhar.getByText('125 %')).toBeVisible()
    await aadhar.getByRole('region', { name: 'Aadhar Card picture' }).focus()
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
    await expectAccessible(page)
  })

  test('a zoomed image is moved by dragging, the wheel and arrow keys, and fills its frame', async ({
    page,
  }) => {
    await openPapers(page, [{ aadharUrl: '/a.png' }])
    const aadhar = paper(page, 'Aadhar Card')
    const picture = aadhar.getByRole('img', { name: 'Aadhar Card' })
    await expect(picture).toBeVisible()
    const frame = aadhar.getByRole('region', { name: 'Aadhar Card picture' })
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

  test('a document that fails to load says so and can be tried again', async ({ page }) => {
    const { store, open, ids } = await openPapers(page, [
      { aadharUrl: '/broken.png', panCardUrl: '/broken.pdf', videoUrl: '/broken.mp4' },
    ])
    for (const path of ['/broken.png', '/broken.pdf', '/broken.mp4']) store.broken.add(path)
    await open(`/approval-panel/kyc/online-kyc/${ids[0]}`)
    for (const name of ['Aadhar Card', 'PAN Card', 'Video'])
      await expect(paper(page, name)).toContainText(`${name} could not be loaded.`)
    store.broken.clear()
    await paper(page, 'Aadhar Card').getByRole('button', { name: 'Try again' }).click()
    await expect(paper(page, 'Aadhar Card').getByRole('img')).toBeVisible()
    await paper(page, 'PAN Card').getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByTitle('PAN Card')).toBeVisible()
  })

  test('what is said of a document that is not shown is true of a document', async ({ page }) => {
    const { store, open, ids } = await openPapers(page, [
      { aadharUrl: '/broken.png', panCardUrl: '/broken.pdf' },
    ])
    for (const path of ['/broken.png', '/broken.pdf']) store.broken.add(path)
    await open(`/approval-panel/kyc/online-kyc/${ids[0]}`)
    await expect(paper(page, 'Aadhar Card')).toContainText(
      'The file could not be loaded, or it is damaged. Try again, or open it in a new tab.',
    )
    await expect(paper(page, 'PAN Card')).toContainText('does not allow other pages to show it')
    await expect(page.getByText(/config\.json|host address/)).toHaveCount(0)
  })

  test('a picture that does not arrive can be asked for again', async ({ page }) => {
    await page.clock.install()
    const { store, open, ids } = await openPapers(page, [{ aadharUrl: '/late.png' }])
    store.slow.add('/late.png')
    await open(`/approval-panel/kyc/online-kyc/${ids[0]}`)
    const aadhar = paper(page, 'Aadhar Card')
    await expect(aadhar.getByText('Loading Aadhar Card')).toBeAttached()
    await expect(aadhar.getByRole('toolbar')).toBeVisible()
    await page.clock.fastForward(30_000)
    await expect(aadhar.getByText('Aadhar Card is still loading.')).toBeVisible()
    store.slow.clear()
    await aadhar.getByRole('button', { name: 'Try again' }).click()
    await expect(aadhar.getByRole('img', { name: 'Aadhar Card' })).toBeVisible()
    await expect(aadhar.getByText('has not arrived')).toHaveCount(0)
  })

  test('an address that is not of the web is said to be so, and is not tried again', async ({
    page,
  }) => {
    const partner = partnerJson({ aadharUrl: 'file:///home/asha/aadhar.png' })
    const { open, close } = await plainConsole(page, [partner], {})
    closers.push(close)
    await open(`/approval-panel/kyc/online-kyc/${readId(partner['_id'])}`)
    const aadhar = paper(page, 'Aadhar Card')
    await expect(aadhar).toContainText('The stored address is not a web address.')
    await expect(aadhar.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })

  test('a PDF is framed as a PDF, whatever the server would have it be', async ({ page }) => {
    await openPapers(page, [{ aadharUrl: '/a.pdf' }])
    const frame = page.getByTitle('Aadhar Card')
    await expect(frame).toHaveAttribute('src', /^blob:/)
  })

  test('an Office file leaves for the external viewer only after a word of warning', async ({
    page,
  }) => {
    const { store } = await openPapers(page, [{ aadharUrl: '/a.docx' }], {
      office: 'https://viewer.example/?src={url}',
    })
    await expect(paper(page, 'Aadhar Card')).toContainText('opens in the viewer of viewer.example')
    const link = page.getByRole('link', { name: 'Open in viewer.example' })
    const address = encodeURIComponent(`${store.url}/a.docx`)
    await expect(link).toHaveAttribute('href', `https://viewer.example/?src=${address}`)
    expect(store.asked).toEqual([])
  })

  test('without configuration an Office file opens in the default viewer, after the warning', async ({
    page,
  }) => {
    const viewer = 'https://view.officeapps.live.com'
    const asked: string[] = []
    await page.route(`${viewer}/**`, (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<h1>Viewing a document</h1>' })
    })
    const { store } = await openPapers(page, [{ aadharUrl: '/a.docx' }])
    const card = paper(page, 'Aadhar Card')
    await expect(card).toContainText('The document is sent to view.officeapps.live.com')
    expect([asked, store.asked]).toEqual([[], []])
    await card.getByRole('button', { name: 'Show it here' }).click()
    const frame = page.getByTitle('Aadhar Card').contentFrame()
    await expect(frame.getByText('Viewing a document')).toBeVisible()
    const address = encodeURIComponent(`${store.url}/a.docx`)
    expect(asked).toEqual([`${viewer}/op/embed.aspx?src=${address}`])
  })

  test('what stands in videoUrl is played, whatever its address ends in', async ({ page }) => {
    const body = await readFile(VIDEO)
    const papers = ['/o/videos%2Fabc?alt=media&token=1', '/kyc.avi', '/kyc.3gp', '/kyc.pdf']
    const { store, open, ids } = await openPapers(
      page,
      papers.map((videoUrl) => ({ videoUrl })),
    )
    for (const path of papers) store.files.set(path, { type: 'video/webm', body })
    for (const id of ids) {
      await open(`/approval-panel/kyc/online-kyc/${id}`)
      const video = paper(page, 'Video').locator('video')
      await expect
        .poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState))
        .toBeGreaterThan(0)
      await expect(paper(page, 'Video')).not.toContainText('cannot be shown')
    }
  })

  test('a video that the browser cannot play says so, and can be opened in a new tab', async ({
    page,
  }) => {
    await openPapers(page, [{ videoUrl: '/kyc.3gp' }], {}, ({ files }) =>
      files.set('/kyc.3gp', { type: 'video/3gpp', body: Buffer.from('no video at all') }),
    )
    const video = paper(page, 'Video')
    await expect(video).toContainText('Video could not be loaded.')
    await expect(video).toContainText('this browser cannot play it')
    await expect(video.getByRole('link', { name: 'Open in a new tab' })).toBeVisible()
    await expectAccessible(page)
  })

  test('where the address does not tell the kind, the content type does', async ({ page }) => {
    await openPapers(
      page,
      [{ aadharUrl: '/o/kyc%2Faadhar?alt=media', panCardUrl: '/o/kyc%2Fpan?alt=media' }],
      {},
      ({ files }) => {
        files.set('/o/kyc%2Faadhar?alt=media', { type: 'image/gif', body: PICTURE })
        files.set('/o/kyc%2Fpan?alt=media', { type: 'application/pdf', body: Buffer.from(PDF) })
      },
    )
    await expect(paper(page, 'Aadhar Card').getByRole('img', { name: 'Aadhar Card' })).toBeVisible()
    await expect(page.getByTitle('PAN Card')).toHaveAttribute('src', /^blob:/)
  })

  test('an unnamed file of an unknown type is shown if it is a picture or a PDF', async ({
    page,
  }) => {
    const type = 'application/octet-stream'
    await openPapers(
      page,
      [{ aadharUrl: '/upload/1', panCardUrl: '/upload/2' }],
      {},
      ({ files }) => {
        files.set('/upload/1', { type, body: PICTURE })
        files.set('/upload/2', { type, body: Buffer.from(PDF) })
      },
    )
    await expect(paper(page, 'Aadhar Card').getByRole('img', { name: 'Aadhar Card' })).toBeVisible()
    await expect(page.getByTitle('PAN Card')).toHaveAttribute('src', /^blob:/)
  })

  test('a picture that no other page may read is shown; any other such file is a link', async ({
    page,
  }) => {
    const { store } = await openPapers(
      page,
      [{ aadharUrl: '/upload/1', panCardUrl: '/upload/2' }],
      {},
      ({ files, closed }) => {
        files.set('/upload/1', { type: 'image/gif', body: PICTURE })
        files.set('/upload/2', { type: 'application/pdf', body: Buffer.from(PDF) })
        closed.add('/upload/1').add('/upload/2')
      },
    )
    await expect(paper(page, 'Aadhar Card').getByRole('img', { name: 'Aadhar Card' })).toBeVisible()
    const pan = paper(page, 'PAN Card')
    await expect(pan).toContainText('This file cannot be shown here.')
    await expect(pan.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
      'href',
      `${store.url}/upload/2`,
    )
    await expectAccessible(page)
  })

  test('a file of a kind that has no viewer is a link, and nothing flashes before', async ({
    page,
  }) => {
    const { store, open, ids } = await openPapers(page, [{ aadharUrl: '/upload/1' }])
    store.files.set('/upload/1', { type: 'application/zip', body: Buffer.from('PK') })
    store.slow.add('/upload/1')
    await open(`/approval-panel/kyc/online-kyc/${ids[0]}`)
    const aadhar = paper(page, 'Aadhar Card')
    await expect(aadhar.getByText('Loading Aadhar Card')).toBeAttached()
    await expect(aadhar).not.toContainText('cannot be shown')
    store.slow.clear()
    store.release()
    await expect(aadhar).toContainText('This type of file cannot be shown here.')
  })

  test('a file whose kind could not be found out can be tried again', async ({ page }) => {
    const { store } = await openPapers(
      page,
      [{ aadharUrl: '/upload/1' }],
      {},
      ({ broken, files }) => {
        broken.add('/upload/1')
        files.set('/upload/1', { type: 'image/gif', body: PICTURE })
      },
    )
    const aadhar = paper(page, 'Aadhar Card')
    await expect(aadhar).toContainText('Aadhar Card could not be loaded.')
    store.broken.clear()
    await aadhar.getByRole('button', { name: 'Try again' }).click()
    await expect(aadhar.getByRole('img', { name: 'Aadhar Card' })).toBeVisible()
  })

  test('one partner’s document is never on another’s page, not for a moment', async ({ page }) => {
    const { store, ids } = await openPapers(page, [
      { aadharUrl: '/first.png' },
      { aadharUrl: '/second.png' },
    ])
    await expect(paper(page, 'Aadhar Card').getByRole('img')).toBeVisible()
    store.slow.add('/second.png')
    // what is drawn from the change of address on
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      new MutationObserver(() => {
        for (const { src } of document.images) seen.push(`${location.pathname} ${src}`)
      }).observe(document.body, { subtree: true, childList: true, attributes: true })
    })
    await page.evaluate((id) => {
      history.pushState({}, '', `/approval-panel/kyc/online-kyc/${id}`)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
    }, ids[1])
    await expect(page.getByText('Partner 1 · Iyer Caterers')).toBeVisible()
    await expect(page.locator('img[src$="/second.png"]')).toHaveCount(1)
    await expect(page.locator('img[src$="/first.png"]')).toHaveCount(0)
    store.release()
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
    const strangers = seen.filter((one) => one.includes(`${ids[1]} `) && one.endsWith('/first.png'))
    expect(strangers).toEqual([])
    expect(seen.some((one) => one.endsWith('/second.png'))).toBe(true)
  })

  test('a document of an origin that the server does not allow names the cause, and is not tried', async ({
    page,
  }) => {
    test.slow()
    await page.addInitScript(() => {
      const violations: string[] = []
      Object.assign(globalThis, { violations })
      addEventListener('securitypolicyviolation', ({ blockedURI }) => violations.push(blockedURI))
    })
    const papers = { aadharUrl: '/a.png', panCardUrl: '/p.pdf', videoUrl: '/v.mp4' }
    const { store } = await openImported(page, papers)
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
    expect(store.asked).toEqual([])
    expect(
      await page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations),
    ).toEqual([])
  })

  test('a document that was copied from a server that is not allowed is shown', async ({
    page,
  }) => {
    test.slow()
    const papers = { aadharUrl: '/a.png', panCardUrl: '/p.pdf' }
    const { store, open, databaseUrl, folder } = await openImported(page, papers)
    const aadhar = paper(page, 'Aadhar Card')
    await expect(aadhar).toContainText('are not allowed on this server')
    await runImport(databaseUrl, ['--documents', '--allow-private'], { DATA_DIR: folder })
    expect(store.asked.toSorted()).toEqual(['/a.png', '/p.pdf'])

    await open()
    const picture = aadhar.getByRole('img', { name: 'Aadhar Card' })
    await expect(picture).toHaveAttribute('src', /^\/documents\/[0-9a-f]{24}\/content\/a\.gif\?/)
    const width = () => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)
    await expect.poll(width).toBe(2)
    await expect(page.getByTitle('PAN Card')).toHaveAttribute('src', /^blob:/)
    await expect(page.getByText('are not allowed on this server')).toHaveCount(0)
    // nothing goes there any more
    expect(store.asked).toHaveLength(2)
  })
})
