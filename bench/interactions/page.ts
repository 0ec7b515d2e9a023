import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'
import { storeSession, type Tokens } from '../measuring/session.ts'
import { installClock } from './clock.ts'

/** How many times the processor is slower, as Lighthouse slows it down to simulate a phone. */
const SLOWER = 4

/** Starts Chromium. In its language, a date begins with the month. */
export async function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--lang=en-US',
    ],
  })
}

/** Opens an empty page of a desktop's size that is slow, has an empty cache, and will have a session. */
export async function slowPage(browser: Browser, tokens: Tokens): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.addInitScript(storeSession, tokens)
  await page.addInitScript(installClock)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  // a new profile loads the icon after every navigation; that of a person has it in its database
  await devtools.send('Network.enable')
  await devtools.send('Network.setBlockedURLs', { urls: ['*/favicon.svg'] })
  return page
}

/** Opens the bookings of the console in a slow page. */
export async function openBookings(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/booking-details`)
  await page.getByRole('article').first().waitFor()
}

/** Moves the mouse to a target. Returns the click alone, without Playwright's checks of the target. */
export async function clickOn(target: Locator): Promise<() => Promise<void>> {
  await target.hover()
  const { mouse } = target.page()
  return async () => {
    await mouse.down()
    await mouse.up()
  }
}
