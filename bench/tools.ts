import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const FOLDER = join(import.meta.dirname, '../.cache/bench-tools')
const FILES = ['package.json', 'package-lock.json']

/**
 * Returns the folder with the packages of bench/tools/package.json. Installs them first if they changed: only
 * measurements need them, so they are not dependencies of the project.
 */
export async function installTools(): Promise<string> {
  const texts = await Promise.all(
    FILES.map((name) => readFile(join(import.meta.dirname, 'tools', name), 'utf8')),
  )
  const wanted = createHash('sha256').update(texts.join('\n')).digest('hex')
  const stamp = join(FOLDER, 'installed')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return FOLDER
  console.error('  Installing the tools of the measurements.')
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  for (const name of FILES)
    await copyFile(join(import.meta.dirname, 'tools', name), join(FOLDER, name))
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: FOLDER,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  await writeFile(stamp, wanted)
  return FOLDER
}

/** Imports a package of bench/tools/package.json. The caller declares what it uses of it. */
export async function importTool<T>(name: string): Promise<T> {
  const require = createRequire(join(await installTools(), 'package.json'))
  return (await import(pathToFileURL(require.resolve(name)).href)) as T
}
