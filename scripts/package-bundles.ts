import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..')

/** The entry point that makes the bundles. */
const MAKER = join(import.meta.dirname, 'bundle-packages.ts')

/**
 * What the server imports of packages with many small files. Finding a thousand files takes longer than everything
 * else that a start does, so each is bundled into one file.
 */
const IMPORTS = [
  'file-type',
  'hucre/csv',
  'hucre/xlsx',
  'jose',
  'kysely',
  'typebox',
  'typebox/compile',
  'typebox/format',
  'typebox/value',
]

/** The inputs of the bundler: an import for each file name. */
export const BUNDLES: Record<string, string> = Object.fromEntries(
  IMPORTS.map((name) => [name.replace('/', '-'), name]),
)

/** The folder of the bundles of the installed versions. Node is not part of its name: bundles are the same with each release. */
export function bundleFolder(): string {
  const hash = createHash('sha256')
  for (const file of [MAKER, import.meta.filename, join(ROOT, 'package-lock.json')])
    hash.update(readFileSync(file))
  return join(ROOT, '.cache/packages', hash.digest('hex').slice(0, 16))
}

/** Makes later imports load the bundles. Returns false if they are not made yet. */
export function preferBundles(): boolean {
  const folder = bundleFolder()
  if (!existsSync(folder)) return false
  const urls = new Map(
    Object.entries(BUNDLES).map(([file, name]) => [
      name,
      pathToFileURL(join(folder, `${file}.js`)).href,
    ]),
  )
  registerHooks({
    resolve(name, context, next) {
      const url = urls.get(name)
      return url ? { url, format: 'module', shortCircuit: true } : next(name, context)
    },
  })
  return true
}

/** Makes the bundles for the next start, in a process of its own. */
export async function makeBundles(): Promise<void> {
  const bundling = promisify(execFile)(process.execPath, [MAKER])
  process.once('exit', () => bundling.child.kill())
  await bundling
}
