import { execFile } from 'node:child_process'
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { text } from 'node:stream/consumers'
import { backupCommand } from '../src/backup/command.ts'
import { diskLocation } from '../src/backup/disk-location.ts'
import { documentTarget } from '../src/backup/document-target.ts'
import { openBackup } from '../src/backup/read.ts'
import { restoreBackup } from '../src/backup/restore.ts'
import { applyCopySettings, copyTarget, tablesOf } from '../src/backup/snapshot.ts'
import { writeBackup } from '../src/backup/write.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { connect } from '../src/database/connection.ts'
import { documentStore } from '../src/document-store/configured-store.ts'
import type { DocumentStore } from '../src/document-store/store.ts'
import { runHere } from './command-here.ts'
import { scratchFolder } from './folder.ts'
import { createScratch } from './scratch.ts'

const MAIN = join(import.meta.dirname, '../src/backup/main.ts')

export const PASSPHRASE = 'marigold-and-jasmine'

/** Derives a key without the time that makes guessing slow. */
export const CHEAP = { N: 2 ** 10, r: 8, p: 1 }

/** Runs work on a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Backs up a database and the documents of the settings, or of another store. */
export async function backUp(
  url: string,
  settings: NodeJS.ProcessEnv,
  path: string,
  store: DocumentStore = documentStore(readConfig(settings)),
) {
  const db = connect(url, 1)
  try {
    return await withClient(url, (client) =>
      writeBackup({ client, db, store }, diskLocation(path), {
        passphrase: PASSPHRASE,
        cost: CHEAP,
      }),
    )
  } finally {
    await db.destroy()
  }
}

/** Creates an empty database and a folder, and restores a backup into both. Call `drop` when done. */
export function emptyTarget(settings: NodeJS.ProcessEnv = {}) {
  return createTarget(settings)
}

/** Creates copies of the database and the data folder of a target. Nothing may be connected to it. Call `drop` when done. */
export async function copyOfTarget(
  original: { name: string; config: Config },
  settings: NodeJS.ProcessEnv = {},
) {
  const target = await createTarget(settings, original.name)
  await cp(original.config.dataDir, target.config.dataDir, { recursive: true })
  return target
}

async function createTarget(settings: NodeJS.ProcessEnv, template?: string) {
  const scratch = await createScratch(inject('postgresUrl'), template)
  const folder = await scratchFolder('restore')
  const config = readConfig({ DATA_DIR: join(folder, 'data'), ...settings })
  await mkdir(config.dataDir, { recursive: true })
  return {
    name: scratch.name,
    url: scratch.url,
    config,
    store: documentStore(config),
    async restore(path: string) {
      const backup = await openBackup(diskLocation(path), PASSPHRASE)
      return restoreBackup(backup, scratch.url, () => documentTarget(config))
    },
    async drop() {
      await scratch.drop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Returns the rows of each table that a backup contains, as text, and the definitions of indexes and triggers. */
export function contentOf(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    await applyCopySettings(client)
    const content: Record<string, string> = {}
    for (const table of await tablesOf(client))
      content[table.name] = await text(
        client.query(copyTo(`copy ${copyTarget(client, table)} to stdout`)),
      )
    const { rows: indexes } = await client.query(
      `select indexdef from pg_indexes where schemaname = current_schema() order by 1`,
    )
    const { rows: triggers } = await client.query(
      `select tgrelid::regclass, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
    )
    return { ...content, indexes: JSON.stringify(indexes), triggers: JSON.stringify(triggers) }
  })
}

/** Runs `npm run backup` or `npm run restore` in this process, with these settings and `PASSPHRASE`, without those of the environment. */
export function backupHere(
  command: 'backup' | 'restore',
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<{ code: number; said: string }> {
  const env = { BACKUP_PASSPHRASE: PASSPHRASE, ...settings }
  return runHere(() => backupCommand([command, ...args], env))
}

/** Runs `npm run backup` or `npm run restore` as npm does, until it ends. */
export function runBackup(
  command: 'backup' | 'restore',
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<{ code: number | null; said: string }> {
  return startBackup(command, args, settings).ended
}

/** Starts `npm run backup` or `npm run restore`. */
export function startBackup(
  command: 'backup' | 'restore',
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
) {
  return startCommand([MAIN, command, ...args], settings)
}

/** Starts a program with its arguments. */
export function startCommand(words: readonly string[], settings: NodeJS.ProcessEnv) {
  const env = { ...process.env, NO_COLOR: '1', BACKUP_PASSPHRASE: PASSPHRASE, ...settings }
  const { promise: ended, resolve } = Promise.withResolvers<{ code: number | null; said: string }>()
  const child = execFile(process.execPath, words, { env }, (_, out, said) =>
    resolve({ code: child.exitCode, said: out + said }),
  )
  child.stdin?.end()
  return { child, ended }
}
