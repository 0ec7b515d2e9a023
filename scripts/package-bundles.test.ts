import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { BUNDLES, bundleFolder, makeBundles } from './package-bundles.ts'

const ROOT = join(import.meta.dirname, '..')

/** Prints the addresses of the modules that a start loads. */
const LOAD = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  const { preferBundles } = await import('./scripts/package-bundles.ts')
  preferBundles()
  await import('./server/src/app/run.ts')
  await import('./server/src/app/serve.ts')
  console.log(JSON.stringify(loaded))`

let loaded: string[]

beforeAll(async () => {
  if (!existsSync(bundleFolder())) await makeBundles()
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', LOAD],
    { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 },
  )
  loaded = JSON.parse(stdout)
}, 300_000)

afterEach(() => vi.unstubAllGlobals())

// `npm run build` may run with the Node of the machine, and the service of systemd with that of the packages
test('the bundles are up to date for each release of Node', () => {
  const made = bundleFolder()
  vi.stubGlobal('process', Object.create(process, { version: { value: 'v24.0.0' } }))
  expect(process.version).toBe('v24.0.0')
  expect(bundleFolder()).toBe(made)
})

test('a start loads a bundled package from its bundle, and no second copy of it', () => {
  const bundled = loaded.filter((url) => url.includes('/.cache/packages/'))
  expect(bundled.map((url) => url.replace(/.*\//, ''))).toContain('typebox.js')
  const names = new Set(Object.values(BUNDLES).map((name) => name.split('/')[0]))
  expect(packagesOf(loaded).filter((path) => names.has(path.replace('node_modules/', '')))).toEqual(
    [],
  )
})

test('a start loads no development dependency, because they may not be installed', () => {
  const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  )
  const packages = packagesOf(loaded)
  expect(packages).toContain('node_modules/fastify')
  expect(packages.filter((path) => lock.packages[path]?.dev)).toEqual([])
})

/** Returns the folders of the packages, as the lock file names them. */
function packagesOf(urls: string[]): string[] {
  const folders = urls.map((url) => /.*\/(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1])
  return [...new Set(folders.filter((folder) => folder !== undefined))]
}
