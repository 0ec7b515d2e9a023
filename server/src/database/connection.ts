import { Kysely, type KyselyPlugin, type LogConfig, PostgresDialect } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

// parses bigint as a number; a count fits
types.setTypeParser(types.builtins.INT8, Number)

/**
 * Connects to `url` without a time limit, for work that may take long. `log` receives each query; `keys`, an
 * `EncryptionKeys`, encrypt personal data. Calls use `connectServing` instead. The caller destroys the result.
 */
export function connect(
  url: string,
  max = 10,
  { log = [], keys }: { log?: LogConfig; keys?: KyselyPlugin } = {},
): Database {
  const pool = openPool({ connectionString: url, max })
  const plugins = keys ? [keys] : []
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log, plugins })
}

/** Opens a pool in which a lost connection does not end the process. */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config)
  // without this listener, an idle client that loses its server would end the process
  pool.on('error', () => {})
  // the same for a client that waits in a transaction
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
