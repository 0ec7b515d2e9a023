import { execFile, type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TEST_KEY_FILE } from '../testing/encryption-key.ts'

const ROOT = join(import.meta.dirname, '../..')
const RELEASES = join(ROOT, '.cache/releases')
const NO_TAG =
  'This clone has no tag of an earlier release. Fetch the tags with git fetch --tags, or name a commit: npm run test:upgrade -- --from COMMIT'
const run = promisify(execFile)

/** Returns the tag of the last release before this commit, which may have the tag of its own release. Throws if there is none. */
export async function lastRelease(): Promise<string> {
  try {
    const { stdout } = await run('git', ['describe', '--tags', '--abbrev=0', 'HEAD^'], {
      cwd: ROOT,
    })
    return stdout.trim()
  } catch (cause) {
    throw new Error(NO_TAG, { cause })
  }
}

/** Unpacks a tag or commit and installs its own packages, unless an earlier run did. Returns its folder. */
export async function unpackRelease(revision: string): Promise<string> {
  const verified = await run('git', ['rev-parse', '--verify', `${revision}^{commit}`], {
    cwd: ROOT,
  })
  const commit = verified.stdout.trim()
  // by its commit, because a branch or HEAD~1 is another one later
  const folder = join(RELEASES, commit)
  if (existsSync(folder)) return folder
  const draft = `${folder}.draft`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  const archive = join(draft, 'release.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: ROOT })
  await run('tar', ['xf', archive, '-C', draft])
  // its scripts install packages before they run a file
  await run(
    process.execPath,
    ['scripts/run.mjs', '--omit=dev', 'server/src/config/settings-table.ts'],
    {
      cwd: draft,
    },
  )
  await rename(draft, folder)
  return folder
}

export interface Started {
  child: ChildProcess
  url: string
  stop: () => Promise<void>
}

/** Starts the server in the folder of a release. Rejects with its output if it ends. */
export async function startRelease(folder: string, env: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], ENCRYPTION_KEY_FILE: TEST_KEY_FILE, ...env },
  })
  const ended = once(child, 'close')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  while (!said.includes('Mandap is ready')) {
    const next = await Promise.race([once(child.stderr, 'data'), ended])
    if (next.length === 2) throw new Error(`The server of ${folder} ended.\n${said}`)
  }
  return {
    child,
    url: `http://127.0.0.1:${env['PORT']}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The folder of this commit. */
export const THIS_RELEASE = ROOT
