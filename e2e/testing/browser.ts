import type { LaunchOptions } from '@playwright/test'

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking']

/** Chromium's headless shell where there is one, otherwise the whole browser. */
export const headlessChromium = launchOptions(
  process.env['HEADLESS_SHELL_PATH'] || process.env['CHROMIUM_PATH'],
)

/** The whole browser, for tests of its PDF viewer, which the headless shell lacks. */
export const wholeChromium = launchOptions(process.env['CHROMIUM_PATH'])

function launchOptions(executablePath: string | undefined): LaunchOptions {
  return { ...(executablePath && { executablePath }), args: ARGS }
}
