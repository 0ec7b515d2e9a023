import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium as playwright } from '@playwright/test'
import type { Note } from '../server/src/terminal/terminal.ts'

const exec = promisify(execFile)
const resolve = createRequire(import.meta.url).resolve
const MINUTES = 60_000

interface Source {
  name: string
  find: () => Promise<string | undefined>
}

/** The sources of a Chromium: an installed one first, then downloads, best version first. */
const SOURCES: Source[] = [
  { name: 'on this machine', find: async () => installed() },
  { name: "Playwright's download", find: downloadPlaywrights },
  { name: "Debian's package", find: installDebians },
  { name: 'from an npm package', find: unpackSparticuz },
]

/**
 * Returns the path of a Chromium that runs here. Installs one if there is none, and throws an error that says
 * what to do if that fails.
 */
export async function findChromium(note: Note = () => {}): Promise<string> {
  const given = process.env['CHROMIUM_PATH']
  if (given) {
    if (await runs(given)) return given
    throw new Error(`CHROMIUM_PATH must be the path of a Chromium that runs, not '${given}'.`)
  }
  for (const { name, find } of SOURCES) {
    note(`(${name})`)
    const path = await find().catch(() => undefined)
    if (path && (await runs(path))) return path
  }
  throw new Error(
    'No Chromium was found, and none could be installed. Install Chromium or Google Chrome with your ' +
      'package manager, or run "npx playwright install --with-deps chromium" if the network allows it. ' +
      'Then run npm test again. If Chromium is in an unusual folder, set CHROMIUM_PATH to its path.',
  )
}

/**
 * Returns the path of Chromium's headless shell, or `''` if there is none or the environment names none. It is
 * the same engine without windows, and tests take about two thirds of the time in it.
 */
export async function findHeadlessShell(): Promise<string> {
  const given = process.env['HEADLESS_SHELL_PATH']
  const path = given ?? '/usr/bin/chromium-headless-shell'
  if (path === '' || (await runs(path))) return path
  if (given === undefined) return ''
  throw new Error(
    `HEADLESS_SHELL_PATH must be the path of a headless shell that runs, not '${given}'.`,
  )
}

function installed(): string | undefined {
  return [
    playwright.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ].find((path) => existsSync(path))
}

async function downloadPlaywrights() {
  const host = process.env['PLAYWRIGHT_DOWNLOAD_HOST'] ?? 'https://cdn.playwright.dev'
  // fails at once on a network without access, instead of after every retry; fetch does not use a proxy
  const proxied = Boolean(process.env['HTTPS_PROXY'] ?? process.env['https_proxy'])
  if (!proxied) await fetch(host, { method: 'HEAD', signal: AbortSignal.timeout(5000) })
  const cli = join(dirname(resolve('@playwright/test/package.json')), 'cli.js')
  await exec(process.execPath, [cli, 'install', 'chromium'], { timeout: 5 * MINUTES })
  return playwright.executablePath()
}

async function installDebians() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const options = {
    timeout: 5 * MINUTES,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 64 * 1024 * 1024,
  }
  await exec('apt-get', ['update'], options)
  const install = ['install', '--yes', '--no-install-recommends']
  await exec('apt-get', [...install, 'chromium'], options)
  // older releases have no such package, and the tests run without it
  await exec('apt-get', [...install, 'chromium-headless-shell'], options).catch(() => undefined)
  return '/usr/bin/chromium'
}

async function unpackSparticuz() {
  const {
    default: sparticuz,
    inflate,
    setupLambdaEnvironment,
  } = await import('@sparticuz/chromium')
  const path = await sparticuz.executablePath()
  if (await runs(path)) return path
  // the package includes the libraries that a machine without a desktop lacks
  await inflate(join(dirname(resolve('@sparticuz/chromium')), '../bin/al2023.tar.br'))
  setupLambdaEnvironment(join(tmpdir(), 'al2023/lib'))
  return path
}

function runs(path: string): Promise<boolean> {
  return exec(path, ['--version', '--no-sandbox'], { timeout: 20_000 }).then(
    () => true,
    () => false,
  )
}
