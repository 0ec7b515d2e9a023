import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TEST_KEY_FILE } from './encryption-key.ts'
import { throughPooler } from './pooler.ts'
import { freeServerPort } from './port.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')

export interface ServerProcess {
  child: ChildProcess
  url: string
  /** Everything that the process has printed. */
  said: () => string
  /** The lines of its log. */
  logged: () => string[]
  /** Resolves when the server accepts requests. Rejects with the output if the process ends before that. */
  ready: () => Promise<void>
  /** Resolves to the exit code; `null` if a signal ended the process. */
  ended: Promise<number | null>
}

/** Starts the real server as a separate process, on a free port, without demonstration data. */
export async function serverProcess(
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
  account: { uid?: number; gid?: number } = {},
): Promise<ServerProcess> {
  const port = env['PORT'] ?? String(await freeServerPort())
  const child = spawn(process.execPath, [MAIN], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DEMO_DATA: 'none',
      CLAMD: 'off',
      // a test that checks the readiness need not wait when it stops the server
      DRAIN_DELAY_SECONDS: '0',
      SECOND_FACTOR: 'optional',
      CALLS_PER_MINUTE: '100000000',
      CHANGES_PER_MINUTE: '100000000',
      PORT: port,
      DATA_DIR: dataDir,
      ...(env['DATABASE_URL'] && { ENCRYPTION_KEY_FILE: TEST_KEY_FILE }),
      ...env,
      ...pooled(env),
    },
    ...account,
  })
  let said = ''
  let logged = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (logged += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'close').then(([code]) => code as number | null)

  async function ready() {
    while (!said.includes('Mandap is ready')) {
      const next = await Promise.race([once(child.stderr, 'data'), ended])
      if (!Array.isArray(next)) throw new Error(`The server ended.\n${said}`)
    }
  }
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    said: () => said,
    logged: () => logged.split('\n').filter(Boolean),
    ready,
    ended,
  }
}

/** Returns the process id of the PostgreSQL that runs on `dataDir`, or that ended there without a clean shutdown. */
export async function postmasterPid(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres/postmaster.pid')
  return Number((await readFile(file, 'utf8')).split('\n', 1)[0])
}

/** Returns the addresses of a server's database in a test run with a pooler. */
function pooled({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }: NodeJS.ProcessEnv) {
  if (url === undefined || throughPooler(url) === url) return {}
  return {
    DATABASE_URL: throughPooler(url),
    DATABASE_DIRECT_URL: url,
    ...(ownerUrl !== undefined && { DATABASE_OWNER_URL: throughPooler(ownerUrl) }),
  }
}
