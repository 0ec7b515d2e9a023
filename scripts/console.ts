import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { step } from '../server/src/terminal.ts'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, 'console/dist/.stamp')

/** Builds console/dist when its sources changed since the last time. Returns whether it did. */
export async function ensureConsole(): Promise<boolean> {
  const wanted = await fingerprint()
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === wanted) return false
  await step('Building the console', buildConsole)
  await writeFile(STAMP, wanted)
  return true
}

async function buildConsole() {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const build = promisify(execFile)(process.execPath, [vite, 'build'], {
    cwd: join(ROOT, 'console'),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await build.catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`The console could not be built.\n${error.stdout ?? ''}${error.stderr ?? ''}`)
  })
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  const folders = await Promise.all(['console', 'domain/src', 'contract/src'].map(filesOf))
  for (const path of ['package-lock.json', ...folders.flat()]) {
    hash.update(`\n${path}\n`).update(await readFile(join(ROOT, path)))
  }
  return hash.digest('hex')
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((path) => !/^console\/(dist|node_modules)\//.test(path.replaceAll('\\', '/')))
    .toSorted()
}
