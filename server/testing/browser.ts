import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const DEBIAN = '/usr/bin/chromium'

/** A real Chromium: Playwright's own, else Debian's, else the one that comes from npm. */
export async function openBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  if (existsSync(chromium.executablePath())) return chromium.launch({ args })
  if (existsSync(DEBIAN)) return chromium.launch({ args, executablePath: DEBIAN })
  return chromium.launch({
    args: [...sparticuz.args, ...args],
    executablePath: await sparticuz.executablePath(),
  })
}
