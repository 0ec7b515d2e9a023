import type { LaunchOptions } from '@playwright/test'

const executablePath = process.env['HEADLESS_SHELL_PATH'] || process.env['CHROMIUM_PATH']

/** Chromium's headless shell where there is one, otherwise the whole browser. */
export const headlessChromium: LaunchOptions = {
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
}
