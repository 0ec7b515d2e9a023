import { constants } from 'node:os'
import type { Config } from '../config/config.ts'
import { connect, type Database } from './connection.ts'
import { addressInUse, startEmbedded } from './embedded.ts'
import { DataFolderInUse } from './embedded/folder-lock.ts'
import { migrate } from './migrate.ts'

/**
 * Works on the database that the settings name as its owner, beside a running server or without one: that
 * of DATABASE_URL, the embedded PostgreSQL that a server runs, or that one started for as long as the work
 * takes. `label` tells a server that starts meanwhile who has the data folder.
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

// PostgreSQL is told to stop at exit, which a signal alone would pass by
function leave(signal: NodeJS.Signals) {
  process.exit(128 + constants.signals[signal])
}
