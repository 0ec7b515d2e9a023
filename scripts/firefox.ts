// Runs the main browser tests in Playwright's build of Firefox, from FIREFOX_PATH or its default folder.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { firefox } from '@playwright/test'
import { buildConsole, CONSOLE, isStale } from './console.ts'

const ROOT = join(import.meta.dirname, '..')
const JOURNEYS = [
  'first-journey',
  'login',
  'booking-details',
  'booking-detail',
  'verification-journeys',
  'super-admin',
  'user-count',
  'plain-host',
]

const path = process.env['FIREFOX_PATH'] ?? firefox.executablePath()
if (existsSync(path)) {
  if (isStale(CONSOLE)) await buildConsole(CONSOLE)
  const cli = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const files = JOURNEYS.map((name) => `e2e/${name}.spec.ts`)
  const child = spawn(process.execPath, [cli, 'test', '-c', 'e2e/playwright.config.ts', ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, FIREFOX_PATH: path },
  })
  child.on('exit', (code) => (process.exitCode = code ?? 1))
} else {
  console.error(
    `No Firefox was found at ${path}, so no journey was run.\n` +
      'Install it with `npx playwright install firefox`, or set FIREFOX_PATH to such a Firefox.',
  )
  process.exitCode = 1
}
