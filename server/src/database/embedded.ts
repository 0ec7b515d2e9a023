import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { accountFor } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { addressOf, openCluster, USER } from './embedded/cluster.ts'
import { acquireLock, type FolderLock } from './embedded/folder-lock.ts'
import { findClusterFolder, makeDataFolder, removeDrafts } from './embedded/cluster-folder.ts'
import { signalPostmaster, stopPostmaster } from './embedded/postmaster.ts'
import { serverSettings } from './embedded/settings.ts'

export interface EmbeddedPostgres {
  /** The address of the database `mandap`, with its password. */
  url: string
  /** The folder of PostgreSQL. */
  folder: string
  /** Such as '18.4.0-beta.17'. */
  version: string
  /** Whether it was still running, started by a server that was killed. */
  adopted: boolean
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** The text that a second server shows about this one, at most 40 characters. */
  label?: string
  /** PostgreSQL settings that are added to ours or replace them. */
  settings?: Record<string, string>
  /** Called when PostgreSQL has been started, and does not accept connections yet. */
  onStarting?: () => void
  /** Called if PostgreSQL has ended by itself and cannot be restarted yet. It is tried again until it succeeds. */
  onWaiting?: (error: Error) => void
  /** Called if PostgreSQL was restarted, but not as it was. */
  onLost?: (error: Error) => void
}

const RETRY_MS = 2000

/**
 * Starts PostgreSQL in `dataDir`. Creates the cluster at the first start, and adopts a PostgreSQL that a
 * killed server left running. Throws `DataFolderInUse` if another server uses the folder.
 */
export async function startEmbedded(
  dataDir: string,
  {
    label = '',
    settings = {},
    onStarting,
    onWaiting = () => {},
    onLost = () => {},
  }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  await makeDataFolder(dataDir)
  const account = accountFor(dataDir)
  const binaries = await findBinaries(account)
  const folder = await findClusterFolder(dataDir, account)
  await removeDrafts(folder)
  const ours = { ...serverSettings(), ...settings }
  const cluster = await openCluster(folder, account, binaries, ours)

  const first = await acquireLock(cluster, label, onStarting)
  // undefined while PostgreSQL is restarted
  let lock: FolderLock | undefined = first
  let recovery: Promise<void> | undefined
  const stopping = new AbortController()
  const stopAtExit = () => lock && signalPostmaster(lock.postmaster.pid, 'SIGINT')
  process.on('exit', stopAtExit)
  const { adopted } = first.postmaster
  const url = addressOf(cluster, USER)
  await createDatabase(first.session)
  watch(first)

  // the session ends when PostgreSQL restarts, so the folder is locked again at once
  function watch({ session }: FolderLock) {
    session.once('end', () => {
      if (!stopping.signal.aborted) recovery = recover().catch(onLost)
    })
  }
  async function recover() {
    lock = undefined
    // the disk may be full for a while, or a command may use the folder
    for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
      try {
        lock = await acquireLock(cluster, label)
        break
      } catch (error) {
        if (stopping.signal.aborted) return
        if (isFirst) onWaiting(error instanceof Error ? error : new Error(String(error)))
        // a stop ends the pause
        await pause(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
    if (!lock) return
    if (addressOf(cluster, USER) !== url) throw new Error('PostgreSQL restarted on another port.')
    watch(lock)
  }

  async function stop() {
    stopping.abort()
    // a restart that has begun ends first, so that no PostgreSQL is left running
    await recovery
    if (lock) await stopPostmaster(lock.postmaster.pid, cluster)
    process.off('exit', stopAtExit)
  }
  return { url, folder, version: binaries.version, adopted, stop }
}

/** Returns the address of the PostgreSQL that another of our processes runs in `dataDir`. */
export async function addressInUse(dataDir: string): Promise<string> {
  const account = accountFor(dataDir)
  const folder = await findClusterFolder(dataDir, account)
  return addressOf(await openCluster(folder, account, await findBinaries(account), {}), USER)
}

async function createDatabase(session: Client) {
  const { rowCount } = await session.query('select from pg_database where datname = $1', [USER])
  if (rowCount === 0) await session.query(`create database ${USER}`)
}
