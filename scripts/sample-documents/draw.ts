// Creates the sample documents in server/demo/sample, which are committed. Requires Chromium and ffmpeg. Run it
// by hand: node scripts/sample-documents/draw.ts
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../chromium.ts'

const PAPERS = pathToFileURL(join(import.meta.dirname, 'papers.html')).href
const TARGET = join(import.meta.dirname, '../../server/demo/sample')
const SECONDS = 6
const FRAMES_PER_SECOND = 10

const scratch = mkdtempSync(join(tmpdir(), 'mandap-samples-'))
const executablePath = await findChromium()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 900, height: 1200 } })
await page.goto(PAPERS)
for (const card of ['aadhaar-card', 'pan-card']) await drawCard(page, card)
await drawVideo(page)
for (const sheet of ['gst-certificate', 'incorporation-certificate']) await drawSheet(page, sheet)
await browser.close()
rmSync(scratch, { recursive: true })

async function drawCard(on: Page, name: string) {
  const picture = join(scratch, `${name}.png`)
  await on.locator(`#${name}`).screenshot({ path: picture })
  // few colours keep the file small
  const colours =
    'split[a][b];[a]palettegen=max_colors=64:reserve_transparent=0[p];[b][p]paletteuse=dither=none'
  ffmpeg('-i', picture, '-vf', colours, join(TARGET, `${name}.png`))
}

// only the sheet is on the page, so that the print matches the screen
async function drawSheet(on: Page, name: string) {
  await on.goto(PAPERS)
  await on.evaluate((shown) => {
    for (const paper of document.querySelectorAll('article')) if (paper.id !== shown) paper.remove()
  }, name)
  await on.pdf({
    path: join(TARGET, `${name}.pdf`),
    printBackground: true,
    preferCSSPageSize: true,
  })
}

async function drawVideo(on: Page) {
  const frame = on.locator('#video')
  for (let index = 0; index < SECONDS * FRAMES_PER_SECOND; index += 1) {
    await frame.evaluate(
      (paper, done) => {
        const bar = paper.querySelector('i')
        const mark = paper.querySelector('b')
        if (bar) bar.style.width = `${done * 100}%`
        if (mark)
          mark.style.transform = `rotate(-12deg) scale(${0.94 + 0.06 * Math.cos(done * 12)})`
      },
      index / (SECONDS * FRAMES_PER_SECOND - 1),
    )
    await frame.screenshot({ path: join(scratch, `${String(index).padStart(3, '0')}.png`) })
  }
  const frames = ['-framerate', String(FRAMES_PER_SECOND), '-i', join(scratch, '%03d.png')]
  const coding = [
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    '0',
    '-crf',
    '40',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '20',
  ]
  ffmpeg(...frames, ...coding, join(TARGET, 'video.webm'))
}

function ffmpeg(...args: string[]) {
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...args])
}
