import { Kysely, type LogConfig, PostgresDialect } from 'kysely'
import { Client, Pool, type PoolConfig, types } from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

// a count fits a double
types.setTypeParser(types.builtins.INT8, Number)

/**
 * Connects to `url` without any limit of time, for what may take long; `log` hears of the queries. Calls are
 * served by `connectServing`. The caller destroys it.
 */
export function connect(url: string, max = 10, log: LogConfig = []): Database {
  const pool = openPool({ connectionString: url, max })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log })
}

/** Opens a pool whose lost connections end no process. */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config)
  // an idle client that loses its server must not end the process; the next query reports it
  pool.on('error', () => {})
  // nor may one that waits in a transaction
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Rejects with a sentence when the PostgreSQL of `DATABASE_URL` does not answer or does not let us in. */
export async function reach(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // what a lost connection says comes as a rejection too
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const { message, code }: NodeJS.ErrnoException =
      error instanceof Error ? error : new Error(String(error))
    throw new Error(`The PostgreSQL of DATABASE_URL does not let us in (${message || code}).`, {
      cause: error,
    })
  }
  await client.end()
}
