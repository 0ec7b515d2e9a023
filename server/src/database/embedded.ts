import type { Client } from 'pg'
import { accountFor } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { addressOf, openCluster, USER } from './embedded/cluster.ts'
import { acquireLock } from './embedded/folder-lock.ts'
import { findClusterFolder, makeDataFolder, removeDrafts } from './embedded/cluster-folder.ts'
import { signalPostmaster, stopPostmaster } from './embedded/postmaster.ts'
import { serverSettings } from './embedded/settings.ts'

export interface EmbeddedPostgres {
  /** of the database `mandap`, with its password */
  url: string
  /** PostgreSQL's folder */
  place: string
  /** such as '18.4.0-beta.17' */
  version: string
  /** whether it was still running, from a server that was killed */
  adopted: boolean
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** what a second server is told about this one, 40 characters or fewer */
  label?: string
  /** PostgreSQL settings beside or instead of ours */
  settings?: Record<string, string>
  /** PostgreSQL ended by itself and could not be brought back */
  onLost?: (error: Error) => void
}

/**
 * A real PostgreSQL in `dataDir`, made at the first start, adopted when a killed server left it running.
 * Throws `DataFolderInUse` when another server has it.
 */
export async function startEmbedded(
  dataDir: string,
  { label = '', settings = {}, onLost = () => {} }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  await makeDataFolder(dataDir)
  const account = accountFor(dataDir)
  const binaries = await findBinaries(account)
  const place = await findClusterFolder(dataDir, account)
  await removeDrafts(place)
  const ours = { ...serverSettings(), ...settings }
  const cluster = await openCluster(place, account, binaries, ours)

  let hold = await acquireLock(cluster, label)
  let stopping = false
  const stopAtExit = () => signalPostmaster(hold.postmaster.pid, 'SIGINT')
  process.on('exit', stopAtExit)
  const { adopted } = hold.postmaster
  const url = addressOf(cluster, USER)
  await createDatabase(hold.session)
  watch()

  // the session ends when PostgreSQL restarts or dies: take the folder again before anybody else does
  function watch() {
    hold.session.once('end', () => {
      if (!stopping) recover().catch(onLost)
    })
  }
  async function recover() {
    hold = await acquireLock(cluster, label)
    if (addressOf(cluster, USER) !== url) throw new Error('PostgreSQL came back on another port.')
    watch()
  }

  async function stop() {
    stopping = true
    await stopPostmaster(hold.postmaster.pid, cluster)
    process.off('exit', stopAtExit)
  }
  return { url, place, version: binaries.version, adopted, stop }
}

/** The address of the PostgreSQL in `dataDir` that another process of ours runs. */
export async function addressInUse(dataDir: string): Promise<string> {
  const account = accountFor(dataDir)
  const place = await findClusterFolder(dataDir, account)
  return addressOf(await openCluster(place, account, await findBinaries(account), {}), USER)
}

async function createDatabase(session: Client) {
  const { rowCount } = await session.query('select from pg_database where datname = $1', [USER])
  if (rowCount === 0) await session.query(`create database ${USER}`)
}
