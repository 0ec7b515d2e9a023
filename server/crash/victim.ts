import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { withDatabase } from '../src/database/open.ts'
import { postmasterPid, type ServerProcess } from '../testing/process.ts'

/** The processes that a round kills. */
export const VICTIMS = ['all', 'backend', 'server', 'postmaster'] as const
export type Victim = (typeof VICTIMS)[number]

/** Returns the processes of a victim: ids that `process.kill` takes, in the order in which they are killed. */
export async function findVictim(
  victim: Victim,
  server: ServerProcess,
  dataDir: string,
): Promise<number[]> {
  const own = server.child.pid ?? 0
  const postmaster = await postmasterPid(dataDir)
  switch (victim) {
    case 'server':
      return [own]
    case 'postmaster':
      return [postmaster]
    case 'backend':
      return [await servingBackend(dataDir)]
    case 'all':
      return [own, postmaster, ...(await childrenOf(postmaster))]
  }
}

/** Kills processes at once. One that ended in the meantime is no error. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

/** Returns a backend that works for the server, one with a running statement if there is one. */
function servingBackend(dataDir: string): Promise<number> {
  return withDatabase({ dataDir, databaseUrl: undefined }, 'test', async (db) => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where usename = 'mandap_server' and backend_type = 'client backend'
      order by state = 'active' desc, random() limit 1`.execute(db)
    const [found] = rows
    if (!found) throw new Error('The server has no connection.')
    return found.pid
  })
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}
