import { readFile, rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/database/embedded.ts'
import { createFilled } from './scratch.ts'
import { scratchFolder } from './folder.ts'
import { postmasterPid } from './process.ts'
import { removeAtExit } from './remove-at-exit.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    /** The name of a migrated, empty database that each test file copies. */
    postgresTemplate: string
  }
}

// the data is not needed after the run, so it does not have to reach the disk
export const POSTGRES_SETTINGS = { fsync: 'off', synchronous_commit: 'off', max_connections: '300' }

// a vacuum that begins by itself changes plans, the pages that a query reads, and which transactions wait for a lock
const WITHOUT_AUTOVACUUM = { ...POSTGRES_SETTINGS, autovacuum: 'off' }

/** Starts one real PostgreSQL for the whole run, or uses that of TEST_DATABASE_URL. Vitest's global set-up. */
export default async function setup(project: TestProject) {
  const given = process.env['TEST_DATABASE_URL']
  const postgres = given
    ? { url: given, stop: async () => {} }
    : await startPostgres(WITHOUT_AUTOVACUUM)
  const template = await createFilled(postgres.url, async () => {})
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresTemplate', template.name)
  return async () => {
    await template.drop()
    await postgres.stop()
  }
}

/**
 * Starts a real PostgreSQL in a new folder, and restarts it when it dies. Stopping it removes the folder, and so
 * does the end of the process. `settings` are added to those of production.
 */
export async function startPostgres(settings: Record<string, string> = POSTGRES_SETTINGS) {
  const folder = await scratchFolder('test')
  const keep = removeAtExit(folder)
  const postgres = await startEmbedded(folder, { settings })
  return {
    url: postgres.url,
    /** Sends a signal to PostgreSQL's main process and to its child processes. */
    async signal(name: NodeJS.Signals) {
      const pid = await postmasterPid(folder)
      const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')
      for (const one of [pid, ...children.filter(Boolean).map(Number)]) process.kill(one, name)
    },
    async stop() {
      await postgres.stop()
      keep()
      await rm(folder, { recursive: true })
    },
  }
}
