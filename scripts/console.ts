import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..')

/** The source folders of a console build. */
const SOURCES = ['console', 'domain/src', 'contract/src', 'client/src', 'adapter/src', 'demo/src']

/** A build of the console: its mode, and its output folder in console/. */
export interface ConsoleBuild {
  mode: 'production' | 'demo'
  folder: string
}

/** The build that our server serves. */
export const CONSOLE: ConsoleBuild = { mode: 'production', folder: 'dist' }

/** Returns whether a build is missing or older than its sources. */
export async function isStale(build: ConsoleBuild): Promise<boolean> {
  return (await readFile(stampOf(build), 'utf8').catch(() => '')) !== (await fingerprint())
}

/** Builds the console. Rejects with the output of a failed build. */
export async function buildConsole({ mode, folder }: ConsoleBuild): Promise<void> {
  const wanted = await fingerprint()
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--mode', mode, '--outDir', folder]
  const build = promisify(execFile)(process.execPath, args, {
    cwd: join(ROOT, 'console'),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await build.catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`The console could not be built.\n${error.stdout ?? ''}${error.stderr ?? ''}`)
  })
  await writeFile(stampOf({ folder }), wanted)
}

function stampOf({ folder }: Pick<ConsoleBuild, 'folder'>): string {
  return join(ROOT, 'console', folder, '.stamp')
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  const folders = await Promise.all(SOURCES.map(filesOf))
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
    .filter((path) => !/^console\/(dist|dist-demo|node_modules)\//.test(path.replaceAll('\\', '/')))
    .toSorted()
}
