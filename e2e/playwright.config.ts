import { defineConfig } from '@playwright/test'
import { headlessChromium } from './testing/browser.ts'

const firefox = process.env['FIREFOX_PATH']

export default defineConfig({
  testDir: '.',
  globalSetup: './testing/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // a test that passes only at its second try hides an error
  retries: 0,
  // a machine with other work can stop for many seconds; a passing test does not wait
  timeout: 120_000,
  expect: { timeout: 30_000 },
  outputDir: '../test-results',
  reporter: [['list']],
  use: {
    // an action that times out reports its line; the timeout of the whole test does not
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1440, height: 900 },
    // recording makes the suite half as long again; `--trace on` records
    trace: 'off',
    screenshot: 'only-on-failure',
    browserName: firefox ? 'firefox' : 'chromium',
    launchOptions: firefox ? { executablePath: firefox } : headlessChromium,
  },
})
