import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { EncryptionKeys, type KeySettings, prepareKeys } from './encryption-keys.ts'
import { checkConnection, ownerSetting } from './check-connection.ts'
import { connect, type Database } from './connection.ts'
import { addressInUse, startEmbedded } from './embedded.ts'
import { DataFolderInUse } from './embedded/folder-lock.ts'
import { migrate } from './migrate.ts'

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databaseOwnerUrl'>>

interface OpenOptions {
  /** Whether a running server of the embedded database is an error, `DataFolderInUse`. */
  alone?: boolean
  /** Whether it is an error that there is no embedded database, instead of creating an empty one. */
  existing?: boolean
}

const noDatabase = (dataDir: string) =>
  `There is no database in ${dataDir}. Run this with the settings of the server: DATA_DIR, or DATABASE_URL.`

/**
 * Migrates the database of the settings and runs work on it, as its owner, while a server runs or not. A server that
 * starts in that time shows `label` to say who uses the data folder.
 */
export function withDatabase<T>(
  settings: DatabaseSettings & KeySettings,
  label: string,
  work: (db: Database, url: string) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  const withDb = async (url: string) => {
    const db = connect(url, 2, { keys: new EncryptionKeys(settings) })
    try {
      await migrate(db)
      await prepareKeys(db)
      return await work(db, url)
    } finally {
      await db.destroy()
    }
  }
  return withPostgres(settings, label, withDb, options)
}

/**
 * Runs work on the PostgreSQL of the settings, without a migration: the one of DATABASE_URL, the embedded one of a
 * running server, or one that is started for the duration of the work.
 */
export async function withPostgres<T>(
  { databaseUrl, databaseOwnerUrl, dataDir }: DatabaseSettings,
  label: string,
  work: (url: string) => Promise<T>,
  { alone = false, existing = false }: OpenOptions = {},
): Promise<T> {
  const own = databaseOwnerUrl ?? databaseUrl
  if (own) await checkConnection(own, ownerSetting({ databaseOwnerUrl }))
  else if (existing && !hasEmbedded(dataDir)) throw new Error(noDatabase(dataDir))
  const opened = own ? { url: own } : await openEmbedded(dataDir, label, alone)
  try {
    return await work(opened.url)
  } finally {
    await opened.stop?.()
  }
}

/** Returns whether there is an embedded database in a data folder. */
export function hasEmbedded(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres'))
}

async function openEmbedded(
  dataDir: string,
  label: string,
  alone: boolean,
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
    if (error instanceof DataFolderInUse && !alone) return { url: await addressInUse(dataDir) }
    throw error
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

// a signal alone would skip the exit handler that stops PostgreSQL
function leave(signal: NodeJS.Signals) {
  process.exit(128 + constants.signals[signal])
}
