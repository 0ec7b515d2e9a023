import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const CACHE = join(import.meta.dirname, '../../.cache')
const FILES = ['package.json', 'package-lock.json']

/**
 * Returns the folder with the packages of a package.json below bench/. Installs them first if they changed: only
 * measurements need them, so they are not dependencies of the project.
 */
export async function installPackages(name: string): Promise<string> {
  const source = join(import.meta.dirname, '..', name)
  const folder = join(CACHE, `bench-${name}`)
  const texts = await Promise.all(FILES.map((file) => readFile(join(source, file), 'utf8')))
  const wanted = createHash('sha256').update(texts.join('\n')).digest('hex')
  const stamp = join(folder, 'installed')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return folder
  console.error(`  Installing the packages of bench/${name}.`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const file of FILES) await copyFile(join(source, file), join(folder, file))
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  await writeFile(stamp, wanted)
  return folder
}

/** Imports a package of bench/tools/package.json. The caller declares what it uses of it. */
export async function importTool<T>(name: string): Promise<T> {
  const require = createRequire(join(await installPackages('tools'), 'package.json'))
  return (await import(pathToFileURL(require.resolve(name)).href)) as T
}
