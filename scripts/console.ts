import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, 'console/dist/.stamp')

/** Whether console/dist is not what its sources, of now, would build. */
export async function isConsoleStale(): Promise<boolean> {
  return (await readFile(STAMP, 'utf8').catch(() => '')) !== (await fingerprint())
}

/** Builds console/dist; rejects with all that the build said. */
export async function buildConsole(): Promise<void> {
  const wanted = await fingerprint()
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const build = promisify(execFile)(process.execPath, [vite, 'build'], {
    cwd: join(ROOT, 'console'),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await build.catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`The console could not be built.\n${error.stdout ?? ''}${error.stderr ?? ''}`)
  })
  await writeFile(STAMP, wanted)
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
