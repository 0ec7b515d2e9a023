// Entry point of `npm run demo:console`: builds the console with demonstration data in the browser as a static
// folder, and serves it.
import { existsSync } from 'node:fs'
import { copyFile, cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  DEMONSTRATION_EMAIL,
  DEMONSTRATION_NUMBERS,
  DEMONSTRATION_PASSWORD,
} from '@mandap/demo/account.ts'
import { paint, say, step } from '../server/src/terminal/terminal.ts'
import { buildConsole, type ConsoleBuild, isStale } from './console.ts'
import { serveFolder } from './serve-folder.ts'

const ROOT = join(import.meta.dirname, '..')
const DEMO: ConsoleBuild = { mode: 'demo', folder: 'dist-demo' }
const FOLDER = join(ROOT, 'console', DEMO.folder)
const LAST_FILE = join(FOLDER, '404.html')

/** The `/config.json` of the static site. External viewers cannot reach its documents. */
const CONFIG = { kind: 'demo', viewers: { office: null } }

async function build(): Promise<void> {
  await buildConsole(DEMO)
  await writeFile(join(FOLDER, 'config.json'), JSON.stringify(CONFIG))
  await cp(join(ROOT, 'server/demo/sample'), join(FOLDER, 'samples'), { recursive: true })
  // static hosts answer an unknown path, such as a deep link, with this file
  await copyFile(join(FOLDER, 'index.html'), LAST_FILE)
}

function readPort(): number {
  const port = Number(process.env['PORT'] ?? 4000)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error('PORT must be a whole number from 0 to 65535.')
}

function row(name: string, value: string): string {
  return `    ${paint('dim', name.padEnd(13))}${value}`
}

try {
  const port = readPort()
  // a build that was interrupted lacks its last file
  const isWhole = existsSync(LAST_FILE)
  if (!isWhole || isStale(DEMO)) await step('Building the console', build)
  const url = await serveFolder(FOLDER, port)
  say(
    [
      '',
      `  ${paint('bold', 'The demonstration is ready')}`,
      '',
      row('Open', paint('cyan', url)),
      row('Sign in', DEMONSTRATION_EMAIL),
      row('Password', DEMONSTRATION_PASSWORD),
      row('Super Admin', DEMONSTRATION_NUMBERS.join(', ')),
      row('Data', 'in the browser, for all of its tabs; a reload of the last tab resets it'),
      row('Publish', FOLDER),
      row('Stop', 'Ctrl-C'),
      '',
    ].join('\n'),
  )
} catch (error) {
  say(`\n  ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
