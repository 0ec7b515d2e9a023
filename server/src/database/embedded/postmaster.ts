import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Cluster, environment, movePort } from './cluster.ts'
import { freePort, listenOnce } from './port.ts'

/** The first process of PostgreSQL, as its postmaster.pid describes it. */
export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

/**
 * Returns the process that runs on the cluster, or starts one and calls `onStarting`. `adopted` if it was already
 * running.
 */
export async function ensurePostmaster(
  cluster: Cluster,
  onStarting: () => void,
): Promise<Postmaster & { adopted: boolean }> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const running = await findPostmaster(cluster.folder)
    const postmaster = running ?? (await startPostmaster(cluster, onStarting))
    if (!postmaster) continue
    await movePort(cluster, postmaster.port)
    return { ...postmaster, adopted: running !== undefined }
  }
  throw new Error(`PostgreSQL did not start:\n${await logTail(cluster.folder)}`)
}

/** Requests the fast shutdown, which keeps committed data and rolls back open transactions. */
export async function stopPostmaster(pid: number, { folder, binaries }: Cluster): Promise<void> {
  if (process.platform === 'win32') {
    await promisify(execFile)(binaries.pgCtl, ['stop', '--pgdata', folder, '--mode', 'fast'])
    return
  }
  signalPostmaster(pid, 'SIGINT')
  if (await hasEnded(pid, 30_000)) return
  // the next start recovers what this process could not write in time
  signalPostmaster(pid, 'SIGQUIT')
  await hasEnded(pid, 5000)
}

export function signalPostmaster(pid: number, name: NodeJS.Signals): void {
  if (isAlive(pid)) process.kill(pid, name)
}

/** Returns whether a process with this id exists, under any account. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Waits while a process starts or stops. */
async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  for (;;) {
    const found = await readPostmaster(folder)
    if (!found) return undefined
    if (!(await isPostgres(found.pid))) {
      // left by a crash, and another program has the process id now
      await rm(join(folder, 'postmaster.pid'), { force: true })
      return undefined
    }
    if (found.ready) return found
    await pause(20)
  }
}

async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const written = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, , , , status] = written.split('\n')
  if (!pid || !isAlive(Number(pid))) return undefined
  return { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' }
}

async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform === 'win32') return true
  const name =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
      : (await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)])).stdout
  return /(^|\/)postgres\s*$/.test(name)
}

/** Returns `undefined` if it ended at once: the port was taken, or another start was faster. */
async function startPostmaster(
  cluster: Cluster,
  onStarting: () => void,
): Promise<Postmaster | undefined> {
  const { folder, account, binaries, settings, access } = cluster
  const port = await listenOnce(access.port, '127.0.0.1').catch(freePort)
  const log = await openLog(cluster)
  const flags = Object.entries({ ...settings, port }).flatMap(([k, v]) => ['-c', `${k}=${v}`])
  try {
    const child = spawn(binaries.postgres, ['-D', folder, ...flags], {
      cwd: folder,
      // detached, because a Ctrl-C in the terminal is for the server, which stops PostgreSQL last
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log.fd, log.fd],
      env: environment(),
      ...account,
    })
    await once(child, 'spawn')
    child.unref()
    onStarting()
    return await untilReady(child, folder)
  } finally {
    await log.close()
  }
}

async function untilReady(child: ChildProcess, folder: string): Promise<Postmaster | undefined> {
  const stopAtExit = () => child.kill('SIGINT')
  process.on('exit', stopAtExit)
  try {
    while (child.exitCode === null && child.signalCode === null) {
      const found = await readPostmaster(folder)
      if (found?.ready && found.pid === child.pid) return found
      await pause(20)
    }
    return undefined
  } finally {
    process.off('exit', stopAtExit)
  }
}

async function hasEnded(pid: number, limit: number): Promise<boolean> {
  for (const end = performance.now() + limit; performance.now() < end; await pause(20)) {
    if (!isAlive(pid)) return true
  }
  return !isAlive(pid)
}

async function openLog({ folder, account }: Cluster) {
  const file = join(folder, 'server.log')
  await rename(file, `${file}.old`).catch(() => {})
  const log = await open(file, 'w', 0o600)
  if (account) await chown(file, account.uid, account.gid)
  return log
}

async function logTail(folder: string): Promise<string> {
  const log = await readFile(join(folder, 'server.log'), 'utf8').catch(() => '')
  return log.trimEnd().split('\n').slice(-8).join('\n')
}
