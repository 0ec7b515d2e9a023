import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { freePort } from './port.ts'

/** A PostgreSQL folder and what is needed to run it. */
export interface Cluster {
  folder: string
  account: Account | undefined
  binaries: Binaries
  settings: Record<string, string>
  access: Access
}

/** The port and password of PostgreSQL, stored in its folder for its account only. */
interface Access {
  port: number
  password: string
}

export const USER = 'mandap'

/** Returns the address of `database`, with its password. */
export function addressOf({ access }: Cluster, database: string): string {
  return `postgres://${USER}:${access.password}@127.0.0.1:${access.port}/${database}`
}

/** Opens the cluster in `folder`. Creates it the first time. */
export async function openCluster(
  folder: string,
  account: Account | undefined,
  binaries: Binaries,
  settings: Record<string, string>,
): Promise<Cluster> {
  if (!(await isMade(folder))) await makeCluster(folder, account, binaries, settings)
  const access = await readAccess(folder)
  const made = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  const ours = binaries.version.split('.', 1)[0]
  if (made === ours) return { folder, account, binaries, settings, access }
  throw new Error(`${folder} was created by PostgreSQL ${made}, and this is PostgreSQL ${ours}.`)
}

/** Stores the port, which the next start tries first. */
export async function movePort(cluster: Cluster, port: number): Promise<void> {
  if (cluster.access.port === port) return
  cluster.access.port = port
  await writeAccess(cluster.folder, cluster.access, cluster.account)
}

const MB = 1024 * 1024

/**
 * Lets a connection keep freed memory for its next statement. glibc would return it and request it again, which can take
 * longer than planning a statement. Other C libraries ignore these variables.
 */
const KEPT_MEMORY = {
  MALLOC_MMAP_THRESHOLD_: String(4 * MB),
  MALLOC_TRIM_THRESHOLD_: String(16 * MB),
}

/**
 * Returns the environment without PGDATA, PGOPTIONS and similar variables, which are meant for other servers.
 */
export function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...KEPT_MEMORY, ...Object.fromEntries(kept), LC_ALL: 'C' }
}

// created in a draft folder and moved, so that an interrupted start leaves no partial cluster
async function makeCluster(
  folder: string,
  account: Account | undefined,
  binaries: Binaries,
  settings: Record<string, string>,
) {
  const draft = `${folder}.new-${process.pid}`
  const passwordFile = `${draft}-password`
  const access = { port: await freePort(), password: randomBytes(24).toString('base64url') }
  await mkdir(dirname(folder), { recursive: true, mode: 0o711 })
  await mkdir(draft, { mode: 0o700 })
  try {
    if (account) await chown(draft, account.uid, account.gid)
    await writePrivate(passwordFile, access.password, account)
    await initdb(draft, passwordFile, account, binaries, settings['fsync'] !== 'off')
    await writeAccess(draft, access, account)
    await rename(draft, folder)
  } catch (error) {
    // if two first starts run at once, the cluster of the faster one is used
    if (!(await isMade(folder))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
  }
}

async function initdb(
  folder: string,
  passwordFile: string,
  account: Account | undefined,
  binaries: Binaries,
  durable: boolean,
) {
  const run = (ctype: string) =>
    promisify(execFile)(
      binaries.initdb,
      [
        `--pgdata=${folder}`,
        `--username=${USER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // the same order and case mapping on every machine
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        `--lc-ctype=${ctype}`,
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      { cwd: dirname(folder), env: environment(), ...account },
    )
  // trigrams of letters beyond ASCII need a Unicode character type
  await run('C.UTF-8')
    .catch(() => run('en_US.UTF-8'))
    .catch(() => run('C'))
    .catch((error: Error & { stderr?: string }) => {
      throw new Error(
        `The embedded PostgreSQL does not run on this system (${error.stderr?.trim() || error.message}). ` +
          'Set DATABASE_URL to your own PostgreSQL.',
      )
    })
}

function isMade(folder: string): Promise<boolean> {
  return lstat(join(folder, 'PG_VERSION')).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw belongsToAnother(folder, error)
    },
  )
}

async function readAccess(folder: string): Promise<Access> {
  try {
    return JSON.parse(await readFile(join(folder, 'access.json'), 'utf8'))
  } catch (error) {
    throw belongsToAnother(folder, error)
  }
}

function writeAccess(folder: string, access: Access, account: Account | undefined) {
  return writePrivate(join(folder, 'access.json'), JSON.stringify(access), account)
}

async function writePrivate(file: string, content: string, account: Account | undefined) {
  await writeFile(file, content, { mode: 0o600 })
  if (account) await chown(file, account.uid, account.gid)
}

function belongsToAnother(folder: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Error(
    `${folder} cannot be read (${reason}). Start as the user who created it, or set DATA_DIR to another folder.`,
    { cause },
  )
}
