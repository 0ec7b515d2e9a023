import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { removeOldAssets } from './console-assets.ts'

const ROOT = join(import.meta.dirname, '..')

/** The source folders of a console build. */
const SOURCES = ['console', 'domain/src', 'contract/src', 'client/src', 'adapter/src', 'demo/src']

/** The folders in them that are no sources. */
const MADE = new Set(['console/dist', 'console/dist-demo', 'console/node_modules'])

/** A build of the console: its mode, and its output folder in console/. */
export interface ConsoleBuild {
  mode: 'production' | 'demo'
  folder: string
}

/** The build that our server serves. */
export const CONSOLE: ConsoleBuild = { mode: 'production', folder: 'dist' }

/** Returns whether a build is missing or older than its sources. */
export function isStale(build: ConsoleBuild): boolean {
  const stamp = stampOf(build)
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint()
}

/**
 * Builds the console. Rejects with the output of a failed build. Keeps the assets of the build before, because the running server
 * has its page in memory, but not in the demonstration, whose folder is published.
 */
export async function buildConsole({ mode, folder }: ConsoleBuild): Promise<void> {
  const wanted = fingerprint()
  const isServed = mode === 'production'
  const started = Date.now()
  // an interrupted build leaves files of two builds
  await rm(stampOf({ folder }), { force: true })
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const args = [
    vite,
    'build',
    '--mode',
    mode,
    '--outDir',
    folder,
    ...(isServed ? ['--no-emptyOutDir'] : []),
  ]
  const build = promisify(execFile)(process.execPath, args, {
    cwd: join(ROOT, 'console'),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  process.once('exit', () => build.child.kill())
  await build.catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`The console could not be built.\n${error.stdout ?? ''}${error.stderr ?? ''}`)
  })
  if (isServed) await removeOldAssets(join(ROOT, 'console', folder), started)
  await writeFile(stampOf({ folder }), wanted)
}

function stampOf({ folder }: Pick<ConsoleBuild, 'folder'>): string {
  return join(ROOT, 'console', folder, '.stamp')
}

/** Returns a hash of all that a build depends on. Node is not part of it: a build is the same with each release. */
export function fingerprint(): string {
  const hash = createHash('sha256')
  // without promises, which take longer than the files
  for (const path of ['package-lock.json', ...SOURCES.flatMap(filesOf)]) {
    hash.update(`\n${path}\n`).update(readFileSync(join(ROOT, path)))
  }
  return hash.digest('hex')
}

function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (!entry.isDirectory()) return entry.isFile() ? [path] : []
      return MADE.has(path.replaceAll('\\', '/')) ? [] : filesOf(path)
    })
    .toSorted()
}
