import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { reasonOf } from '../../error/reason.ts'
import { addressOf, type Cluster } from './cluster.ts'
import { ensurePostmaster, type Postmaster } from './postmaster.ts'

/** Thrown if another of our servers uses the data folder. */
export class DataFolderInUse extends Error {}

/** A running PostgreSQL, and the session that holds its lock. */
export interface FolderLock {
  postmaster: Postmaster & { adopted: boolean }
  session: Client
}

const TIMEOUT_MS = 15_000

/**
 * Starts PostgreSQL and locks it for this process. A session holds the lock, so it ends with the process in
 * any case. A second server shows `label` to say who has the lock.
 */
export async function acquireLock(
  cluster: Cluster,
  label: string,
  onStarting = () => {},
): Promise<FolderLock> {
  for (const end = performance.now() + TIMEOUT_MS; ; await pause(50)) {
    const postmaster = await ensurePostmaster(cluster, onStarting)
    try {
      return { postmaster, session: await lockedSession(cluster, label) }
    } catch (error) {
      if (error instanceof DataFolderInUse) throw error
      if (isPassing(error) && performance.now() < end) continue
      throw new Error(
        `The PostgreSQL on ${cluster.folder} denies access (${reasonOf(error)}). ` +
          `Stop it (process ${postmaster.pid}) and start again.`,
        { cause: error },
      )
    }
  }
}

async function lockedSession(cluster: Cluster, label: string): Promise<Client> {
  const session = new Client({
    connectionString: addressOf(cluster, 'postgres'),
    application_name: `mandap ${process.pid} ${label}`,
    keepAlive: true,
  })
  // 'end' follows, and the owner of the session listens to it
  session.on('error', () => {})
  await session.connect()
  // the lock of a process that was killed a moment ago is released soon
  for (let attempt = 0; attempt < 10; attempt++) {
    const { rows } = await session.query(
      `select pg_try_advisory_lock(hashtext('mandap.server')) as ours`,
    )
    if (rows[0].ours) return session
    await pause(50)
  }
  const holder = await holderSeenBy(session)
  await session.end()
  throw new DataFolderInUse(`Mandap already runs on this data folder${holder}.`)
}

async function holderSeenBy(session: Client): Promise<string> {
  const { rows } = await session.query(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and a.application_name like 'mandap %'`,
  )
  const [, pid, label] = /^mandap (\d+)(?: (.*))?$/.exec(rows[0]?.name ?? '') ?? []
  return pid ? `: process ${pid}${label ? `, ${label}` : ''}` : ''
}

// PostgreSQL is starting, stopping, recovering, or has just ended
function isPassing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const passing = ['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET']
  return passing.includes(String(code)) || /terminated unexpectedly/.test(String(error))
}
