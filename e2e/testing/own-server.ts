import { rm } from 'node:fs/promises'
import { scratchFolder } from '@mandap/server/testing/folder.ts'
import { createScratch } from '@mandap/server/testing/scratch.ts'
import { startServer } from '@mandap/server/testing/server.ts'

/** Starts a server with its own copy of the demonstration data and its own folder. `close` deletes both. */
export async function ownServer(
  env: NodeJS.ProcessEnv = {},
  options?: Parameters<typeof startServer>[2],
) {
  const scratch = await createScratch(given('E2E_POSTGRES'), given('E2E_DEMONSTRATION'))
  const folder = await scratchFolder('app')
  const app = await startServer(scratch.url, { DATA_DIR: folder, ...env }, options)
  return {
    ...app,
    databaseUrl: scratch.url,
    folder,
    async close() {
      await app.close()
      await scratch.drop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Returns an environment variable that the global setup sets. */
export function given(variable: string): string {
  const value = process.env[variable]
  if (!value) throw new Error(`${variable} is set by the global set-up of the journeys.`)
  return value
}
