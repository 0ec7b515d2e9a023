import { constants } from 'node:os'
import type { Config } from '../config/config.ts'
import { connect, type Database } from './connection.ts'
import { addressInUse, startEmbedded } from './embedded.ts'
import { DataFolderInUse } from './embedded/folder-lock.ts'
import { migrate } from './migrate.ts'

/**
 * Runs work on the database of the settings, as its owner, while a server runs or not: the database of
 * DATABASE_URL, the embedded PostgreSQL of a running server, or one that is started for the duration of the
 * work. A server that starts in that time shows `label` to say who uses the data folder.
 */
export async function withDatabase<T>(
  {
    databaseUrl,
    databaseOwnerUrl = databaseUrl,
    dataDir,
  }: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseOwnerUrl'>>,
  label: string,
  work: (db: Database, url: string) => Promise<T>,
): Promise<T> {
  const opened = databaseOwnerUrl ? { url: databaseOwnerUrl } : await openEmbedded(dataDir, label)
  const db = connect(opened.url, 2)
  try {
    await migrate(db)
    return await work(db, opened.url)
  } finally {
    await db.destroy()
    await opened.stop?.()
  }
}

async function openEmbedded(
  dataDir: string,
  label: string,
): Promise<{ url: string; stop?: () => Promise<void> }> {
  try {
    const postgres = await startEmbedded(dataDir, { label })
    for (const signal of SIGNALS) process.on(signal, leave)
    return {
      url: postgres.url,
      async stop() {
        for (const signal of SIGNALS) process.off(signal, leave)
        await postgres.stop()
      },
    }
  } catch (error) {
    if (error instanceof DataFolderInUse) return { url: await addressInUse(dataDir) }
    throw error
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

// a signal alone would skip the exit handler that stops PostgreSQL
function leave(signal: NodeJS.Signals) {
  process.exit(128 + constants.signals[signal])
}
